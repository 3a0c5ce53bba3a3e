import { programEntry } from '@shardform/dialect-func';
import { type ModuleOp, printOp } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { layeredStep as step } from '../../tests/layered-step.ts';
import { context } from '../../tests/planned.ts';
import { type FewerLayers, withFewerLayers } from './fewer-layers.ts';
import { repeatedLayers } from './repeated-layers.ts';

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
