import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-manual-axes-cleanup', () => {
  test('replicates manual axes that a sharding does not use, in mesh order', () => {
    expect(
      runText(
        'sdy-manual-axes-cleanup',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"z"}], replicated={"x"}>] out_shardings=[<@mesh, [{"z", ?}]>] manual_axes={"z", "x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"z"}], replicated={"x"}>] out_shardings=[<@mesh, [{"z", ?}], replicated={"x"}>] manual_axes={"x", "z"} (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  test('rejects manual axes without shardings', () => {
    expect(
      runText(
        'sdy-manual-axes-cleanup',
        `
sdy.mesh @mesh = <["x"=2]>
func.func @main() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"x"} () {
    %1 = stablehlo.constant dense<1.0> : tensor<8xf32>
    sdy.return
  } : () -> ()
  return
}`,
      ),
    )
      .toBe(`error: op has manual_axes when there are no in/out shardings and the body is not empty. This isn't allowed at this stage, please contact the Shardy team or file a bug.
`);
  });
});
