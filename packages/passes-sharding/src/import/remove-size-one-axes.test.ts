import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-remove-size-one-axes', () => {
  test('removes axes of one device, and priorities of what is left empty and closed', () => {
    expect(
      runText(
        'sdy-remove-size-one-axes',
        `
sdy.mesh @mesh = <["x"=2, "u"=1, "v"=1]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"u", "x", "v"}p1, {?}p2]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"u"}p1, {"v", ?}p0]>}) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x", "u"}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "u"=1, "v"=1]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {?}p2]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}p0]>}) -> tensor<8x8xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
`);
  });

  test('changes nothing without such axes', () => {
    expect(
      runText(
        'sdy-remove-size-one-axes',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}p1]>}) {
 return
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}p1]>}) {
    return
  }
}
`);
  });

  test('joins the parts of an axis that stood around one', () => {
    expect(
      runText(
        'sdy-remove-size-one-axes',
        `
sdy.mesh @mesh = <["a"=1, "x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "a", "x":(2)2}]>}) {
 return
}`,
      ),
    ).toContain('#sdy.sharding<@mesh, [{"x"}]>');
  });
});
