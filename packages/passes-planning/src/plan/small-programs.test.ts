import { programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import { type ModuleOp, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { annotationFacts, context, machine, planOf } from '../../tests/planned.ts';
import { explainPlan } from '../explain/explain-plan.ts';
import { makePlans } from './make-plan.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import { tiesOf } from './ties.ts';

const SUM =
  '({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%r = stablehlo.add %p, %q : tensor<f32>\nstablehlo.return %r : tensor<f32>\n})';

/** A function of tensors of f32 of the sizes that are given, such as `8x4`. */
function program(mesh: string, args: readonly string[], result: string, body: string): ModuleOp {
  const inputs = args.map((shape, i) => `%${'abcde'[i]!}: tensor<${shape}xf32>`).join(', ');
  const text = `sdy.mesh @mesh = <[${mesh}]>
func.func @main(${inputs}) -> ${result} {
${body}
}`;
  const module = parseModule(text, context);
  if (module === null) throw new Error(`no program: ${text}`);
  return module;
}

const dot = (
  name: string,
  a: string,
  b: string,
  types: readonly [string, string, string],
  dims = '[1] x [0]',
) =>
  `%${name} = stablehlo.dot_general %${a}, %${b}, contracting_dims = ${dims} : (tensor<${types[0]}xf32>, tensor<${types[1]}xf32>) -> tensor<${types[2]}xf32>`;
const op = (name: string, kind: string, operands: string, type: string): string =>
  `%${name} = stablehlo.${kind} ${operands} : tensor<${type}xf32>`;
const ret = (name: string, type: string): string => `return %${name} : tensor<${type}xf32>`;
const of = (shape: string): string => `tensor<${shape}xf32>`;

/** Two layers on so many rows. */
function mlp(mesh: string, rows: number, width: number, hidden: number): ModuleOp {
  const [x, h] = [`${rows}x${width}`, `${rows}x${hidden}`];
  const weights = [`${width}x${hidden}`, `${hidden}x${width}`];
  return program(
    mesh,
    [x, ...weights],
    of(x),
    [
      dot('0', 'a', 'b', [x, weights[0]!, h]),
      op('1', 'tanh', '%0', h),
      dot('2', '1', 'c', [h, weights[1]!, x]),
      ret('2', x),
    ].join('\n'),
  );
}

/** The same as a step of training with a square loss: the new weights are results. */
function mlpStep(mesh: string, rows: number, width: number): ModuleOp {
  const [x, w] = [`${rows}x${width}`, `${width}x${width}`];
  return program(
    mesh,
    [x, w, w],
    `(${of(w)}, ${of(w)})`,
    [
      dot('0', 'a', 'b', [x, w, x]),
      op('1', 'tanh', '%0', x),
      dot('2', '1', 'c', [x, w, x]),
      op('3', 'subtract', '%2, %a', x),
      dot('4', '1', '3', [x, x, w], '[0] x [0]'),
      dot('5', '3', 'c', [x, w, x], '[1] x [1]'),
      op('6', 'multiply', '%5, %1', x),
      dot('7', 'a', '6', [x, x, w], '[0] x [0]'),
      op('8', 'subtract', '%b, %7', w),
      op('9', 'subtract', '%c, %4', w),
      `return %8, %9 : ${of(w)}, ${of(w)}`,
    ].join('\n'),
  );
}

const X8 = '"x"=8';
const XY = '"x"=2, "y"=4';
const ZERO = '%z = stablehlo.constant dense<0.0> : tensor<f32>';

const programs: readonly (readonly [string, () => ModuleOp])[] = [
  [
    'a product of square matrices',
    () =>
      program(
        X8,
        ['4096x4096', '4096x4096'],
        of('4096x4096'),
        `${dot('0', 'a', 'b', ['4096x4096', '4096x4096', '4096x4096'])}\n${ret('0', '4096x4096')}`,
      ),
  ],
  [
    'a product that contracts much',
    () =>
      program(
        X8,
        ['64x65536', '65536x64'],
        of('64x64'),
        `${dot('0', 'a', 'b', ['64x65536', '65536x64', '64x64'])}\n${ret('0', '64x64')}`,
      ),
  ],
  [
    'an outer product',
    () =>
      program(
        X8,
        ['8192x8', '8x8192'],
        of('8192x8192'),
        `${dot('0', 'a', 'b', ['8192x8', '8x8192', '8192x8192'])}\n${ret('0', '8192x8192')}`,
      ),
  ],
  [
    'a product with a transposed matrix',
    () =>
      program(
        X8,
        ['2048x4096', '2048x4096'],
        of('2048x2048'),
        `${dot('0', 'a', 'b', ['2048x4096', '2048x4096', '2048x2048'], '[1] x [1]')}\n${ret('0', '2048x2048')}`,
      ),
  ],
  [
    'a product on two axes',
    () =>
      program(
        XY,
        ['4096x4096', '4096x4096'],
        of('4096x4096'),
        `${dot('0', 'a', 'b', ['4096x4096', '4096x4096', '4096x4096'])}\n${ret('0', '4096x4096')}`,
      ),
  ],
  [
    'means of clusters of points',
    () =>
      program(
        XY,
        ['262144x128', '262144x1024'],
        of('1024x128'),
        `${ZERO}
${op('h', 'tanh', '%b', '262144x1024')}
${dot('0', 'h', 'a', ['262144x1024', '262144x128', '1024x128'], '[0] x [0]')}
%1 = "stablehlo.reduce"(%h, %z) <{dimensions = array<i64: 0>}> ${SUM} : (${of('262144x1024')}, tensor<f32>) -> ${of('1024')}
%2 = stablehlo.broadcast_in_dim %1, dims = [0] : (${of('1024')}) -> ${of('1024x128')}
${op('3', 'divide', '%0, %2', '1024x128')}
${ret('3', '1024x128')}`,
      ),
  ],
  ['two layers on many rows', () => mlp(X8, 65536, 512, 2048)],
  ['two layers on few rows', () => mlp(X8, 64, 8192, 16384)],
  ['two layers of medium size', () => mlp(X8, 4096, 4096, 8192)],
  ['two layers with nothing to gain', () => mlp(X8, 8, 8, 8)],
  ['two layers whose rows are not divisible', () => mlp(X8, 1001, 4096, 8192)],
  ['a step on many rows', () => mlpStep(X8, 32768, 1024)],
  ['a step on few rows', () => mlpStep(X8, 256, 8192)],
  ['a step with equal sizes', () => mlpStep(X8, 4096, 4096)],
  [
    'a chain of products',
    () =>
      program(
        X8,
        ['1024x8192', '8192x1024', '1024x8192'],
        of('1024x8192'),
        `${dot('0', 'a', 'b', ['1024x8192', '8192x1024', '1024x1024'])}\n${dot('1', '0', 'c', ['1024x1024', '1024x8192', '1024x8192'])}\n${ret('1', '1024x8192')}`,
      ),
  ],
  [
    'elementwise operations',
    () =>
      program(
        X8,
        ['8192x8192', '8192x8192'],
        of('8192x8192'),
        `${op('0', 'add', '%a, %b', '8192x8192')}\n${op('1', 'tanh', '%0', '8192x8192')}\n${ret('1', '8192x8192')}`,
      ),
  ],
  [
    'a transposition',
    () =>
      program(
        X8,
        ['8192x4096'],
        of('4096x8192'),
        `%0 = stablehlo.transpose %a, dims = [1, 0] : (${of('8192x4096')}) -> ${of('4096x8192')}\n%1 = stablehlo.tanh %0 : ${of('4096x8192')}\n${ret('1', '4096x8192')}`,
      ),
  ],
  [
    'sums of rows',
    () =>
      program(
        X8,
        ['16384x4096'],
        of('16384'),
        `${ZERO}\n%0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 1>}> ${SUM} : (${of('16384x4096')}, tensor<f32>) -> ${of('16384')}\n${ret('0', '16384')}`,
      ),
  ],
  [
    'sums of columns',
    () =>
      program(
        XY,
        ['16384x4096'],
        of('4096'),
        `${ZERO}\n%0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ${SUM} : (${of('16384x4096')}, tensor<f32>) -> ${of('4096')}\n${ret('0', '4096')}`,
      ),
  ],
  [
    'products in batches',
    () =>
      program(
        X8,
        ['16x1024x1024', '16x1024x1024'],
        of('16x1024x1024'),
        `%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (${of('16x1024x1024')}, ${of('16x1024x1024')}) -> ${of('16x1024x1024')}\n${ret('0', '16x1024x1024')}`,
      ),
  ],
  [
    'a residual around a product',
    () =>
      program(
        X8,
        ['8192x4096', '4096x4096'],
        of('8192x4096'),
        `${dot('0', 'a', 'b', ['8192x4096', '4096x4096', '8192x4096'])}\n${op('1', 'add', '%0, %a', '8192x4096')}\n${ret('1', '8192x4096')}`,
      ),
  ],
  [
    'a vocabulary that no axis divides',
    () =>
      program(
        X8,
        ['2048x1024', '1024x50257'],
        of('2048x50257'),
        `${dot('0', 'a', 'b', ['2048x1024', '1024x50257', '2048x50257'])}\n${ret('0', '2048x50257')}`,
      ),
  ],
  [
    'a loop over products',
    () =>
      program(
        X8,
        ['4096x4096', '4096x4096'],
        of('4096x4096'),
        `%n = stablehlo.constant dense<6> : tensor<i32>
%o = stablehlo.constant dense<1> : tensor<i32>
%s = stablehlo.constant dense<0> : tensor<i32>
%0:2 = stablehlo.while(%i = %s, %v = %a) : tensor<i32>, ${of('4096x4096')}
cond {
  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  %next = stablehlo.add %i, %o : tensor<i32>
  ${dot('p', 'v', 'b', ['4096x4096', '4096x4096', '4096x4096'])}
  stablehlo.return %next, %p : tensor<i32>, ${of('4096x4096')}
}
return %0#1 : ${of('4096x4096')}`,
      ),
  ],
];

/** The time of the fastest of all annotations of the arguments, and of the results that take their place. */
function fastestAnnotation(module: ModuleOp): number {
  return Math.min(...annotationFacts(module).map(({ time }) => time?.seconds ?? Infinity));
}

describe('a plan is as fast as the best of all annotations of the arguments', () => {
  const gaps: number[] = [];

  test.each(programs)('of %s', (_, make) => {
    const module = make();
    const { best } = planOf(module);
    expect(best.facts.time!.seconds).toBeLessThanOrEqual(1.005 * fastestAnnotation(module));
    const { seconds, bound } = best.model ?? { seconds: 0, bound: 0 };
    gaps.push(seconds === 0 ? 0 : 1 - bound / seconds);
  });

  test('and nine of ten are within one percent of the bound', () => {
    expect(gaps.filter((gap) => gap <= 0.01).length).toBeGreaterThanOrEqual(0.9 * programs.length);
  });
});

test('sizes that no axis divides are padded where nothing else gives work to all devices', () => {
  const make = (): ModuleOp => mlp(X8, 4097, 257, 50257);
  expect(planOf(make()).best.facts.time!.seconds).toBeLessThan(fastestAnnotation(make()) / 3);
});

test('tensors without elements cost nothing to divide', () => {
  const body = [
    `%0 = stablehlo.slice %a [0:0, 0:4096] : (${of('8192x4096')}) -> ${of('0x4096')}`,
    op('1', 'tanh', '%0', '0x4096'),
    `%2 = stablehlo.concatenate %1, %a, dim = 0 : (${of('0x4096')}, ${of('8192x4096')}) -> ${of('8192x4096')}`,
    op('3', 'tanh', '%2', '8192x4096'),
    ret('3', '8192x4096'),
  ];
  const { model } = planOf(program(XY, ['8192x4096'], of('8192x4096'), body.join('\n'))).best;
  expect(model?.seconds).toBeGreaterThan(0);
  expect(model?.bound).toBeLessThanOrEqual(model!.seconds);
});

test('nothing that a plan is compared with is faster than it', () => {
  const plan = planOf(mlpStep(X8, 4096, 4096));
  const { layouts, decisions, pareto } = explainPlan(plan, {
    ...{ work: Infinity, pareto: true, nameOf: () => '' },
  });
  const compared = [...layouts, ...decisions].map(({ measured }) => measured.facts.time!.seconds);
  const seconds = plan.best.facts.time!.seconds;
  expect(Math.min(...compared)).toBeGreaterThanOrEqual((1 - 1e-6) * seconds);
  expect(pareto[0]).toBe(plan.best);
  expect(plan.tried[0]).toBe(plan.best);
});

test('of several meshes, the plan is as fast as that of each alone', () => {
  const make = (axes: string): ProgramOnMesh => {
    const module = mlp(axes, 8192, 1024, 4096);
    const [name, mesh] = programMesh(module)!;
    const ties = tiesOf(programEntry(module)!);
    return { module, context, machine, mesh: { name, mesh }, ties, partitioner: 'best' };
  };
  const meshes = [X8, XY, '"x"=4, "y"=2'];
  const alone = meshes.map((axes) => makePlans([make(axes)], {})[0]!.best.facts.time!.seconds);
  const [together] = makePlans(meshes.map(make), {});
  expect(together!.best.facts.time!.seconds).toBe(Math.min(...alone));
});

test('plans depend on the program only', () => {
  const [first, second] = [planOf(mlpStep(X8, 4096, 4096)), planOf(mlpStep(X8, 4096, 4096))];
  expect(first.best.model?.choices).toEqual(second.best.model?.choices);
  expect(first.tried.map(({ facts }) => facts.time?.seconds)).toEqual(
    second.tried.map(({ facts }) => facts.time?.seconds),
  );
});

test('a limit of memory is kept by what is simulated, or the least is told', () => {
  const make = (): ModuleOp => mlpStep(X8, 4096, 4096);
  const free = planOf(make());
  const peak = free.best.facts.memory!.bytes;
  const limited = planOf(make(), 0.8 * peak);
  expect(limited.best.facts.memory!.bytes <= 0.8 * peak).toBe(limited.fits);
  const impossible = planOf(make(), 1000);
  expect(impossible.fits).toBe(false);
  const least = Math.min(...impossible.tried.map(({ facts }) => facts.memory!.bytes));
  expect(impossible.best.facts.memory!.bytes).toBe(least);
});
