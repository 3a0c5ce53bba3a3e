import { describe, expect, test } from 'vitest';
import { unary } from './unary.ts';
import { vectorMachine } from './vector-program.ts';

/** One f32 in every `step` patterns, from 0 to the last NaN. */
function patterns(step: number): Float32Array {
  const bits = new Uint32Array(Math.floor(2 ** 32 / step));
  for (let i = 0; i < bits.length; i += 1) bits[i] = i * step;
  return new Float32Array(bits.buffer);
}

const logistic = (x: number): number => {
  const power = Math.fround(Math.exp(-x));
  return 1 / Math.fround(1 + power);
};

describe('vector functions', () => {
  test.each([
    ['abs', Math.abs],
    ['ceil', Math.ceil],
    ['exponential', Math.exp],
    ['floor', Math.floor],
    ['log', Math.log],
    ['logistic', logistic],
    ['negate', (x: number) => -x],
    ['rsqrt', (x: number) => 1 / Math.sqrt(x)],
    ['sqrt', Math.sqrt],
    ['tanh', Math.tanh],
  ] as const)('%s is the rounded result of doubles', (name, compute) => {
    expect(vectorMachine()).not.toBeNull();
    const data = patterns(49999);
    const result = unary(name, { kind: 'f32', shape: [data.length], data }).data;
    const wrong = data.findIndex((x, i) => !Object.is(result[i], Math.fround(compute(x))));
    expect(wrong).toBe(-1);
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
