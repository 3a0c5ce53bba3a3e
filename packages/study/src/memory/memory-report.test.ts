import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { distPasses } from '@shardform/passes-dist';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { donationReport } from './donations.ts';
import { memoryReport } from './memory-report.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect],
  ...[shardingPasses, distPasses],
];
const machine = gridOfChips();

function studied(text: string): Study {
  return Study.read('p.mlir', text, new Context(EXTENSIONS));
}

function example(path: string): Study {
  return studied(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
}

test.each(['train', 'gpt_train', 'mlp', 'layers'])('rows of %s add up to the peak of the facts', (name) => {
  const study = example(`cli/examples/${name}.mlir`);
  const answer = memoryReport(study, study.source, machine);
  if ('problem' in answer) throw new Error(answer.problem);
  const { rows, estimate, moments } = answer.report;
  const peak = study.measured(machine).facts.memory!.bytes;
  expect(estimate.peak).toBe(peak);
  expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(peak);
  const gaps = rows.find(({ kind }) => kind === 'gaps')?.bytes ?? 0;
  expect(Math.max(...moments.map(({ bytes }) => bytes))).toBe(peak - gaps);
});

test('a training step holds weights, their updates and gradients', () => {
  const study = example('cli/examples/train.mlir');
  const answer = memoryReport(study, study.source, machine);
  if ('problem' in answer) throw new Error(answer.problem);
  const { rows, at, isBefore } = answer.report;
  expect([at?.operation, at?.value?.name, at?.line, isBefore]).toEqual(['all_reduce', '%v9.1', 16, false]);
  expect(rows.slice(0, 6).map(({ kind, bytes, value, line }) => [kind, bytes, value?.name, line])).toEqual([
    ['argument', 16384, '%arg0', 3],
    ['argument', 16384, '%arg1', 3],
    ['result', 16384, '%23', 35],
    ['result', 16384, '%26', 39],
    ['temporary', 16384, '%v19.1', 30],
    ['temporary', 16384, '%v14.1', 24],
  ]);
});

test('a program whose devices differ has a reason instead', () => {
  const study = example('playground/src/examples/sequential-mlp.mlir');
  expect(memoryReport(study, study.source, machine)).toEqual({
    problem: 'devices run different programs; the timeline has the memory of each',
  });
  expect(donationReport(study, machine)).toBeNull();
});

test('arguments could be donated for results of equal type and sharding, each once', () => {
  const T = 'tensor<64x64xf32>';
  const step = (attributes: string): Study =>
    studied(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: ${T} {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>${attributes}},
                %b: ${T} {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (${T} {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.add %a, %a : ${T}
  return %0 : ${T}
}`);
  const { candidates, peak, donatedPeak } = donationReport(step(''), machine)!;
  expect(candidates).toEqual([
    { argument: 0, result: 0, id: '3', name: '%a', userName: null, type: 'tensor<32x64xf32>' },
  ]);
  expect([peak, donatedPeak]).toEqual([32768, 24576]);
  const donated = donationReport(step(', tf.aliasing_output = 0 : i32'), machine)!;
  expect([donated.candidates, donated.peak, donated.donatedPeak]).toEqual([[], 24576, 24576]);
});
