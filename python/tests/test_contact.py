"""Contact problems."""

import json
import pickle
import re

import numpy as np
import pytest
import scipy.sparse

import stiction


def sliding(**options):
    return stiction.ContactProblem.from_arrays(np.eye(3), [-0.5, 1.0, 0.0], mu=0.5, **options)


def test_a_mass_that_falls_and_slides():
    answer = sliding(labels=["foot"]).solve()
    assert answer.outcome == "solved" and answer.solved and answer.modes == ["slip"]
    np.testing.assert_allclose(answer.impulses, [0.5, -0.25, 0], atol=1e-12)
    np.testing.assert_allclose(answer.velocities, [0, 0.75, 0], atol=1e-12)
    assert answer.residual.relative <= 1e-8 and float(answer.residual) == answer.residual.relative
    assert answer.null_space() == 0 and answer.certificate is None


def test_laws_of_every_kind():
    laws = [
        {"law": "coulomb", "friction": 0.5},
        {"law": "unilateral"},
        {"law": "bilateral", "rows": 2},
        {"law": "bounded", "lower": -1, "upper": 1},
    ]
    rng = np.random.default_rng(1)
    root = rng.normal(size=(7, 9))
    problem = stiction.ContactProblem.from_arrays(root @ root.T, rng.normal(size=7), laws=laws)
    assert problem.laws == laws
    answer = problem.solve()
    assert answer.solved
    np.testing.assert_allclose(answer.w[4:6], 0, atol=1e-7)
    np.testing.assert_allclose(problem.W @ answer.z + problem.b, answer.w, atol=1e-12)


def test_plane_space_sparse_and_primal_agree():
    planar = stiction.ContactProblem.from_arrays(np.eye(4), [-1, 0.1, -1, 5], mu=[0.5, 0.2])
    assert [law["law"] for law in planar.laws] == ["planar-coulomb"] * 2
    assert planar.solve().modes == ["stick", "slip"]
    sparse = stiction.ContactProblem.from_arrays(scipy.sparse.eye(3), [-0.5, 1, 0], mu=[0.5])
    np.testing.assert_allclose(sparse.solve().z, sliding().solve().z, atol=1e-12)
    primal = stiction.ContactProblem.from_primal(np.eye(3), np.eye(3), [-0.5, 1, 0], [0, 0, 0], mu=0.5)
    np.testing.assert_allclose(primal.solve().z, sliding().solve().z, atol=1e-12)


def test_recorded_problems_give_the_command_lines_bits(stiction_command, root):
    files = sorted((root / "data" / "contact" / "fc3d").glob("*.hdf5"))[:3]
    assert files
    for path in files:
        told = json.loads(stiction_command("solve", str(path), "--json").stdout)
        answer = stiction.ContactProblem.load(path).solve()
        assert answer.outcome == told["outcome"]
        assert answer.impulses.tolist() == told["impulses"]
        assert answer.velocities.tolist() == told["velocities"]
        assert answer.residual.relative == told["residual"]["relative"]
        assert answer.residual.fclib == told["residual"]["fclib"]
        assert answer.answered_by == told["answered_by"]


def test_problems_go_through_files(tmp_path):
    problem = stiction.ContactProblem.example("box-sliding")
    for name in ("problem.json", "problem.hdf5"):
        problem.save(tmp_path / name)
        again = stiction.ContactProblem.load(tmp_path / name)
        assert (again.W == problem.W).all() and (again.b == problem.b).all()
        assert [law["law"] for law in again.laws] == [law["law"] for law in problem.laws]
    sent = pickle.loads(pickle.dumps(problem))
    assert (sent.W == problem.W).all() and sent.laws == problem.laws and sent.name == problem.name
    assert (sent.solve().z == problem.solve().z).all()


def test_methods_are_compared_in_a_table():
    comparison = sliding().compare()
    assert len(comparison) == len(stiction.contact_methods()) and not comparison.faults
    assert comparison["newton"].solved and comparison[0].method == "auto"
    text = repr(comparison)
    assert re.fullmatch(r"Comparison: \d+ of \d+ methods solved the problem", text.splitlines()[0])
    assert text.splitlines()[1].split()[:2] == ["method", "outcome"] and "newton" in text
    frame = comparison.to_pandas()
    assert frame.loc["auto", "outcome"] == "solved" and frame.loc["auto", "relative"] <= 1e-8
    assert "<td>newton</td>" in comparison._repr_html_()


def test_settings_go_by_the_command_lines_names():
    pyramid = stiction.ContactProblem.from_arrays(np.eye(3), [-0.5, 1.0, 0.3], mu=0.5)
    coarse = pyramid.solve("mlcp-lemke", facets=4, alignment="fixed")
    assert coarse.outcome == "model-solved" and coarse.model[1] <= 1e-8
    assert pyramid.solve("mlcp-lemke", facets=16, alignment="slip").outcome == "solved"
    assert pyramid.solve("prox", sweep="jacobi", prox_scaling=0.5).solved


def test_modes_are_enumerated():
    solutions, complete, reason = stiction.ContactProblem.example("rod-several").enumerate()
    assert len(solutions) == 3 and complete and "linear" in reason
    assert {solution["modes"][0] for solution in solutions} == {"open", "stick", "slip forward"}


def test_no_solution_without_friction_is_proved():
    laws = [{"law": "unilateral"}]
    answer = stiction.ContactProblem.from_arrays([[1e-3]], [-1.0], laws=laws).solve()
    assert answer.solved
    clash = stiction.ContactProblem.from_arrays([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0], laws=laws * 2)
    answer = clash.solve("mlcp-lemke")
    assert answer.outcome == "no-solution" and answer.certificate.kind == "farkas"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: stiction.ContactProblem.from_arrays(np.eye(3), [1, 2], mu=0.5), "mu: expected one number per contact"),
        (lambda: stiction.ContactProblem.from_arrays(np.eye(3), [1, 2, 3], mu=[-1]), r"law 0 \(coulomb\): expected"),
        (
            lambda: stiction.ContactProblem.from_arrays(np.eye(6), [1, 2, 3], mu=0.5),
            "laws: expected 6 rows in total, one per row of the matrix, found 3",
        ),
        (lambda: stiction.ContactProblem.from_arrays(np.eye(3), [1, 2, 3]), "expected either mu"),
        (lambda: stiction.ContactProblem.from_arrays(np.eye(1), [1], laws=[{"law": "sticky"}]), "found 'sticky'"),
        (lambda: sliding().solve("nsg"), "unknown method 'nsg' for a contact problem.*did you mean 'nsgs'"),
        (lambda: sliding().solve(facets=2), "facets: expected a number from 3 to 64, found 2"),
        (lambda: sliding().solve(facet=8), "unknown setting 'facet'"),
        (lambda: stiction.ContactProblem.load("nowhere.json"), "nowhere.json: "),
        (lambda: stiction.ContactProblem.example("nothing"), "expected a name listed by `stiction examples`"),
    ],
)
def test_bad_input_is_told(call, words):
    with pytest.raises(stiction.InputError, match=words):
        call()


def test_a_files_error_has_the_command_lines_words(stiction_command, tmp_path):
    text = (
        '{"format": 1, "kind": "contact", "delassus": [[1]], "free_velocity": ["x"], "laws": [{"law": "unilateral"}]}'
    )
    (tmp_path / "problem.json").write_text(text)
    told = stiction_command("solve", str(tmp_path / "problem.json"))
    with pytest.raises(stiction.InputError) as raised:
        stiction.ContactProblem.load(tmp_path / "problem.json")
    assert told.stderr == f"error: {raised.value}\n" and told.returncode == 2


def test_every_iterate_of_prox_on_a_contact_problem():
    problem = stiction.ContactProblem.from_arrays(np.eye(3), [-0.5, 1, 0], mu=0.5)
    for sweep in ("jacobi", "gauss-seidel"):
        answer, impulses = stiction.prox(problem, r=0.25, sweep=sweep, history=True)
        assert answer.outcome == "solved" and len(impulses) == answer.effort.iterations + 1
        # With W = I the error of the normal impulse is (1 - r)^k / 2.
        steps = np.arange(len(impulses))
        np.testing.assert_allclose(0.5 - impulses[:, 0], 0.5 * 0.75**steps, atol=1e-12)
        assert np.linalg.norm(impulses[-1] - [0.5, -0.25, 0]) < 1e-6
    assert stiction.prox(problem, r="contact").outcome == "solved"
    for wrong, message in [({"q": [1.0]}, "leave out q"), ({"lower": 0}, "leave out q")]:
        with pytest.raises(stiction.InputError, match=message):
            stiction.prox(problem, r=0.5, **wrong)
    with pytest.raises(stiction.InputError, match="sweep: only for a contact problem"):
        stiction.prox([[1.0]], [-1.0], r=0.5, sweep="jacobi")
    with pytest.raises(stiction.InputError, match="r: expected 'global', 'contact', 'adaptive'"):
        stiction.prox(problem, r="row")


def test_parameters_of_levenberg_and_marquardt():
    W = [[2, 0.5, 0.2], [0.5, 1.5, 0.1], [0.2, 0.1, 1]]
    problem = stiction.ContactProblem.from_arrays(W, [-0.5, 1, 0.3], mu=0.5)
    usual = problem.solve("mncp-rlm")
    damped = problem.solve("mncp-rlm", levenberg_marquardt={"damping": 1e3, "damping_factor": 2})
    assert usual.outcome == damped.outcome == "solved"
    assert damped.effort.iterations > usual.effort.iterations
    linear = stiction.solve_lcp([[2, 1], [1, 2]], [-5, -6], method="fb-rlm", levenberg_marquardt={"damping": 1e3})
    assert linear.outcome == "solved"
    for wrong, message in [
        ({"lambda": 1.0}, "unknown parameter 'lambda'"),
        ({"memory": 0.5}, "memory: expected a whole number, 1 or more, found 0.5"),
        ({"damping": "high"}, "damping: expected a number"),
    ]:
        with pytest.raises(stiction.InputError, match=message):
            problem.solve("mncp-rlm", levenberg_marquardt=wrong)
