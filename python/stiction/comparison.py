"""Comparison of methods on one contact problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from stiction._core import ContactProblem, ContactSolution, contact_methods
from stiction.errors import InternalError

if TYPE_CHECKING:
    import pandas

HEADS = ("method", "outcome", "relative residual", "natural map, m/s", "iterations", "factorisations", "time")


def clock(seconds: float) -> str:
    """Formats a time in µs, ms or s."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


class Comparison(Sequence[ContactSolution]):
    """Answers of several methods to one contact problem, in the order of the request.

    It is a sequence of `ContactSolution`; a method name is also an index. Printed or shown in a notebook it is a table.

    >>> import numpy as np, stiction
    >>> problem = stiction.ContactProblem.from_arrays(np.eye(3), [-0.5, 1, 0], mu=0.5)
    >>> comparison = problem.compare(["newton", "mlcp-lemke"])
    >>> [(answer.method, answer.outcome) for answer in comparison]
    [('newton', 'solved'), ('mlcp-lemke', 'solved')]
    >>> comparison["newton"].solved
    True
    """

    def __init__(self, answers: Sequence[ContactSolution], faults: dict[str, str] | None = None) -> None:
        self.answers = tuple(answers)
        #: Methods that failed with an internal error, with its message.
        self.faults = dict(faults or {})

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            for answer in self.answers:
                if answer.method == key:
                    return answer
            raise KeyError(key)
        return self.answers[key]

    def __len__(self) -> int:
        return len(self.answers)

    def __iter__(self) -> Iterator[ContactSolution]:
        return iter(self.answers)

    def rows(self) -> list[dict[str, Any]]:
        """Returns one dictionary per method, with all digits; units are part of the keys."""
        return [
            {
                "method": answer.method,
                "outcome": answer.outcome,
                "answered_by": answer.answered_by,
                "relative": answer.residual.relative,
                "natural_m_per_s": answer.residual.natural,
                "cone_violation_n_s": answer.residual.cone_violation,
                "slip_angle_rad": answer.residual.slip_angle,
                "fclib": answer.residual.fclib,
                "iterations": answer.effort.iterations,
                "factorizations": answer.effort.factorizations,
                "wall_us": answer.wall * 1e6,
            }
            for answer in self.answers
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the rows as a `pandas.DataFrame`, indexed by method."""
        from stiction.tables import pandas_module

        return pandas_module().DataFrame(self.rows()).set_index("method")

    def _cells(self) -> list[tuple[str, ...]]:
        cells: list[tuple[str, ...]] = [
            (
                answer.method,
                answer.outcome,
                f"{answer.residual.relative:.2e}",
                f"{answer.residual.natural:.2e}",
                str(answer.effort.iterations),
                str(answer.effort.factorizations),
                clock(answer.wall),
            )
            for answer in self.answers
        ]
        return cells + [(method, "internal error", "", "", "", "", "") for method in self.faults]

    def _verdict(self) -> str:
        solved = sum(answer.solved for answer in self.answers)
        return f"Comparison: {solved} of {len(self.answers) + len(self.faults)} methods solved the problem"

    def __repr__(self) -> str:
        lines = [HEADS, *self._cells()]
        widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
        shown = [self._verdict()]
        for line in lines:
            cells = [
                cell.ljust(width) if column < 2 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ]
            shown.append("  ".join(cells).rstrip())
        shown += [f"{method}: {fault}" for method, fault in self.faults.items()]
        return "\n".join(shown)

    def _repr_html_(self) -> str:
        from html import escape

        def row(cells: Sequence[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        rows = row(HEADS, "th") + "".join(row(cells, "td") for cells in self._cells())
        return f"<table><caption>{escape(self._verdict())}</caption>{rows}</table>"


def compare(problem: ContactProblem, methods: Sequence[str] | None, options: dict[str, Any]) -> Comparison:
    """Runs the methods one after the other. An internal error of one does not stop the others."""
    answers, faults = [], {}
    for method in methods or [name for name, _ in contact_methods()]:
        try:
            answers.append(problem.solve(method, **options))
        except InternalError as error:
            faults[method] = str(error)
    return Comparison(answers, faults)
