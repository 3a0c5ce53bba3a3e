import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-constant-or-scalar-splitter', () => {
  test('gives each use of a constant and of what is computed from it a copy', () => {
    expect(
      runText(
        'sdy-constant-or-scalar-splitter',
        `
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
 %c = stablehlo.constant dense<1.0> : tensor<8xf32>
 %0 = stablehlo.exponential %c : tensor<8xf32>
 %1 = stablehlo.add %a, %0 : tensor<8xf32>
 %2 = stablehlo.multiply %1, %0 : tensor<8xf32>
 return %2, %0 : tensor<8xf32>, tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    %1 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    %2 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    %3 = stablehlo.exponential %0 : tensor<8xf32>
    %4 = stablehlo.exponential %1 : tensor<8xf32>
    %5 = stablehlo.exponential %2 : tensor<8xf32>
    %6 = stablehlo.add %arg0, %3 : tensor<8xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<8xf32>
    return %7, %5 : tensor<8xf32>, tensor<8xf32>
  }
}
`);
  });

  test('gives each use of a broadcast scalar a broadcast, but shares the scalar', () => {
    expect(
      runText(
        'sdy-constant-or-scalar-splitter',
        `
func.func @main(%a: tensor<8xf32>, %s: tensor<f32>) -> (tensor<8xf32>) {
 %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
 %1 = stablehlo.add %a, %0 : tensor<8xf32>
 %2 = stablehlo.multiply %1, %0 : tensor<8xf32>
 return %2 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> tensor<8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.add %arg0, %0 : tensor<8xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}
`);
  });

  test('copies the sharding groups of what it copies', () => {
    expect(
      runText(
        'sdy-constant-or-scalar-splitter',
        `
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 %c = stablehlo.constant dense<1.0> : tensor<8xf32>
 sdy.sharding_group %c group_id=0 : tensor<8xf32>
 %1 = stablehlo.add %a, %c : tensor<8xf32>
 %2 = stablehlo.multiply %1, %c : tensor<8xf32>
 return %2 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    sdy.sharding_group %0 group_id=0 : tensor<8xf32>
    %1 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    sdy.sharding_group %1 group_id=0 : tensor<8xf32>
    %2 = stablehlo.add %arg0, %0 : tensor<8xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}
`);
  });

  test('copies calls that compute constants, with their functions', () => {
    expect(
      runText(
        'sdy-constant-or-scalar-splitter',
        `
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 %0 = call @ones() : () -> tensor<8xf32>
 %1 = stablehlo.add %a, %0 : tensor<8xf32>
 %2 = stablehlo.multiply %1, %0 : tensor<8xf32>
 return %2 : tensor<8xf32>
}
func.func private @ones() -> tensor<8xf32> {
 %c = stablehlo.constant dense<1.0> : tensor<8xf32>
 return %c : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = call @ones_0() : () -> tensor<8xf32>
    %1 = call @ones_1() : () -> tensor<8xf32>
    %2 = stablehlo.add %arg0, %0 : tensor<8xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
  func.func private @ones() -> tensor<8xf32> {
    %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func private @ones_0() -> tensor<8xf32> attributes {sdy.original_func_name = "ones"} {
    %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func private @ones_1() -> tensor<8xf32> attributes {sdy.original_func_name = "ones"} {
    %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  test('leaves single uses alone', () => {
    expect(
      runText(
        'sdy-constant-or-scalar-splitter',
        `
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 %c = sdy.constant dense<1.0> : tensor<8xf32>
 %1 = stablehlo.add %a, %c : tensor<8xf32>
 return %1 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
  });
});
