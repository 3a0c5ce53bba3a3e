import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sharding rules', () => {
  test('of users are kept, and operations without operands have none', () => {
    expect(
      runText(
        'func.func(sdy-populate-op-sharding-rules)',
        `
func.func @main(%a: tensor<4x6xf32>) {
 %0 = stablehlo.add %a, %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, k])->([i, j]) {i=4, j=6, k=6}, custom>} : tensor<4x6xf32>
 %1 = stablehlo.iota dim = 0 : tensor<4xi32>
 %2 = stablehlo.constant dense<1.0> : tensor<f32>
 return
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<4x6xf32>) {
    %0 = stablehlo.add %arg0, %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, k])->([i, j]) {i=4, j=6, k=6}, custom>} : tensor<4x6xf32>
    %1 = stablehlo.iota dim = 0 : tensor<4xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    return
  }
}
`);
  });

  test('of unknown operations are missed once per kind', () => {
    expect(
      runText(
        'func.func(sdy-populate-op-sharding-rules)',
        `
func.func @main() {
 %0 = stablehlo.replica_id : tensor<ui32>
 %1 = stablehlo.partition_id : tensor<ui32>
 %2 = stablehlo.replica_id : tensor<ui32>
 return
}`,
      ),
    ).toBe(`warning: op 'stablehlo.replica_id' is unknown to SDY sharding rule registry
module {
  func.func @main() {
    %0 = stablehlo.replica_id : tensor<ui32>
    %1 = stablehlo.partition_id : tensor<ui32>
    %2 = stablehlo.replica_id : tensor<ui32>
    return
  }
}
`);
  });
});
