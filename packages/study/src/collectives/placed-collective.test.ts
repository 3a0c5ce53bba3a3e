import { distDialect } from '@shardform/dialect-dist';
import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { distPasses } from '@shardform/passes-dist';
import { distSimulator } from '@shardform/runtime-dist';
import { expect, test } from 'vitest';
import { executeStages } from '../numbers/executed-stages.ts';
import { estimateWork } from '../numbers/work-estimate.ts';
import { Study } from '../study.ts';
import { collectiveRows } from './collective-rows.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [builtinPasses, funcDialect, distDialect, distPasses, distSimulator];

/** A step of a network on one device. */
const STEP = `func.func @main(%w: !dist.tensor<8x8xf32, 0>, %x: !dist.tensor<4x8xf32, 0>, %z: !dist.tensor<4x8xf32, 0>) -> !dist.tensor<8x8xf32, 0> {
  %y = dist.matmul %x, %w : (!dist.tensor<4x8xf32, 0>, !dist.tensor<8x8xf32, 0>) -> !dist.tensor<4x8xf32, 0>
  %d = dist.loss_grad %y, %z batch 4 : (!dist.tensor<4x8xf32, 0>, !dist.tensor<4x8xf32, 0>) -> !dist.tensor<4x8xf32, 0>
  %g = dist.matmul_rhs_grad %x, %d : (!dist.tensor<4x8xf32, 0>, !dist.tensor<4x8xf32, 0>) -> !dist.tensor<8x8xf32, 0>
  %n = dist.sgd %w, %g rate 0.5 : (!dist.tensor<8x8xf32, 0>, !dist.tensor<8x8xf32, 0>) -> !dist.tensor<8x8xf32, 0>
  return %n : !dist.tensor<8x8xf32, 0>
}`;

function studied(...steps: string[]) {
  const study = Study.read('p.mlir', STEP, new Context(EXTENSIONS));
  expect(study.model.diagnostics).toEqual([]);
  for (const step of steps) expect(study.run(step).stage).not.toBeNull();
  return study;
}

test('the transfers of a strategy are listed with their devices, bytes and times', () => {
  const study = studied('dist-map{data=2}', 'dist-lower-pmap');
  const machine = gridOfChips();
  const { rows, unlisted } = collectiveRows(study, machine, study.stages.at(-1));
  expect(rows.map(({ kind, reason, bytes, groupSize }) => [kind, reason, bytes, groupSize])).toEqual([
    ['broadcast', 'from device 0 to devices 1, 2', 256, 3],
    ['scatter', 'from device 0 to devices 1, 2', 128, 3],
    ['scatter', 'from device 0 to devices 1, 2', 128, 3],
    ['all_reduce', 'among devices 1, 2', 256, 2],
    ['send', 'from device 1 to device 0', 256, 2],
  ]);
  // Also of those that the slowest device takes no part in.
  expect(rows.filter(({ seconds }) => seconds === null || seconds <= 0)).toEqual([]);
  expect(unlisted).toEqual([]);
});

test('what is sent is that of the device which sends most', () => {
  const study = studied('dist-map{data=2}', 'dist-lower-pmap');
  const { facts } = study.measuredAt(study.stages.at(-1)!, gridOfChips());
  expect(facts.sent).toEqual({
    bytes: 512,
    meaning: 'exact',
    byAxis: [{ axis: 'listed devices', bytes: 512 }],
  });
  expect(facts.collectives.byKind.map(({ kind, count }) => [kind, count])).toEqual([
    ['broadcast', 1],
    ['scatter', 2],
    ['all_reduce', 1],
    ['send', 1],
  ]);
});

test.each([
  [['dist-map{data=2}', 'dist-lower-pmap'], 3],
  [['dist-map{horizontal=2}', 'dist-lower-pmap'], 3],
])(
  'a program of tensors on devices is executed, and its strategies compute the same: %s',
  (steps, devices) => {
    const executed = executeStages(studied(...steps), { inputs: { seed: 0 } });
    expect(executed.problem).toBeNull();
    expect(executed.stages.map(({ problem }) => problem)).toEqual(executed.stages.map(() => null));
    const last = executed.stages.at(-1)!;
    expect(last.deviceCount).toBe(devices);
    expect(last.results.map(({ comparison }) => comparison.verdict)).toEqual(['equal']);
    // Parts of sums are no values of the source.
    expect(executed.values?.values ?? []).toEqual([]);
  },
);

test('tensors keep their sizes where a strategy places them on devices', () => {
  const study = studied('dist-map{data=2}', 'dist-lower-pmap');
  expect(study.stages.map(({ isLocal }) => isLocal)).toEqual([false, false, false]);
});

test('the work of products on devices is estimated as that of others', () => {
  const product = (type: (sizes: string) => string, op: string): string => `
    func.func @main(%a: ${type('64x128')}, %b: ${type('128x32')}) -> ${type('64x32')} {
      %0 = ${op} : (${type('64x128')}, ${type('128x32')}) -> ${type('64x32')}
      return %0 : ${type('64x32')}
    }`;
  const work = (text: string): number =>
    estimateWork(Study.read('p.mlir', text, new Context([...EXTENSIONS, stablehloDialect]))).work;
  const placed = product((sizes) => `!dist.tensor<${sizes}xf32, 0>`, 'dist.matmul %a, %b');
  const whole = product(
    (sizes) => `tensor<${sizes}xf32>`,
    'stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]',
  );
  expect(work(placed)).toBe(work(whole));
});
