"""Every example in a docstring gives what it says."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import stiction
import stiction._core


def documented():
    """Names with docstrings that have examples: of modules, classes, functions and methods, compiled or not."""
    modules = [stiction._core, stiction]
    modules += [importlib.import_module(info.name) for info in pkgutil.walk_packages(stiction.__path__, "stiction.")]
    found = {}
    for module in modules:
        found[module.__name__] = module.__doc__
        for name, member in vars(module).items():
            if name.startswith("__") or not (inspect.isclass(member) or callable(member)):
                continue
            if not str(getattr(member, "__module__", "")).startswith("stiction"):
                continue
            found[f"{module.__name__}.{name}"] = member.__doc__
            if inspect.isclass(member):
                found |= {f"{module.__name__}.{name}.{key}": part.__doc__ for key, part in vars(member).items()}
    texts = {}
    for name, text in found.items():
        if isinstance(text, str) and ">>>" in text:
            texts.setdefault(text, name)
    return [pytest.param(name, text, id=name) for text, name in texts.items()]


@pytest.mark.parametrize(("name", "text"), documented())
def test_examples_give_what_they_say(name, text):
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), {}, name, None, None)
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)


def test_everything_that_is_public_is_documented():
    for name in stiction.__all__:
        if name == "__version__":
            continue
        member = getattr(stiction, name)
        assert member.__doc__, name
        if inspect.isclass(member) and member.__module__ == "stiction":
            methods = [key for key, part in vars(member).items() if callable(part) and not key.startswith("_")]
            assert all(getattr(member, key).__doc__ for key in methods), (name, methods)


def test_there_are_examples_of_the_main_parts():
    names = {parameter.id for parameter in documented()}
    for name in ("solve_lcp", "solve_mlcp", "solve_mcp", "enumerate_lcp", "ContactProblem", "Model", "Scene", "World"):
        assert any(name in one.split(".") for one in names), name
