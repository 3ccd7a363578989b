"""Siconos' solvers on one contact problem, each in a separate process: a crash or the time cap costs one run only."""
import time

import numpy as np
import scipy.sparse
import siconos.numerics as numerics

import shared

SOLVERS = {
    "NSGS": (numerics.SICONOS_FRICTION_3D_NSGS, 10**7),
    "NSGS-quartic": (numerics.SICONOS_FRICTION_3D_NSGS, 10**7),
    "NSN_AC": (numerics.SICONOS_FRICTION_3D_NSN_AC, 1000),
    "NSN_FB": (numerics.SICONOS_FRICTION_3D_NSN_FB, 1000),
    "NSN_NM": (numerics.SICONOS_FRICTION_3D_NSN_NM, 1000),
    "PROX": (numerics.SICONOS_FRICTION_3D_PROX, 1000),
    "ADMM": (numerics.SICONOS_FRICTION_3D_ADMM, 10**7),
    "TFP": (numerics.SICONOS_FRICTION_3D_TFP, 2000),
    "ACLMFP": (numerics.SICONOS_FRICTION_3D_ACLMFP, 1000),
}
# These want compressed columns, the others 3×3 blocks, which are the fastest storage for their sweeps.
SPARSE = {"NSN_AC", "NSN_FB", "NSN_NM", "ADMM"}
LONG, BUDGET = 0.05, 0.2


def solve(problem, name, tolerance, cap):
    """Returns {"outcome", "impulses", "seconds"}; impulses is None if there is no answer."""
    return shared.apart(_solve, (problem, name, tolerance), cap, {"impulses": None})


def _solve(problem, name, tolerance):
    numerics.numerics_set_verbose(0)
    delassus, free, friction = problem
    stored = scipy.sparse.csc_matrix(delassus)
    stored.indices, stored.indptr = stored.indices.astype(np.int64), stored.indptr.astype(np.int64)
    kind, iterations = SOLVERS[name]
    walls, answer = [], None
    while True:
        data = stored if name in SPARSE else numerics.SBM_from_csparse(3, stored)[1]
        posed = numerics.FrictionContactProblem(3, data, free.copy(), friction.copy())
        options = numerics.SolverOptions(kind)
        if name == "NSGS-quartic":
            numerics.solver_options_update_internal(options, 0, numerics.SICONOS_FRICTION_3D_ONECONTACT_QUARTIC)
        options.dparam[numerics.SICONOS_DPARAM_TOL] = tolerance
        options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = iterations
        impulses, velocities = np.zeros(len(free)), np.zeros(len(free))
        began = time.perf_counter()
        info = numerics.fc3d_driver(posed, impulses, velocities, options)
        walls.append(time.perf_counter() - began)
        if answer is None:
            answer = {"outcome": "solved" if info == 0 else f"info {info}", "impulses": impulses.copy()}
        if walls[0] >= LONG or sum(walls) > BUDGET:
            break
    answer["seconds"] = min(walls)
    return answer
