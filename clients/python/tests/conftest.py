"""Eight devices, and programs that several tests study."""

from __future__ import annotations

import jax
import pytest

# Before anything uses jax.
jax.config.update("jax_num_cpu_devices", 8)

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def product() -> str:
    """A product whose contracted dimension is split, and so long that the sum of the partial products is what is sent."""
    return """sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
"""
