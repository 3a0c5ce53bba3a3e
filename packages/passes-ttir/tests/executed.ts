import { builtinPasses } from '@shardform/ir-core';
import { quantDialect } from '@shardform/dialects-mlir';
import { ProgramRunner } from '@shardform/program-tests';
import type { NdArray } from '@shardform/runtime-sim';
import { ttSimulator } from '@shardform/runtime-tt';
import { expect } from 'vitest';
import { ttirPasses } from '../src/index.ts';

const runner = new ProgramRunner([builtinPasses, quantDialect, ttirPasses, ttSimulator]);

/**
 * Expects that passes leave a program's numbers as they are, up to a part of each of them.
 *
 * @returns the operations of TTIR that are left.
 */
export function expectSame(
  text: string,
  passes: string,
  inputs: readonly NdArray[],
  tolerance = 0,
): readonly string[] {
  const { expected, actual, names: all } = runner.execute(text, passes, inputs);
  if (typeof actual === 'string') throw new Error(`${actual}\n${text}`);
  const names = all.filter((name) => name.startsWith('ttir.')).map((name) => name.slice('ttir.'.length));
  if (tolerance === 0) {
    expect(actual, text).toEqual(expected);
    return names;
  }
  expect(
    actual.map(({ type }) => type),
    text,
  ).toEqual(expected.map(({ type }) => type));
  for (const [i, { elements }] of expected.entries()) {
    const differences = elements.map((wanted, at) => {
      const difference = Math.abs(Number(actual[i]!.elements[at]) - Number(wanted));
      return Object.is(actual[i]!.elements[at], wanted)
        ? 0
        : difference - tolerance * Math.abs(Number(wanted));
    });
    expect(Math.max(0, ...differences), text).toBe(0);
  }
  return names;
}
