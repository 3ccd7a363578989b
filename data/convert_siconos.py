"""Convert Siconos text problems (.dat) into problem files of this project.

usage: python3 convert_siconos.py SOURCE TARGET

SOURCE holds folders with Siconos' test files: `lcp`, `mlcp`, `relay`, and the contact problems `fc2d`, `fc3d`,
`global3d`, `rolling3d`, `gmp`; a missing folder is skipped. TARGET receives folders of the same names, those of
contact problems inside `contact`, with one file per problem. Every number is read as a double and written as the same
double, in JSON in its shortest decimal form. Text after the last number that a problem needs (recorded solutions,
comments) is not part of the problem and is dropped. FCLIB files need h5py and numpy.

The content of the text, one number after the other:

lcp    order; matrix; vector
mlcp   1 1 (the whole matrix, then its four parts); equations n; complementarity rows m; first row of each block, and
       n + m; 0 (equation) or 1 (complementarity) per block; whole matrix; vector; then its parts
       A (n x n), B (m x m), C (n x m), D (m x n), a (n), b (m), each row by row (unlike the whole), with
       matrix = [A C; D B] and vector = (a, b). The parts repeat the whole; a difference is an error here.
relay  order; matrix; vector; lower bounds; upper bounds. Siconos' law, -w in the normal cone of the box at z, is the law
       of a box row: w >= 0 where z is at its lower bound, w <= 0 at its upper bound, w = 0 between.
fc     (becomes an FCLIB file, local) rows per contact; contacts; matrix; vector; friction of each contact
gfc    (FCLIB, global) rows per contact; contacts; M; H; f; w; friction. M v = f + H r, u = H' v + w
rfc    (JSON, kind contact) 5; contacts; matrix; vector; friction; rolling friction
gmp    (JSON, kind contact) matrix; vector; per block of rows its kind: 2 (equations), 0 (unilateral rows), or 4 (a
       contact in space) and its friction. The blocks are those of the matrix.
`global3d` holds a local problem too: it goes to `fc3d`. `fc3d` is converted for its .npz file alone, which is
ContactBench's: the Delassus matrix G, the unconstrained (free) velocity g and the friction mus, with the tangents of each contact
before its normal.

A matrix is: storage; rows; columns; then, for storage 0 (dense), rows and columns again and the entries column by
column; for storage 1 (sparse blocks), the number of blocks, of block rows and of block columns, the last row + 1 of each
block row, the same for columns, the sizes of the two index arrays, the index arrays (compressed rows of blocks), and per
block its number and its entries column by column; for storage 2 (sparse), 1 or 2 and the text that CSparse prints for triplets
or compressed columns, in six digits.
"""
import json
import os
import sys


class Numbers:
    """The numbers of a file in order."""

    def __init__(self, path):
        with open(path) as file:
            self.words = file.read().split()
        self.next = 0

    def word(self):
        self.next += 1
        return self.words[self.next - 1]

    def expect(self, *words):
        found = [self.word() for _ in words]
        if found != list(words):
            raise ValueError(f"expected {words}, found {found}")

    def ended(self):
        return self.next == len(self.words)

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
        if storage == 2:
            return self.sparse(rows, columns)
        if storage != 1:
            raise ValueError(f"storage {storage} is neither dense (0) nor sparse blocks (1) nor sparse (2)")
        return self.blocks(rows, columns)[0]

    def blocks(self, rows, columns):
        """The matrix, and where its block rows end."""
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
        return matrix, row_ends[1:]

    def sparse(self, rows, columns):
        form = self.integer()
        while not self.words[self.next].startswith(f"{rows}-by-{columns}"):
            self.word()
        self.word()
        self.expect("nzmax:")
        self.integer()
        self.expect("nnz:")
        count = self.word()
        if count.endswith(","):
            self.expect("1-norm:")
            self.word()
        count = int(count.rstrip(","))
        matrix = [[0.0] * columns for _ in range(rows)]
        if form == 1:
            for _ in range(count):
                row, column = self.integers(2)
                self.expect(":")
                matrix[row][column] += float(self.word())
            return matrix
        for column in range(columns):
            self.expect("col", str(column), ":", "locations")
            first = self.integer()
            self.expect("to")
            for _ in range(first, self.integer() + 1):
                row = self.integer()
                self.expect(":")
                matrix[row][column] = float(self.word())
                count -= 1
        if count != 0:
            raise ValueError("the columns do not list every entry")
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


def read_local(numbers):
    dimension, contacts = numbers.integers(2)
    matrix, vector = numbers.matrix(), numbers.vector(dimension * contacts)
    return {"dimension": dimension, "W": matrix, "q": vector, "mu": numbers.vector(contacts)}


def read_global(numbers):
    dimension, contacts = numbers.integers(2)
    mass = numbers.matrix()
    if len(numbers.words) - numbers.next == (dimension + 1) * contacts:
        # No second matrix follows: the problem is a local one.
        vector = numbers.vector(dimension * contacts)
        return {"dimension": dimension, "W": mass, "q": vector, "mu": numbers.vector(contacts)}
    jacobian = numbers.matrix()
    force, offset = numbers.vector(len(mass)), numbers.vector(dimension * contacts)
    mu = numbers.vector(contacts)
    return {"dimension": dimension, "M": mass, "H": jacobian, "f": force, "w": offset, "mu": mu}


def read_rolling(numbers):
    dimension, contacts = numbers.integers(2)
    if dimension != 5:
        raise ValueError(f"{dimension} rows per contact instead of 5")
    matrix, vector = numbers.matrix(), numbers.vector(5 * contacts)
    frictions = zip(numbers.vector(contacts), numbers.vector(contacts))
    laws = [{"law": "rolling", "friction": mu, "rolling_friction": mu_r} for mu, mu_r in frictions]
    return {"format": 1, "kind": "contact", "delassus": matrix, "free_velocity": vector, "laws": laws}


def read_mixed(numbers):
    storage, rows, columns = numbers.integers(3)
    if storage != 1:
        raise ValueError("the blocks of a mixed problem are those of its matrix, which has none")
    matrix, ends = numbers.blocks(rows, columns)
    vector = numbers.vector(rows)
    laws = []
    for size in [end - start for start, end in zip([0] + ends, ends)]:
        kind = numbers.integer()
        if kind == 2:
            laws.append({"law": "bilateral", "rows": size})
        elif kind == 0:
            laws += [{"law": "unilateral"}] * size
        elif kind == 4 and size == 3:
            laws.append({"law": "coulomb", "friction": float(numbers.word())})
        else:
            raise ValueError(f"a block of {size} rows of kind {kind}")
    if not numbers.ended():
        raise ValueError("something follows the last block")
    return {"format": 1, "kind": "contact", "delassus": matrix, "free_velocity": vector, "laws": laws}


def read_contact_bench(path):
    """Tangent, tangent, normal become normal, tangent, tangent: a rotation of the axes, so no sign changes."""
    import numpy

    data = numpy.load(path)
    contacts = len(data["mus"])
    order = [3 * contact + row for contact in range(contacts) for row in (2, 0, 1)]
    matrix, vector = data["G"][numpy.ix_(order, order)], data["g"].reshape(-1)[order]
    return {"dimension": 3, "W": matrix.tolist(), "q": vector.tolist(), "mu": data["mus"].reshape(-1).tolist()}


def write_json(problem, path):
    """One matrix row or law per line; Python's repr of a double is its shortest exact decimal."""
    lines = []
    for key, value in problem.items():
        if key in ("matrix", "delassus", "laws"):
            rows = ",\n".join("    " + json.dumps(row, allow_nan=False) for row in value)
            lines.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, allow_nan=False)}")
    with open(path, "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


def write_fclib(problem, path, title, description):
    """As FCLIB itself does: local problems by compressed rows (-2), global ones by triplets; zeros are left out."""
    import h5py
    import numpy

    def integers(values):
        return numpy.array(values, dtype=numpy.int32)

    def put_matrix(parent, name, matrix):
        entries = [(i, j, x) for i, row in enumerate(matrix) for j, x in enumerate(row) if x != 0.0]
        if local:
            p = [0] * (len(matrix) + 1)
            for i, _, _ in entries:
                p[i + 1] += 1
            p, i, nz = numpy.cumsum(p), [j for _, j, _ in entries], -2
        else:
            entries.sort(key=lambda entry: entry[1])
            p, i, nz = [j for _, j, _ in entries], [i for i, _, _ in entries], len(entries)
        group = parent.create_group(name)
        sizes = {"nzmax": len(entries), "m": len(matrix), "n": len(matrix[0]), "nz": nz}
        for key, size in sizes.items():
            group[key] = integers([size])
        group["p"], group["i"] = integers(p), integers(i)
        group["x"] = numpy.array([x for _, _, x in entries], dtype=float)

    def put_text(parent, name, text):
        kind = h5py.h5t.C_S1.copy()
        kind.set_size(len(text) + 1)
        dataset = h5py.h5d.create(parent.id, name.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR))
        dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, numpy.array(numpy.bytes_(text), f"S{len(text) + 1}"))

    local = "W" in problem
    with h5py.File(path, "w") as file:
        group = file.create_group("fclib_local" if local else "fclib_global")
        group["spacedim"] = integers([problem["dimension"]])
        vectors = group.create_group("vectors")
        for key, value in problem.items():
            if key in ("W", "M", "H"):
                put_matrix(group, key, value)
            elif key != "dimension":
                vectors[key] = numpy.array(value, dtype=float)
        info = group.create_group("info")
        for key, text in (("title", title), ("description", description), ("math_info", "")):
            put_text(info, key, text)


READERS = {
    "lcp": read_lcp,
    "mlcp": read_mlcp,
    "relay": read_relay,
    "fc2d": read_local,
    "global3d": read_global,
    "rolling3d": read_rolling,
    "gmp": read_mixed,
}


def convert(source, target, kind, name):
    stem, extension = os.path.splitext(name)
    path = os.path.join(source, kind, name)
    if extension == ".npz":
        problem, origin = read_contact_bench(path), "ContactBench"
    elif extension == ".dat" and kind in READERS:
        problem, origin = READERS[kind](Numbers(path)), "Siconos"
    else:
        return
    if "kind" in problem:
        folder = kind if problem["kind"] != "contact" else os.path.join("contact", kind)
    else:
        folder = os.path.join("contact", "fc3d" if kind == "global3d" and "W" in problem else kind)
    os.makedirs(os.path.join(target, folder), exist_ok=True)
    if "kind" in problem:
        write_json(problem, os.path.join(target, folder, stem + ".json"))
    else:
        path = os.path.join(target, folder, stem + ".hdf5")
        write_fclib(problem, path, stem, f"converted from {origin}'s {name}")


def main(source, target):
    for kind in [*READERS, "fc3d"]:
        folder = os.path.join(source, kind)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            convert(source, target, kind, name)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
