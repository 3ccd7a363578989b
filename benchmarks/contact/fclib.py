"""FCLIB files as SciPy matrices, and the common measure of both programs."""
import h5py
import numpy as np
import scipy.sparse
import scipy.sparse.linalg


def matrix(group):
    rows, columns, kind = (int(group[name][0]) for name in ("m", "n", "nz"))
    p, i, x = (group[name][:] for name in ("p", "i", "x"))
    if kind >= 0:
        return scipy.sparse.coo_matrix((x[:kind], (i[:kind], p[:kind])), shape=(rows, columns)).tocsc()
    store = scipy.sparse.csc_matrix if kind == -1 else scipy.sparse.csr_matrix
    return store((x, i, p), shape=(rows, columns)).tocsc()


def read(path):
    """Returns W, b, friction of a file with contacts in space; a global problem is condensed first."""
    with h5py.File(path, "r") as file:
        if "fclib_local" in file:
            group = file["fclib_local"]
            delassus, free = matrix(group["W"]), group["vectors/q"][:]
        else:
            group = file["fclib_global"]
            mass, jacobian = matrix(group["M"]), matrix(group["H"])
            solve = scipy.sparse.linalg.splu(mass.tocsc()).solve
            delassus = scipy.sparse.csc_matrix(jacobian.T @ solve(jacobian.toarray()))
            free = jacobian.T @ solve(group["vectors/f"][:]) + group["vectors/w"][:]
        friction = group["vectors/mu"][:]
    assert len(free) == 3 * len(friction), f"{path}: expected spatial contacts"
    return delassus, np.ascontiguousarray(free), np.ascontiguousarray(friction)


def ruler(problem, impulses):
    """The largest natural map of a contact, in m/s, over the largest unconstrained velocity; large impulses do not reduce it."""
    delassus, free, friction = problem
    if impulses is None or not np.all(np.isfinite(impulses)):
        return float("inf")
    p, u = impulses.reshape(-1, 3), (delassus @ impulses + free).reshape(-1, 3)
    r = 1 / delassus.diagonal().reshape(-1, 3).mean(axis=1)
    y = p - r[:, None] * u
    normal = np.maximum(y[:, 0], 0)
    size = np.linalg.norm(y[:, 1:], axis=1)
    share = np.minimum(1, friction * normal / np.maximum(size, 1e-300))
    projected = np.column_stack([normal, y[:, 1:] * share[:, None]])
    return float((np.linalg.norm(p - projected, axis=1) / r).max() / np.abs(free).max())
