"""What can go wrong. The texts are the command line's."""


class StictionError(Exception):
    """Any error of this package."""


class InputError(StictionError, ValueError):
    """What was given is ill-formed: a file, an array, a name. "No solution" is no error but an outcome."""


class StepError(StictionError, RuntimeError):
    """A world cannot go on: its state is no longer finite, or a step was not solved and the scene says to stop."""


class InternalError(StictionError, RuntimeError):
    """A fault of the library itself, with what it said and where."""
