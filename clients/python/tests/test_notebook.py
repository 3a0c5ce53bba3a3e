"""The tutorial runs as it stands, and its widget carries what is seen without a kernel."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

TUTORIAL = pathlib.Path(__file__).parents[1] / "notebooks" / "sharding.ipynb"


def test_the_tutorial_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("anywidget")
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()

    def output(source: str) -> Any:
        (cell,) = [cell for cell in notebook.cells if cell.source == source]
        return cell.outputs[-1].data

    assert "all_gather" in output("s.collectives")["text/plain"]
    assert "<table>" in output("s.collectives")["text/html"]
    widget = output('w = s.widget("a100x8")\nw')
    assert {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"} <= set(widget)
    assert "equal to jax" in output("s.run()")["text/plain"]


def test_the_widget_follows_its_program(product: str) -> None:
    pytest.importorskip("anywidget")
    import shardform as sf

    study = sf.study(product)
    widget = study.widget("t3k")
    assert widget.study is study
    widget.text = product.replace('[{}, {"x"}]', '[{"x"}, {}]')
    assert widget.study.totals.count_by_kind == {"all_gather": 1}
