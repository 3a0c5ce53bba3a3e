"""The views of a study as a widget for notebooks: JupyterLab, VS Code, Colab, marimo."""

from __future__ import annotations

import base64
import functools
import pathlib
from typing import TYPE_CHECKING, Any

from .errors import UsageError

if TYPE_CHECKING:
    from ._machine import Machine
    from ._study import Study

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise UsageError('the widget needs anywidget; pip install "shardform[notebook]"') from error

_FOLDER = pathlib.Path(__file__).parent / "_widget"


@functools.cache
def _module() -> str:
    """Returns the script of the widget, with the page of the views in it."""
    page = base64.b64encode((_FOLDER / "page.html.gz").read_bytes()).decode()
    script = pathlib.Path(__file__).with_name("widget.js").read_text(encoding="utf-8")
    return script.replace("PAGE_OF_THE_VIEWS", page)


class StudyWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """Shards, why, collectives, graph, timeline, memory and plan of a program. It computes in the browser."""

    name = traitlets.Unicode().tag(sync=True)
    #: The program that is shown: another one after a plan was applied.
    text = traitlets.Unicode().tag(sync=True)
    #: The machine of times and memory.
    machine = traitlets.Unicode().tag(sync=True)
    #: Which view is open: `"shards"`, `"why"`, `"collectives"`, `"graph"`, `"timeline"`, `"memory"`, `"plan"`, ...
    view = traitlets.Unicode("shards").tag(sync=True)
    #: The value that is selected, as `study.explain` takes it; empty for none.
    selected = traitlets.Unicode("").tag(sync=True)
    #: The height in pixels.
    height = traitlets.Int(480).tag(sync=True)

    def __init__(self, study: Study, machine: Machine | None = None) -> None:
        # The script is read when the first widget is made, not by an import.
        type(self)._esm = _module()
        own = machine if isinstance(machine, str) else ""
        super().__init__(name=study.name, text=study.text, machine=own)
        self._study = study

    @property
    def study(self) -> Study:
        """The study of the program as it is shown: of the planned one after a plan was applied."""
        from ._study import study

        return self._study if self.text == self._study.text else study(self.text, partitioner=self._study.partitioner)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Adds what is seen without a kernel."""
        made = super()._repr_mimebundle_(**options)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        return {**data, **self._study._repr_mimebundle_()}, metadata

