"""Exceptions of the package. The messages are those of the command line."""


class StictionError(Exception):
    """Base class of all exceptions of this package."""


class InputError(StictionError, ValueError):
    """Invalid input: a file, an array, a name or an option. An unsolved problem is not an error; see `outcome`."""


class StepError(StictionError, RuntimeError):
    """A world cannot continue.

    Its state is no longer finite, a step is not solved and the scene says to stop, or another thread uses the world.
    """


class InternalError(StictionError, RuntimeError):
    """A bug of the library. The message holds its cause and source location; please report it."""
