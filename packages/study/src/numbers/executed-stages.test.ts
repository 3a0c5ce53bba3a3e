import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect, TanhOp } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context, definePass, type Extension } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { arrayOf, simulator, writeNpz } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { partitionSteps } from '../stages/run-step.ts';
import { Study } from '../study.ts';
import { executeStages } from './executed-stages.ts';
import { overallVerdict, verdictText } from './verdict-text.ts';

/** Leaves hyperbolic tangents out, as a pass with a mistake would. */
const mistake: Extension = {
  name: 'mistake',
  passes: [
    definePass({
      name: 'mistake',
      summary: 'leaves tanh out',
      anchor: 'builtin.module',
      run(module) {
        const found: TanhOp[] = [];
        module.walk((op) => {
          if (op instanceof TanhOp) found.push(op);
        });
        for (const op of found) {
          op.replaceAllUsesWith([op.operand]);
          op.erase();
        }
      },
    }),
  ],
};

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses],
  ...[simulator, mistake],
];

const example = (name: string): string =>
  readFileSync(new URL(`../../../cli/examples/${name}.mlir`, import.meta.url), 'utf8');

function studied(text: string, steps: readonly string[]): Study {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  for (const step of steps) study.run(step);
  return study;
}

const executed = (text: string, steps: readonly string[], seed = 0) =>
  executeStages(studied(text, steps), { inputs: { seed } });

const squashed = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.multiply %1, %a : tensor<4xf32>
  return %2 : tensor<4xf32>
}`;

test('a training step is executed whole after each step, and on devices once its sizes are local', () => {
  const run = executed(example('train'), partitionSteps);
  expect(run.problem).toBeNull();
  expect(
    run.stages.map(({ kind, deviceCount, problem, isSame, results }) => [
      ...[kind, deviceCount, problem, isSame],
      ...new Set(results.map((result) => verdictText(result).replace(/,.*/, ''))),
    ]),
  ).toEqual([
    ['whole', 1, null, false],
    ['whole', 1, null, false, 'equal bit for bit'],
    ['whole', 1, null, false, 'equal bit for bit'],
    ['whole', 1, null, true, 'equal bit for bit'],
    ['devices', 8, null, false, 'equal bit for bit', 'equal within tolerance'],
  ]);
  expect(run.results.map(({ name, type, count }) => [name, type, count])).toEqual([
    ['result[0]', 'tensor<f32>', 1],
    ['result[1][0]', 'tensor<64x256xf32>', 16384],
    ['result[1][1]', 'tensor<256x64xf32>', 16384],
  ]);
  expect(overallVerdict(run)).toMatchObject({ verdict: 'within', stage: null });
});

test('sums over devices are compared with the sums of the source', () => {
  const { values } = executed(example('train'), partitionSteps);
  const product = values!.values.find(({ name }) => name === '%4')!;
  // Before `all_reduce` devices have partial sums of it.
  expect(product.errors.map((error) => error?.verdict)).toEqual([
    ...[undefined, 'equal', 'equal', 'equal', 'within'],
  ]);
  expect(product.errors[4]!.correlation).toBeCloseTo(1, 9);
  expect(product.errors[4]!.byDevice).toHaveLength(8);
  expect(values!.first).toEqual([null, null, null, null, null]);
});

describe('values of a GPT', () => {
  const { values } = executed(example('gpt_train'), partitionSteps);

  test('sums that devices wait for later are compared, too', () => {
    const products = values!.values.filter(({ name }) => ['%72', '%176', '%265'].includes(name));
    expect(products.map(({ errors }) => errors[4]?.verdict)).toEqual(['within', 'within', 'within']);
  });

  test('sums that cancel are noise, which is no error', () => {
    const noisy = values!.values.filter(({ errors }) => errors[4]?.verdict === 'noise');
    expect(noisy.map(({ name }) => name)).toEqual(['%199', '%200', '%288', '%289']);
    expect(values!.first[4]).toBeNull();
  });
});

test('a step that changes numbers differs, from the first value that it changes', () => {
  const run = executed(squashed, [partitionSteps[0]!, 'mistake', ...partitionSteps.slice(1)]);
  expect(overallVerdict(run)).toMatchObject({ verdict: 'differs', stage: 2 });
  expect(run.stages.map(({ results }) => results.map(({ comparison }) => comparison.verdict))).toEqual([
    ...[[], ['equal'], ['different']],
    ...[['different'], ['different'], ['different']],
  ]);
  expect(verdictText(run.stages[2]!.results[0]!)).toMatch(
    /^differs, largest difference \S+ \(\S+ of the largest magnitude\): output res0\[0\] differs: device 0 has /,
  );
  const { values, first } = run.values!;
  expect(first.map((at) => (at === null ? null : values[at]!.name))).toEqual([
    ...[null, null, '%2', '%2', '%2', '%2'],
  ]);
});

test('values of programs above the limit are not recorded, results are', () => {
  const study = studied(squashed, partitionSteps);
  const run = executeStages(study, { inputs: { seed: 0 }, mostElements: 11 });
  expect(run.values).toBeNull();
  expect(run.stages[4]!.results.map(verdictText)).toEqual(['equal bit for bit']);
});

test('arrays of a file are found by position, by names of the text and by paths of names', () => {
  const named = squashed.replace('{sdy', `{jax.arg_info = "p['w'][0]", sdy`);
  for (const name of ['arg0', 'a', '%a', "p['w'][0]", 'p.w.0', 'p/w/0']) {
    const bytes = writeNpz(new Map([[name, arrayOf('f32', [4], [0, 0, 0, 0])]]));
    const run = executeStages(studied(named, []), { inputs: { file: { name: 'in.npz', bytes } } });
    expect(run.problem).toBeNull();
    expect(run.results[0]!.begin).toEqual([0, 0, 0, 0]);
  }
  const bytes = writeNpz(new Map([['b', arrayOf('f32', [4], [0, 0, 0, 0])]]));
  expect(executeStages(studied(named, []), { inputs: { file: { name: 'in.npz', bytes } } }).problem).toBe(
    "'in.npz' has no array 'arg0' or 'p['w'][0]' or '%a'",
  );
});

test('the program of one device is executed on all of them', () => {
  const local = `module attributes {mhlo.num_partitions = 4 : i32} {
    func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %1 = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
  }`;
  const { stages, problem } = executed(local, []);
  expect(problem).toBeNull();
  expect(stages.map(({ kind, deviceCount }) => [kind, deviceCount])).toEqual([['devices', 4]]);
  expect(stages[0]!.results.map(verdictText)).toEqual(['equal bit for bit']);
});

test('steps that change nothing are equal without being executed', () => {
  const { stages } = executed(
    `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %a, %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }`,
    ['canonicalize', 'cse'],
  );
  expect(stages.map(({ isSame, results }) => [isSame, results.map(verdictText)])).toEqual([
    [false, []],
    [true, ['equal bit for bit']],
    [true, ['equal bit for bit']],
  ]);
});

test('what can not be executed says why', () => {
  const unknown = `func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }`;
  expect(executed(unknown, []).problem).toMatch(
    /^p\.mlir:1: argument 0 of type 'tensor<\?xf32>' can't be executed: its sizes are not known; /,
  );
});
