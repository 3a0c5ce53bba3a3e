import { TensorShardingAttr, DimensionShardingAttr, AxisRefAttr } from '@shardform/dialect-sdy';
import { SymbolRefAttr } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { loadProgram } from '../load-module.ts';
import { loadedStudy } from '../loaded-study.ts';
import { type ChangeText, changeText } from './change-text.ts';

const PROGRAM = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4x4xf32> {jax.arg_info = "x"}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(f)/dot_general"("train/step.py":36:7))
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}`;

function constrained(name: string): ChangeText {
  const stdin = (): Uint8Array => new TextEncoder().encode(PROGRAM);
  const study = loadedStudy(loadProgram('-', { stdin, cwd: '/', colour: false }));
  const [value] = study.names.find(name);
  const dims = [[AxisRefAttr.get('x')], []].map((axes) => DimensionShardingAttr.get(axes, true));
  const sharding = TensorShardingAttr.get(SymbolRefAttr.get('mesh'), dims);
  return changeText({ kind: 'constrain', value: value!, sharding, now: null }, study, () => null);
}

test('a value to constrain has its name in the program, and its line', () => {
  expect(constrained('%0')).toEqual({
    change: "constrain dot_general (step.py:36) to P('x')",
    place: 'train/step.py:36',
    code: null,
  });
});

test('an argument to constrain is named, and a value without a line is called as in the text', () => {
  expect(constrained('%arg0')).toEqual({
    change: "constrain x to P('x')",
    place: null,
    code: "x = jax.lax.with_sharding_constraint(x, P('x'))",
  });
  expect(constrained('%1').change).toBe("constrain %1 to P('x')");
});
