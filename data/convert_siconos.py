"""Convert Siconos text problems (.dat) into problem files of this project.

usage: python3 convert_siconos.py SOURCE TARGET

SOURCE holds the folders `lcp`, `mlcp` and `relay` with Siconos' test files; TARGET receives folders of the same
names with one JSON file per problem. Every number is read as a double and written in its shortest decimal form
that reads back as the same double. Text after the last number that a problem needs (recorded solutions, remarks)
is not part of the problem and is dropped.

What the text holds, one number after the other:

lcp    order; matrix; vector
mlcp   1 1 (the whole matrix, then its four parts); equations n; complementarity rows m; first row of each block, and
       n + m; 0 (equation) or 1 (complementarity) per block; whole matrix; vector; then its parts
       A (n x n), B (m x m), C (n x m), D (m x n), a (n), b (m), each row by row (unlike the whole), with
       matrix = [A C; D B] and vector = (a, b). The parts repeat the whole; a difference is an error here.
relay  order; matrix; vector; lower bounds; upper bounds. Siconos' law, -w in the normal cone of the box at z, is the law
       of a box row: w >= 0 where z is at its lower bound, w <= 0 at its upper bound, w = 0 between.

A matrix is: storage; rows; columns; then, for storage 0 (dense), rows and columns again and the entries column by
column; for storage 1 (sparse blocks), the number of blocks, of block rows and of block columns, the last row + 1 of each
block row, the same for columns, the sizes of the two index arrays, the index arrays (compressed rows of blocks), and per
block its number and its entries column by column.
"""
import json
import os
import sys


class Numbers:
    """The numbers of a file in order; a word that is no number ends them."""

    def __init__(self, path):
        self.values = []
        with open(path) as file:
            for word in file.read().split():
                try:
                    float(word)
                except ValueError:
                    break
                self.values.append(word)
        self.next = 0

    def word(self):
        self.next += 1
        return self.values[self.next - 1]

    def integer(self):
        return int(self.word())

    def integers(self, count):
        return [self.integer() for _ in range(count)]

    def vector(self, count):
        return [float(self.word()) for _ in range(count)]

    def columns(self, rows, columns):
        """A list of rows, read column by column."""
        entries = self.vector(rows * columns)
        return [[entries[j * rows + i] for j in range(columns)] for i in range(rows)]

    def rows(self, rows, columns):
        """A list of rows, read row by row."""
        return [self.vector(columns) for _ in range(rows)]

    def matrix(self):
        storage, rows, columns = self.integers(3)
        if storage == 0:
            if self.integers(2) != [rows, columns]:
                raise ValueError("the two sizes of a dense matrix differ")
            return self.columns(rows, columns)
        if storage != 1:
            raise ValueError(f"storage {storage} is neither dense (0) nor sparse blocks (1)")
        blocks, block_rows, block_columns = self.integers(3)
        row_ends = [0] + self.integers(block_rows)
        column_ends = [0] + self.integers(block_columns)
        starts, indices = self.integers(2)
        starts, indices = self.integers(starts), self.integers(indices)
        matrix = [[0.0] * columns for _ in range(rows)]
        for row in range(block_rows):
            for block in range(starts[row], starts[row + 1]):
                if self.integer() != block:
                    raise ValueError("blocks are not numbered in order")
                column = indices[block]
                top, left = row_ends[row], column_ends[column]
                part = self.columns(row_ends[row + 1] - top, column_ends[column + 1] - left)
                for i, entries in enumerate(part):
                    matrix[top + i][left:left + len(entries)] = entries
        if starts[block_rows] != blocks:
            raise ValueError("the index arrays do not list every block")
        return matrix


def read_lcp(numbers):
    order = numbers.integer()
    return {"format": 1, "kind": "lcp", "matrix": numbers.matrix(), "vector": numbers.vector(order)}


def read_mlcp(numbers):
    whole, parts, n, m = numbers.integers(4)
    if not whole:
        raise ValueError("the whole matrix is not stored")
    starts = [numbers.integer()]
    while starts[-1] < n + m:
        starts.append(numbers.integer())
    complementary = [bool(numbers.integer()) for _ in starts[1:]]
    row_is_bounded = [flag for flag, first, end in zip(complementary, starts, starts[1:]) for _ in range(first, end)]
    matrix, vector = numbers.matrix(), numbers.vector(n + m)
    if parts:
        if row_is_bounded != [False] * n + [True] * m:
            raise ValueError("the parts can be compared only when the equations come first")
        a, b, c, d = (numbers.rows(*size) for size in ((n, n), (m, m), (n, m), (m, n)))
        if matrix != [x + y for x, y in zip(a, c)] + [x + y for x, y in zip(d, b)]:
            raise ValueError("the parts differ from the whole matrix")
        if vector != numbers.vector(n + m):
            raise ValueError("the parts differ from the whole vector")
    return {
        "format": 1,
        "kind": "mlcp",
        "matrix": matrix,
        "vector": vector,
        "lower": [0.0 if bounded else None for bounded in row_is_bounded],
        "upper": [None] * (n + m),
    }


def read_relay(numbers):
    order = numbers.integer()
    matrix, vector = numbers.matrix(), numbers.vector(order)
    lower, upper = numbers.vector(order), numbers.vector(order)
    return {"format": 1, "kind": "mlcp", "matrix": matrix, "vector": vector, "lower": lower, "upper": upper}


def write(problem, path):
    """One matrix row per line; Python's repr of a double is its shortest exact decimal."""
    lines = []
    for key, value in problem.items():
        if key == "matrix":
            rows = ",\n".join("    " + json.dumps(row, allow_nan=False) for row in value)
            lines.append(f'  "matrix": [\n{rows}\n  ]')
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, allow_nan=False)}")
    with open(path, "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


def main(source, target):
    for kind, read in (("lcp", read_lcp), ("mlcp", read_mlcp), ("relay", read_relay)):
        os.makedirs(os.path.join(target, kind), exist_ok=True)
        for name in sorted(os.listdir(os.path.join(source, kind))):
            stem, extension = os.path.splitext(name)
            if extension == ".dat":
                problem = read(Numbers(os.path.join(source, kind, name)))
                write(problem, os.path.join(target, kind, stem + ".json"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
