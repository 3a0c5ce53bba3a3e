import { describe, expect, test } from 'vitest';
import { floatOf, scalarLanes, wordOf } from '../wasm/scalar-lanes.ts';
import { CompiledPrograms } from './compiled-program.ts';
import { unary } from './unary.ts';
import { applyComposed } from './vector-functions.ts';
import { vectorMachine } from './vector-program.ts';

/** One f32 in every `step` patterns, from 0 to the last NaN. */
function patterns(step: number): Float32Array {
  const bits = new Uint32Array(Math.floor(2 ** 32 / step));
  for (let i = 0; i < bits.length; i += 1) bits[i] = i * step;
  return new Float32Array(bits.buffer);
}

/** The distance of f32 numbers around a double; that of subnormal numbers below the least normal one. */
function unit(x: number): number {
  return 2 ** Math.max(-149, Math.floor(Math.log2(Math.abs(x))) - 23);
}

describe('vector functions', () => {
  test.each([
    ['abs', Math.abs],
    ['ceil', Math.ceil],
    ['floor', Math.floor],
    ['negate', (x: number) => -x],
    ['sqrt', Math.sqrt],
  ] as const)('%s is the rounded result of doubles', (name, compute) => {
    expect(vectorMachine()).not.toBeNull();
    const data = patterns(49999);
    const result = unary(name, { kind: 'f32', shape: [data.length], data }).data;
    const wrong = data.findIndex((x, i) => !Object.is(result[i], Math.fround(compute(x))));
    expect(wrong).toBe(-1);
  });

  const composed = [
    ['exponential', Math.exp],
    ['exponential_minus_one', Math.expm1],
    ['log', Math.log],
    ['log_plus_one', Math.log1p],
    ['logistic', (x: number) => (x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x)))],
    ['rsqrt', (x: number) => 1 / Math.sqrt(x)],
    ['tanh', Math.tanh],
  ] as const;

  test.each(composed)('%s is within 1.5 units in the last place', (name, compute) => {
    const data = patterns(49999);
    const result = unary(name, { kind: 'f32', shape: [data.length], data }).data;
    const wrong = [...data].filter((x, i) => {
      const [own, exact] = [Number(result[i]), compute(x)];
      const nearest = Math.fround(exact);
      if (!Number.isFinite(nearest) || nearest === 0) return !Object.is(own, nearest);
      return !(Math.abs(own - exact) <= 1.5 * unit(exact));
    });
    expect(wrong).toEqual([]);
  });

  test.each(composed)('%s of infinities, zeros and NaN is that of doubles', (name, compute) => {
    const data = new Float32Array([Infinity, -Infinity, 0, -0, NaN]);
    const result = unary(name, { kind: 'f32', shape: [5], data }).data;
    expect([...result]).toEqual([...data].map(compute));
  });

  test.each(composed)('%s has the same bits without vectors', (name) => {
    const data = patterns(1234577);
    const result = unary(name, { kind: 'f32', shape: [data.length], data }).data;
    const alone = data.map((x) => floatOf(applyComposed(name, scalarLanes, wordOf(x))));
    expect(result).toEqual(alone);
  });

  test('a program that computes much has the results that it had before it was compiled', () => {
    const count = 3001;
    const x = Float32Array.from({ length: count }, (_, i) => i / 100 - 15);
    const flags = Uint8Array.from({ length: count }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const program = {
      slots: 8,
      inputs: [
        { slot: 0, kind: 'f32' },
        { slot: 1, kind: 'i1' },
        { slot: 2, kind: 'f32' },
        { slot: 3, kind: 'i1' },
      ],
      instructions: [
        { name: 'tanh', operands: [0], result: 4 },
        { name: 'GT', operands: [4, 2], result: 5 },
        { name: 'xor', operands: [5, 1], result: 6 },
        { name: 'select', operands: [4, 0, 6], result: 7 },
        { name: 'and', operands: [6, 3], result: 6 },
      ],
      outputs: [
        { slot: 6, kind: 'i1' },
        { slot: 7, kind: 'f32' },
      ],
    } as const;
    const inputs = [x, flags, new Float32Array([0.25]), new Uint8Array([1])];
    const first = vectorMachine()!.run(program, inputs, count);
    const compiled = new CompiledPrograms(new WebAssembly.Memory({ initial: 1 }));
    expect(compiled.find(program, count)).toBeNull();
    expect(compiled.find(program, 1 << 21)).not.toBeNull();
    for (let run = 0; run < 200; run += 1) vectorMachine()!.run(program, inputs, count);
    expect(vectorMachine()!.run(program, inputs, count)).toEqual(first);
  });

  test('programs keep what is repeated, read truth values and write both kinds', () => {
    const count = 2500;
    const x = Float32Array.from({ length: count }, (_, i) => i - 1000.5);
    const flags = Uint8Array.from({ length: count }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const program = {
      slots: 6,
      inputs: [
        { slot: 0, kind: 'f32' },
        { slot: 1, kind: 'i1' },
        { slot: 2, kind: 'f32' },
      ],
      instructions: [
        { name: 'GT', operands: [0, 2], result: 3 },
        { name: 'and', operands: [3, 1], result: 4 },
        { name: 'select', operands: [0, 2, 4], result: 5 },
      ],
      outputs: [
        { slot: 4, kind: 'i1' },
        { slot: 5, kind: 'f32' },
      ],
    } as const;
    const [both, chosen] = vectorMachine()!.run(program, [x, flags, new Float32Array([7])], count);
    expect(both).toEqual(
      x.reduce((out, own, i) => ((out[i] = own > 7 && flags[i] === 1 ? 1 : 0), out), new Uint8Array(count)),
    );
    expect(chosen).toEqual(x.map((own, i) => (both![i] === 1 ? own : 7)));
  });
});
