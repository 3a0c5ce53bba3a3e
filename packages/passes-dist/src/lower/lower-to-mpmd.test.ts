import { FragmentOp } from '@shardform/dialect-mpmd';
import type { ModuleOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, runSequential } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { distContext, parsed, transformed } from '../../tests/dist-programs.ts';
import { scheduleNames } from '../schedule/named-schedules.ts';

const t = 'tensor<12x4xf32>';
const w = 'tensor<4x4xf32>';
/** A training step of two layers. */
const step = `func.func @main(%u: ${w}, %v: ${w}, %x: ${t}, %z: ${t}) -> (tensor<f32>, ${w}, ${w}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (${t}, ${w}) -> ${t}
  %y = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (${t}, ${w}) -> ${t}
  %g = stablehlo.subtract %y, %z : ${t}
  %q = stablehlo.multiply %g, %g : ${t}
  %l = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (${t}, tensor<f32>) -> tensor<f32>
  %dv = stablehlo.dot_general %a, %g, contracting_dims = [0] x [0] : (${t}, ${t}) -> ${w}
  %ga = stablehlo.dot_general %g, %v, contracting_dims = [1] x [1] : (${t}, ${w}) -> ${t}
  %du = stablehlo.dot_general %x, %ga, contracting_dims = [0] x [0] : (${t}, ${t}) -> ${w}
  %nu = stablehlo.subtract %u, %du : ${w}
  %nv = stablehlo.subtract %v, %dv : ${w}
  return %l, %nu, %nv : tensor<f32>, ${w}, ${w}
}`;

// Small integers, so that sums in another order are the same.
const inputs = [[4, 4] as const, [4, 4] as const, [12, 4] as const, [12, 4] as const].map((shape, seed) =>
  arrayOf(
    'f32',
    shape,
    Array.from({ length: shape[0] * shape[1] }, (_, i) => (((seed + 2) * (i + 3)) % 5) - 2),
  ),
);

const lowered = (schedule: string): string =>
  `dist-import,dist-place-stages{stages=2 batch=2,3},dist-pipeline{microbatches=3 schedule=${schedule} batch=2,3},dist-lower-to-mpmd`;

/** `F0` for the first microbatch's forward pass, in the order of a mesh. */
function orderOn(mesh: string, module: ModuleOp): string[] {
  const order: string[] = [];
  module.walkOf(FragmentOp, (fragment) => {
    const [origin] = fragment.origins;
    if (fragment.mesh !== mesh || origin === undefined) return;
    const name = `${origin.transposes === 0 ? 'F' : 'B'}${String(fragment.getAttr('call_counter')).split(' ')[0]}`;
    if (order.at(-1) !== name) order.push(name);
  });
  return order;
}

describe('a pipeline becomes fragments of a mesh for each device', () => {
  test.each(scheduleNames.filter((name) => name !== 'interleaved-1f1b'))(
    'that compute the same: %s',
    (name) => {
      const context = distContext();
      const run = (module: ModuleOp) => runSequential(module, inputs, context).map(elementsOf);
      expect(run(transformed(step, lowered(name), context))).toEqual(run(parsed(step, context)));
    },
  );

  test.each([
    ['gpipe', ['F0', 'F1', 'F2', 'B0', 'B1', 'B2'], ['F0', 'F1', 'F2', 'B0', 'B1', 'B2']],
    ['1f1b', ['F0', 'F1', 'B0', 'F2', 'B1', 'B2'], ['F0', 'B0', 'F1', 'B1', 'F2', 'B2']],
  ])('in the order of the schedule %s', (name, first, second) => {
    const module = transformed(step, lowered(name), distContext());
    expect(orderOn('stage0', module)).toEqual(first);
    expect(orderOn('stage1', module)).toEqual(second);
  });
});

test('what several devices do together is no transfer', () => {
  const passes = 'dist-import,dist-spread{data=2 batch=2,3},dist-lower-to-mpmd';
  expect(() => transformed(step, passes, distContext())).toThrow('only sends are transfers between meshes');
});
