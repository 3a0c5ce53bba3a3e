"""The lines of the README run as they stand."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest

README = pathlib.Path(__file__).parents[1] / "README.md"


def test_the_ten_lines_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    namespace: dict[str, object] = {}
    exec(blocks[0], namespace)
    shown = capsys.readouterr().out
    assert "all_reduce" in shown and "p['wi']" in shown and "a step" in shown
    for block in blocks[1:]:
        exec(block, namespace)


def test_the_readme_of_the_repository_shows_the_page_that_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    text = (README.parents[2] / "README.md").read_text(encoding="utf-8")
    code, page = re.findall(r"```(?:python)?\n(import jax.*?|mlp: .*?)```", text, re.DOTALL)
    exec(compile(code, "mlp.py", "exec"), {})
    shown = capsys.readouterr().out
    assert re.sub(r"jaxlib [\d.]+", "jaxlib 0.10.2", shown) == page


def test_the_tutorial_runs_and_a_failing_test_says_what_it_shows() -> None:
    tutorial = README.parents[2] / "docs" / "tutorials" / "python.md"
    text = tutorial.read_text(encoding="utf-8")
    namespace: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, "model.py", "exec"), namespace)
    with pytest.raises(AssertionError) as raised:
        namespace["test_step_gathers_nothing"]()
    (shown,) = re.findall(r"```\n(step, .*?)```", text, re.DOTALL)
    # The versions of jaxlib differ.
    assert re.sub(r"jaxlib [\d.]+", "jaxlib 0.10.2", f"{raised.value}\n") == shown
