"""Linear and nonlinear complementarity problems."""

import json
import threading
import time

import numpy as np
import pytest
import scipy.sparse

import stiction

MATRIX, VECTOR = [[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0]


def test_prox_shows_every_iterate():
    answer, points = stiction.prox([[-1.0]], [1.0], r=0.5, start=[0.9], history=True)
    assert answer.solved and answer.z[0] == 0 and points.shape == (answer.effort.iterations + 1, 1)
    # Each point follows from the one before by the definition.
    np.testing.assert_allclose(points[1:], np.maximum(0, points[:-1] - 0.5 * (1 - points[:-1])), atol=1e-15)
    assert stiction.prox([[-1.0]], [1.0], r=0.5, start=[1.1]).outcome == "diverged"
    boxed, points = stiction.prox(np.eye(2), [-5, 5], r="global", lower=-1, upper=1, history=True)
    assert boxed.solved and (boxed.z == [1, -1]).all() and points.shape[1] == 2
    for r, message in ((0.0, "r: expected a finite number"), ("best", "found 'best'"), ([1], "r: expected a number")):
        with pytest.raises(stiction.InputError, match=message):
            stiction.prox([[1.0]], [1.0], r=r)
    with pytest.raises(stiction.InputError, match="history: expected at most"):
        stiction.prox([[1.0]], [1.0], r=1.0, max_iterations=10**9, history=True)


def test_an_answer_has_everything():
    answer = stiction.solve_lcp(MATRIX, VECTOR)
    assert (answer.outcome, answer.solved, answer.method) == ("solved", True, "auto")
    np.testing.assert_allclose(answer.z, [4 / 3, 7 / 3], rtol=1e-14)
    np.testing.assert_allclose(answer.w, 0, atol=1e-14)
    assert float(answer.residual) == answer.residual.scaled_natural <= 1e-10
    assert answer.effort.factorizations >= 1
    assert answer.certificate is None and answer.ray is None and answer.note is None
    shown = "Solution(solved by block-pivoting in 1 iteration: z = [1.3333, 2.3333], scaled natural residual "
    assert repr(answer).startswith(shown)
    assert answer.z is answer.z


@pytest.mark.parametrize("method", [name for name, _ in stiction.methods()])
def test_every_method_takes_arrays_lists_and_sparse_matrices(method):
    full = stiction.solve_lcp(np.array(MATRIX), np.array(VECTOR), method=method)
    assert full.solved, full
    listed = stiction.solve_lcp(MATRIX, VECTOR, method=method)
    transposed = stiction.solve_lcp(np.asfortranarray(MATRIX), np.array(VECTOR)[::1], method=method)
    assert (full.z == listed.z).all() and (full.z == transposed.z).all()
    sparse = stiction.solve_lcp(scipy.sparse.csr_matrix(MATRIX), VECTOR, method=method)
    np.testing.assert_allclose(sparse.z, full.z, rtol=1e-9)


def test_the_command_line_gives_the_same_bits(stiction_command, tmp_path):
    rng = np.random.default_rng(7)
    root = rng.normal(size=(12, 12))
    matrix, vector = root @ root.T + np.eye(12), rng.normal(size=12)
    problem = {"format": 1, "kind": "lcp", "matrix": matrix.tolist(), "vector": vector.tolist()}
    (tmp_path / "problem.json").write_text(json.dumps(problem))
    for method in ("auto", "lemke", "path", "interior-point"):
        told = stiction_command("solve", "problem.json", "--json", "--method", method, cwd=tmp_path)
        told = json.loads(told.stdout)
        answer = stiction.solve_lcp(matrix, vector, method=method)
        assert answer.z.tolist() == told["z"] and answer.w.tolist() == told["w"]
        assert answer.residual.natural == told["residual"]["natural"]
        assert answer.effort.iterations == told["effort"]["iterations"]


def test_no_solution_comes_with_a_proof_that_can_be_checked():
    answer = stiction.solve_lcp([[-1.0]], [-1.0])
    assert answer.outcome == "no-solution"
    proof = answer.certificate
    assert (proof.kind, proof.leaves, proof.radius) == ("farkas", 1, np.inf)
    assert proof.check([[-1.0]], [-1.0]) == np.inf
    with pytest.raises(stiction.InputError, match="the proof that there is no solution was rejected"):
        proof.check([[1.0]], [-1.0])


def test_a_tree_of_proofs():
    # Each row alone has solutions, both together have none.
    matrix, vector = [[0.0, -1.0], [1.0, 0.0]], [1.0, -1.0]
    listed = stiction.enumerate_lcp(matrix, vector)
    assert listed.outcome in ("solved", "no-solution") and listed.complete
    proof = stiction.enumerate_lcp([[-1.0]], [-1.0]).certificate
    assert proof.tree is None and proof.vector is not None


def test_a_mixed_problem_has_equations_and_boxes():
    answer = stiction.solve_mlcp(MATRIX, [-5, 6], [-np.inf, 0], [np.inf, 1])
    np.testing.assert_allclose(answer.z, [2.5, 0])
    free = stiction.solve_mlcp(MATRIX, VECTOR)
    np.testing.assert_allclose(free.z, np.linalg.solve(MATRIX, [5, 6]))
    boxed = stiction.solve_mlcp(MATRIX, VECTOR, 0, 1)
    np.testing.assert_allclose(boxed.z, [1, 1])
    assert (boxed.w < 0).all()


def test_all_solutions_are_listed():
    rod = stiction.enumerate_lcp([[-1.0]], [1.0])
    assert [solution.z.tolist() for solution in rod.solutions] == [[0.0], [1.0]]
    assert rod.complete and rod.outcome == "solved" and len(rod) == 2 and rod.certificate is None
    face = stiction.enumerate_lcp([[0.0]], [0.0]).faces[0]
    assert face.dimension == 1 and face.vertices.tolist() == [[0.0]] and face.rays.shape == (1, 1)
    with pytest.raises(stiction.InputError, match="enumeration takes at most 24 rows with bounds; this problem has 25"):
        stiction.enumerate_lcp(np.eye(25), -np.ones(25))


@pytest.mark.parametrize("jacobian", [lambda x: np.diag(3 * x**2), lambda x: scipy.sparse.diags(3 * x**2)])
@pytest.mark.parametrize("method", ["auto", "path", "fb-rlm", "fb-plm"])
def test_a_nonlinear_problem_is_python(jacobian, method):
    answer = stiction.solve_mcp(lambda x: x**3 - [8, -1], jacobian, [0, 0], None, [1.0, 1.0], method=method)
    assert answer.outcome == "solved", answer
    np.testing.assert_allclose(answer.z, [2, 0], atol=1e-6)


def test_what_a_function_raises_is_raised_again():
    def broken(x):
        raise LookupError("no such market")

    with pytest.raises(LookupError, match="no such market"):
        stiction.solve_mcp(broken, lambda x: np.eye(1), [0], None, [1.0])
    with pytest.raises(stiction.InputError, match=r"jacobian\(x\): expected 1 × 1 numbers, found 2 × 2"):
        stiction.solve_mcp(lambda x: x - 1, lambda x: np.eye(2), [0], None, [3.0])
    with pytest.raises(stiction.InputError, match=r"f\(x\): expected 1 numbers, found 2"):
        stiction.solve_mcp(lambda x: [1, 2], lambda x: np.eye(1), [0], None, [3.0])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: stiction.solve_lcp([[1, 2]], [1]), "matrix has 1 rows and 2 columns; expected a square matrix"),
        (lambda: stiction.solve_lcp([[1]], [1, 2]), "vector has 2 entries; expected 1, one per row of the matrix"),
        (lambda: stiction.solve_lcp([[np.nan]], [1]), r"matrix\[0\]\[0\] is NaN; expected a finite number"),
        (lambda: stiction.solve_lcp([[1]], [np.inf]), r"vector\[0\] is inf; expected a finite number"),
        (lambda: stiction.solve_lcp(np.zeros((0, 0)), []), "the problem has no rows; expected at least one"),
        (lambda: stiction.solve_lcp([1], [1]), "M: expected a matrix, found an array of 1 dimensions"),
        (lambda: stiction.solve_lcp([["x"]], [1]), "M: expected numbers"),
        (lambda: stiction.solve_lcp([[1]], [1], method="lemk"), "unknown method 'lemk'.*did you mean 'lemke'"),
        (
            lambda: stiction.solve_lcp([[1]], [1], tolerance=0),
            "tolerance: expected a finite number above zero, found 0",
        ),
        (lambda: stiction.solve_lcp([[1]], [1], start=[1, 2]), "start: expected 1 numbers, found 2"),
        (lambda: stiction.solve_mlcp([[1]], [1], [2], [1]), r"lower\[0\] = 2 exceeds upper\[0\] = 1"),
        (
            lambda: stiction.solve_mlcp([[1]], [1], [np.nan], [1]),
            r"lower\[0\] is NaN; expected a finite number or -inf",
        ),
        (lambda: stiction.solve_mcp(abs, abs, [0], None, [1.0], method="lemke"), "takes linear problems only"),
    ],
)
def test_bad_input_is_told_in_the_command_lines_words(call, words):
    with pytest.raises(stiction.InputError, match=words) as told:
        call()
    assert isinstance(told.value, ValueError)


def test_time_is_limited_and_other_threads_go_on():
    rng = np.random.default_rng(3)
    root, vector = rng.normal(size=(1500, 1500)), rng.normal(size=1500)
    matrix = root @ root.T
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    answer = stiction.solve_lcp(matrix, vector, method="interior-point", time_limit=0.3)
    stop.set()
    thread.join()
    assert answer.outcome == "interrupted"
    assert counted[0] > 20
