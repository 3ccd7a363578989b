"""Siconos' Lemke solver on one problem, in a separate process: a crash or the time cap costs one run only."""
import time

import numpy as np
import siconos.numerics as numerics

import shared

TOLERANCE = 1e-8
LONG, BUDGET, RESOLVED = 0.05, 0.3, 0.04


def solve(matrix, vector, repeats, cap):
    """Returns {"outcome", "z", "iterations", "seconds"}; z is None if there is no answer."""
    return shared.apart(_solve, (np.asfortranarray(matrix), vector, repeats), cap, {"z": None, "iterations": 0})


def _solve(matrix, vector, repeats):
    numerics.numerics_set_verbose(0)
    wall, processor, answer = [], [], None
    for _ in range(repeats):
        options = numerics.SolverOptions(numerics.SICONOS_LCP_LEMKE)
        options.dparam[numerics.SICONOS_DPARAM_TOL] = TOLERANCE
        options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = max(options.iparam[numerics.SICONOS_IPARAM_MAX_ITER], 20000)
        problem = numerics.LCP(matrix, vector)
        z, w = np.zeros(len(vector)), np.zeros(len(vector))
        began, used = time.perf_counter(), time.process_time()
        info = numerics.linearComplementarity_driver(problem, z, w, options)
        wall.append(time.perf_counter() - began)
        processor.append(time.process_time() - used)
        if answer is None:
            iterations = int(options.iparam[numerics.SICONOS_IPARAM_ITER_DONE])
            answer = {"outcome": "solved" if info == 0 else f"info {info}", "z": z.copy(), "iterations": iterations}
        if wall[0] >= LONG or sum(wall) > BUDGET:
            break
    seconds = min(wall)
    if sum(processor) >= RESOLVED:
        seconds = min(seconds, sum(processor) / len(processor))
    answer["seconds"] = seconds
    return answer
