import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-basic-propagate', () => {
  test('moves axes forward, backward and between operands', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}, %b: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>}) {
 %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
 return %0 : tensor<8x4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}, %arg1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y", ?}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y"}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
`);
  });

  test('shards contracting dimensions alike', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y", ?}]>}, %b: tensor<16x4xf32>) -> (tensor<8x4xf32>) {
 %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
 return %0 : tensor<8x4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y", ?}]>}, %arg1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}, {?}]>}) -> tensor<8x4xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
`);
  });

  test('moves nothing where an axis has another use in some tensor', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %b: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x", ?}]>}) -> (tensor<8x4xf32>) {
 %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
 return %0 : tensor<8x4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x", ?}]>}) -> tensor<8x4xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
`);
  });

  test('respects closed dimensions and replicated axes', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>}) -> (tensor<8x8xf32>) {
 %0 = stablehlo.add %a, %b : tensor<8x8xf32>
 %1 = stablehlo.negate %0 : tensor<8x8xf32>
 %2 = sdy.sharding_constraint %1 <@mesh, [{?}, {?}], replicated={"y"}> : tensor<8x8xf32>
 return %2 : tensor<8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y", ?}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}]>]>} : tensor<8x8xf32>
    %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}]>]>} : tensor<8x8xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{?}, {?}], replicated={"y"}> : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
`);
  });

  test('splits axes along the factors of a reshape, and joins the parts again', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<16xf32> {
 %0 = stablehlo.reshape %a : (tensor<16xf32>) -> tensor<4x4xf32>
 %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
 %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
 %3 = stablehlo.reshape %2 : (tensor<4x4xf32>) -> tensor<16xf32>
 return %3 : tensor<16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)4, ?}, {"x":(4)2, ?}]>]>} : (tensor<16xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(4)2, ?}, {"x":(1)4, ?}]>]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)4, ?}, {"x":(4)2, ?}]>]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.reshape %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : (tensor<4x4xf32>) -> tensor<16xf32>
    return %3 : tensor<16xf32>
  }
}
`);
  });

  test('keeps axes behind an indivisible factor with the factor', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=4, "y"=3]>
func.func @main(%a: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> tensor<2x6xf32> {
 %0 = stablehlo.reshape %a : (tensor<12xf32>) -> tensor<2x6xf32>
 return %0 : tensor<2x6xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=4, "y"=3]>
  func.func @main(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, ?}, {"x":(2)2, "y", ?}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)2, ?}, {"x":(2)2, "y", ?}]>]>} : (tensor<12xf32>) -> tensor<2x6xf32>
    return %0 : tensor<2x6xf32>
  }
}
`);
  });

  test('does not split axes in conservative mode', () => {
    expect(
      runText(
        'sdy-basic-propagate{conservative-propagation=true}',
        `
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4x4xf32> {
 %0 = stablehlo.reshape %a : (tensor<16xf32>) -> tensor<4x4xf32>
 return %0 : tensor<4x4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4x4xf32> {
    %0 = stablehlo.reshape %arg0 : (tensor<16xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
`);
  });

  test('erases dead operations', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
 %0 = stablehlo.negate %a : tensor<8xf32>
 %1 = stablehlo.add %0, %0 : tensor<8xf32>
 return
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    return
  }
}
`);
  });

  test('moves nothing between different meshes', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["x"=2], device_ids=[1, 0]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{?}]>}) -> tensor<8xf32> {
 %0 = stablehlo.add %a, %b : tensor<8xf32>
 return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @a = <["x"=2]>
  sdy.mesh @b = <["x"=2], device_ids=[1, 0]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{?}]>}) -> tensor<8xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  test('keeps rules when told', () => {
    expect(
      runText(
        'sdy-basic-propagate{keep-sharding-rules=true}',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 %0 = stablehlo.negate %a : tensor<8xf32>
 return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.negate %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  test('passes barriers in the allowed direction only', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>, %c: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<8xf32>) {
 %0 = sdy.propagation_barrier %a allowed_direction=FORWARD : tensor<8xf32>
 %1 = sdy.propagation_barrier %b allowed_direction=FORWARD : tensor<8xf32>
 %2 = sdy.propagation_barrier %c allowed_direction=NONE : tensor<8xf32>
 return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32>, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<8xf32>) {
    %0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<8xf32>
    %1 = sdy.propagation_barrier %arg1 allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", ?}]>]>} : tensor<8xf32>
    %2 = sdy.propagation_barrier %arg2 allowed_direction=NONE : tensor<8xf32>
    return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
}
`);
  });

  test('rejects dynamic shapes', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
 %0 = stablehlo.abs %a : tensor<?xf32>
 return %0 : tensor<?xf32>
}`,
      ),
    ).toBe(`error: Shardy propagation only supports ranked tensors with a static shape. type: 'tensor<?xf32>'
`);
  });

  test('rejects several functions of which none is main or public, where upstream aborts', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
func.func private @f() {
 return
}
func.func private @g() {
 return
}`,
      ),
    ).toBe(`error: 'func.func' op is one of several functions, none of which is @main or public
`);
  });
});
