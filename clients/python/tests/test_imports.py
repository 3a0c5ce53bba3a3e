"""Models of other frameworks are programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import shardform as sf


def test_a_model_of_onnx_has_its_weights_as_arguments() -> None:
    onnx = pytest.importorskip("onnx")
    make, kind = onnx.helper, onnx.TensorProto.FLOAT
    weights = [np.ones((8, 16), np.float32), np.full((16, 4), 2, np.float32)]
    graph = make.make_graph(
        [make.make_node("MatMul", ["x", "w0"], ["h"]), make.make_node("MatMul", ["h", "w1"], ["y"])],
        "mlp",
        [make.make_tensor_value_info("x", kind, [2, 8])],
        [make.make_tensor_value_info("y", kind, [2, 4])],
        [onnx.numpy_helper.from_array(own, f"w{i}") for i, own in enumerate(weights)],
    )
    study = sf.study(make.make_model(graph, opset_imports=[make.make_opsetid("", 17)]))
    shapes = {row.name: row.shape for row in study.shardings if row.kind == "argument"}
    assert shapes == {"x": (2, 8), "w0": (8, 16), "w1": (16, 4)}
    run = study.run(np.ones((2, 8), np.float32), *weights)
    np.testing.assert_array_equal(run.results[0], np.full((2, 4), 256))


def test_an_exported_program_of_torch_computes_what_torch_does() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnxscript")
    torch.manual_seed(0)
    model: Any = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4))
    x = torch.ones(2, 8)
    study = sf.study(torch.export.export(model, (x,)))
    arguments = [row for row in study.shardings if row.kind == "argument"]
    given = {"input": x, **dict(model.named_parameters())}
    assert [row.name for row in arguments] == list(given)
    arrays = [own.detach().numpy() for own in given.values()]
    assert [own.shape for own in arrays] == [tuple(row.shape) for row in arguments]
    run = study.run(*arrays)
    np.testing.assert_allclose(run.results[0], model(x).detach().numpy(), rtol=1e-5)
