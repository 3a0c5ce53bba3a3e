import { programEntry } from '@shardform/dialect-func';
import { type ModuleOp, parseModule, printOp } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { context } from '../../tests/planned.ts';
import { type FewerLayers, withFewerLayers } from './fewer-layers.ts';
import { repeatedLayers } from './repeated-layers.ts';

const T = 'tensor<8x8xf32>';

interface StepOptions {
  /** Attributes of the parameter of a layer. */
  readonly attributes?: (layer: number) => string;
  /** Whether what each layer passes on is a result, beside its new parameter. */
  readonly returnsAll?: boolean;
  /** An operation that reads what all layers pass on. */
  readonly all?: boolean;
  /** Of the operation that begins a layer. */
  readonly kind?: (layer: number) => string;
}

/** A step of some layers: forward, backward, and the update of their parameters, with a table that all layers read. */
function step(layers: number, options: StepOptions = {}): ModuleOp {
  const { attributes = () => '', returnsAll = false, all = false, kind = () => 'tanh' } = options;
  const numbers = Array.from({ length: layers }, (_, layer) => layer);
  const dot = (a: string, b: string): string =>
    `stablehlo.dot_general ${a}, ${b}, contracting_dims = [1] x [0] : (${T}, ${T}) -> ${T}`;
  const plain = (name: string, ...operands: string[]): string =>
    `stablehlo.${name} ${operands.join(', ')} : ${T}`;
  const body = [
    `%x0 = ${plain('add', '%in', '%table')}`,
    ...numbers.flatMap((k) => [
      `%a${k} = ${plain(kind(k), `%x${k}`)}`,
      `%b${k} = ${dot(`%a${k}`, `%w${k}`)}`,
      `%c${k} = ${plain('multiply', `%b${k}`, '%table')}`,
      `%d${k} = ${plain('sine', `%c${k}`)}`,
      `%e${k} = ${plain('cosine', `%c${k}`)}`,
      `%f${k} = ${plain('exponential', `%d${k}`)}`,
      `%g${k} = ${plain('subtract', `%f${k}`, `%e${k}`)}`,
      `%x${k + 1} = ${plain('add', `%x${k}`, `%g${k}`)}`,
    ]),
    `%y${layers} = ${plain('negate', `%x${layers}`)}`,
    ...numbers
      .toReversed()
      .flatMap((k) => [
        `%k${k} = ${plain('multiply', `%y${k + 1}`, `%e${k}`)}`,
        `%l${k} = ${plain('multiply', `%k${k}`, `%f${k}`)}`,
        `%m${k} = stablehlo.transpose %w${k}, dims = [1, 0] : (${T}) -> ${T}`,
        `%n${k} = ${dot(`%l${k}`, `%m${k}`)}`,
        `%o${k} = stablehlo.transpose %a${k}, dims = [1, 0] : (${T}) -> ${T}`,
        `%p${k} = ${dot(`%o${k}`, `%l${k}`)}`,
        `%q${k} = ${plain('multiply', `%n${k}`, `%x${k}`)}`,
        `%y${k} = ${plain('add', `%y${k + 1}`, `%q${k}`)}`,
      ]),
    ...numbers.flatMap((k) => [
      `%r${k} = ${plain('multiply', `%p${k}`, '%table')}`,
      `%s${k} = ${plain('multiply', `%r${k}`, `%p${k}`)}`,
      `%t${k} = ${plain('abs', `%s${k}`)}`,
      `%u${k} = ${plain('sqrt', `%t${k}`)}`,
      `%v${k} = ${plain('multiply', `%u${k}`, `%p${k}`)}`,
      `%z${k} = ${plain('subtract', `%w${k}`, `%v${k}`)}`,
    ]),
  ];
  const concatenated = `tensor<${8 * layers}x8xf32>`;
  if (all)
    body.push(
      `%all = stablehlo.concatenate ${numbers.map((k) => `%x${k}`).join(', ')}, dim = 0 : (${numbers.map(() => T).join(', ')}) -> ${concatenated}`,
    );
  const results = [
    ...numbers.map((k) => [`%z${k}`, T] as const),
    ...(returnsAll ? numbers.map((k) => [`%x${k}`, T] as const) : []),
    [`%x${layers}`, T] as const,
    ['%y0', T] as const,
    ...(all ? [['%all', concatenated] as const] : []),
  ];
  const inputs = ['%in', ...numbers.map((k) => `%w${k}`), '%table'].map(
    (name, i) => `${name}: ${T} ${i > 0 && i <= layers ? attributes(i - 1) : ''}`,
  );
  const types = results.map(([, type]) => type);
  const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(${inputs.join(', ')}) -> (${types.join(', ')}) {
${body.join('\n')}
return ${results.map(([name]) => name).join(', ')} : ${types.join(', ')}
}`;
  const module = parseModule(text, context);
  if (module === null) throw new Error(`no program: ${text}`);
  return module;
}

function without(module: ModuleOp, missing: number): FewerLayers | null {
  const layers = repeatedLayers(programEntry(module)!);
  return layers && withFewerLayers(module, layers, missing);
}

const text = (module: ModuleOp): string => printOp(module, context);

describe('a program without some of its layers', () => {
  test.each([1, 2, 5])('is the program that is written with fewer: %i of 6 missing', (missing) => {
    const found = without(step(6), missing)!;
    expect(text(found.module)).toBe(text(step(6 - missing)));
  });

  test('has arguments of the first layers and the last one for those that are missing', () => {
    const found = without(step(4), 2)!;
    expect(found.arguments).toHaveLength(4);
    const [input, ...others] = found.argumentOf;
    expect([input, others.at(-1)]).toEqual([0, 3]);
    // Each parameter of a layer is one of two.
    expect(new Set(others.slice(0, -1))).toEqual(new Set([1, 2]));
  });

  test('returns what each of its layers returns, and the end of all', () => {
    const found = without(step(5, { returnsAll: true }), 3)!;
    expect(text(found.module)).toBe(text(step(2, { returnsAll: true })));
  });

  test('keeps the results that donated arguments become', () => {
    const donated = (layer: number): string => `{tf.aliasing_output = ${layer} : i32}`;
    const found = without(step(5, { attributes: donated }), 3)!;
    expect(text(found.module)).toBe(text(step(2, { attributes: donated })));
  });

  test('is not there where something reads every layer', () => {
    expect(without(step(5, { all: true }), 3)).toBeNull();
  });

  test('is not there where more layers are missing than repeat', () => {
    expect(without(step(4), 4)).toBeNull();
  });
});

describe('the repeated layers of a function', () => {
  test('are those of its forward pass, its backward pass in reverse, and its updates', () => {
    const { runs, from, to } = repeatedLayers(programEntry(step(6))!)!;
    expect([from, to]).toEqual([0, 5]);
    const found = runs.map(({ period, count, sign }) => ({ period, count, sign }));
    expect(found).toEqual([
      { period: 8, count: 6, sign: 1 },
      { period: 8, count: 6, sign: -1 },
      { period: 6, count: 6, sign: 1 },
    ]);
  });

  test('are not told apart where the parameter of one is split otherwise', () => {
    const split = (layer: number): string =>
      layer === 0 ? '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}' : '';
    expect(without(step(6, { attributes: split }), 3)).toBeNull();
  });

  test('are without one that does something else', () => {
    const kind = (layer: number): string => (layer === 0 ? 'logistic' : 'tanh');
    const found = without(step(6, { kind }), 2)!;
    expect(text(found.module)).toBe(text(step(4, { kind })));
  });

  test('are none in a program without repetition', () => {
    expect(repeatedLayers(programEntry(step(1))!)).toBeNull();
  });
});
