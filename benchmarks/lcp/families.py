"""The families of linear complementarity problems that both programs solve, from seeds.

spd    M = B B' + I, B and q standard normal
psd    M = B B' with B of n/2 columns; q such that a degenerate solution is known (a third of z_i = w_i = 0)
murty  unit upper triangular with 2 above the diagonal, q = -1: exponential for some pivot rules
fathi  the Gram matrix of murty's: exponential too, and positive definite
st     one step of a stack of unit boxes as a Stewart-Trinkle LCP: friction pyramids of 8 directions, four
       contacts per face with slightly tilted frames, masses spread 100:1; n boxes give order 40 n
"""
import numpy as np

SIZES = {"spd": (16, 64, 256, 512), "psd": (64, 256), "st": (1, 2, 4, 8), "murty": (8, 16, 64), "fathi": (8, 16, 64, 128)}
SEEDED = ("spd", "psd", "st")


def spd(n, rng):
    factor = rng.standard_normal((n, n))
    return factor @ factor.T + np.eye(n), rng.standard_normal(n)


def psd(n, rng):
    factor = rng.standard_normal((n, max(1, n // 2)))
    matrix = factor @ factor.T
    side = rng.integers(0, 3, n)
    z = np.where(side == 0, rng.uniform(0, 1, n), 0.0)
    w = np.where(side == 1, rng.uniform(0, 1, n), 0.0)
    return matrix, w - matrix @ z


def murty(n, _):
    return np.eye(n) + 2 * np.triu(np.ones((n, n)), 1), -np.ones(n)


def fathi(n, _):
    matrix, vector = murty(n, None)
    return matrix @ matrix.T, vector


def st(boxes, rng, directions=8, friction=0.5, time_step=0.01):
    """[Jn A Jn', Jn A D', 0; D A Jn', D A D', E; friction, -E', 0] in (normal, tangential, sliding speed)."""
    contacts = 4 * boxes
    inverse_mass = np.zeros(6 * boxes)
    velocity = np.zeros(6 * boxes)
    for box in range(boxes):
        mass = 10.0 ** rng.uniform(-1, 1)
        linear, angular = slice(6 * box, 6 * box + 3), slice(6 * box + 3, 6 * box + 6)
        inverse_mass[linear], inverse_mass[angular] = 1 / mass, 6 / mass
        velocity[linear] = [rng.normal(0, 0.3), rng.normal(0, 0.3), -9.81 * time_step]
        velocity[angular] = rng.normal(0, 0.3, 3)
    jacobian = np.zeros((contacts, 3, 6 * boxes))
    corners = [(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
    for contact in range(contacts):
        box, (x, y) = contact // 4, corners[contact % 4]
        normal = np.array([rng.normal(0, 1e-2), rng.normal(0, 1e-2), 1.0])
        normal /= np.linalg.norm(normal)
        first = np.cross([0, 1, 0], normal)
        first /= np.linalg.norm(first)
        for axis, direction in enumerate((normal, first, np.cross(normal, first))):
            # the box above, and the one below unless that is the floor
            for body, height, sign in ((box, -0.5, 1.0), (box - 1, 0.5, -1.0)):
                if body >= 0:
                    jacobian[contact, axis, 6 * body:6 * body + 3] = sign * direction
                    jacobian[contact, axis, 6 * body + 3:6 * body + 6] = sign * np.cross([x, y, height], direction)
    angles = 2 * np.pi * np.arange(directions) / directions
    spokes = np.cos(angles)[:, None] * jacobian[:, None, 1] + np.sin(angles)[:, None] * jacobian[:, None, 2]
    rows = np.vstack([jacobian[:, 0], spokes.reshape(contacts * directions, -1)])
    block = np.kron(np.eye(contacts), np.ones((directions, 1)))
    forces = contacts * (directions + 1)
    matrix = np.zeros((forces + contacts, forces + contacts))
    matrix[:forces, :forces] = (rows * inverse_mass) @ rows.T
    matrix[contacts:forces, forces:] = block
    matrix[forces:, :contacts] = friction * np.eye(contacts)
    matrix[forces:, contacts:forces] = -block.T
    return matrix, np.concatenate([rows @ velocity, np.zeros(contacts)])


def problems(families, seeds):
    """Yields (family, size, seed, matrix, vector)."""
    make = {"spd": spd, "psd": psd, "murty": murty, "fathi": fathi, "st": st}
    for family in families:
        for size in SIZES[family]:
            for seed in range(seeds if family in SEEDED else 1):
                matrix, vector = make[family](size, np.random.default_rng(1000 * seed + size))
                yield family, size, seed, matrix, vector


def write(path, matrix, vector):
    """The order as a little-endian unsigned 64-bit number, the matrix column by column, the vector."""
    with open(path, "wb") as file:
        file.write(np.array([len(vector)], "<u8").tobytes())
        file.write(np.asarray(matrix, "<f8").tobytes(order="F"))
        file.write(np.asarray(vector, "<f8").tobytes())
