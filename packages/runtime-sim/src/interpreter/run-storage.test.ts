import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { context, parse } from '../../tests/programs.ts';
import { type NdArray, randomArray } from '../array/index.ts';
import type { Block } from '../memory/address-space.ts';
import { ArrayPool } from '../memory/array-pool.ts';
import { kernelMemory, KernelMemory } from '../memory/kernel-memory.ts';
import { kernelThreadCode, useKernelThreads } from '../threads/kernel-threads.ts';
import { runSequential, runSpmd } from './run-module.ts';

const workers: Worker[] = [];

beforeAll(() => {
  useKernelThreads(1, (workerData) => {
    const code = `(${kernelThreadCode})(require('node:worker_threads').workerData)`;
    workers.push(new Worker(code, { eval: true, workerData }));
  });
});

beforeEach(() => {
  // Storage that is free holds what no program computes, so that whoever still sees it is found.
  const drop = Object.getOwnPropertyDescriptor(KernelMemory.prototype, 'drop')!.value as (
    this: KernelMemory,
    block: Block,
  ) => void;
  vi.spyOn(KernelMemory.prototype, 'drop').mockImplementation(function (this: KernelMemory, block) {
    drop.call(this, block);
    if (block.users === 0) new Uint8Array(this.memory.buffer, block.start, block.bytes).fill(0xab);
  });
});

afterAll(async () => {
  useKernelThreads(0, () => undefined);
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
});

afterEach(() => expect(kernelMemory()!.blockCount).toBe(0));

const [rows, columns] = [64, 160];
const types = {
  wide: `tensor<${rows}x${columns}xf32>`,
  tall: `tensor<${columns}x${rows}xf32>`,
  half: `tensor<${rows / 2}x${columns}xf32>`,
  square: `tensor<${rows}x${rows}xf32>`,
};
type Shape = keyof typeof types;

/** A source of choices: each is a number of a list, modulo the number of possibilities. */
class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  get isOver(): boolean {
    return this.#next >= this.#numbers.length;
  }

  of<T>(possible: readonly T[]): T {
    const number = this.#numbers[this.#next % this.#numbers.length]!;
    this.#next += 1;
    return possible[number % possible.length]!;
  }
}

interface Known {
  readonly name: string;
  readonly shape: Shape;
}

/** Writes programs in which values share storage, die, are captured, carried and returned in all ways. */
class Writer {
  readonly lines: string[] = [];
  readonly #choices: Choices;
  #names = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** Appends operations on values that are known, to which it adds the results. */
  write(known: Known[], depth: number): void {
    const one = (shape: Shape): string => this.#choices.of(ofShape(known, shape)).name;
    const make = (shape: Shape, text: string): void => {
      const name = `%v${(this.#names += 1)}`;
      this.lines.push(`${name} = ${text}`);
      known.push({ name, shape });
    };
    const { wide, tall, half, square } = types;
    const kinds: Record<string, () => void> = {
      add: () => make('wide', `stablehlo.add ${one('wide')}, ${one('wide')} : ${wide}`),
      tanh: () => make('wide', `stablehlo.tanh ${one('wide')} : ${wide}`),
      multiply: () => make('tall', `stablehlo.multiply ${one('tall')}, ${one('tall')} : ${tall}`),
      reshape: () => make('tall', `stablehlo.reshape ${one('wide')} : (${wide}) -> ${tall}`),
      back: () => make('wide', `stablehlo.reshape ${one('tall')} : (${tall}) -> ${wide}`),
      transpose: () =>
        make('tall', `stablehlo.transpose ${one('wide')}, dims = [1, 0] : (${wide}) -> ${tall}`),
      same: () => make('wide', `stablehlo.transpose ${one('wide')}, dims = [0, 1] : (${wide}) -> ${wide}`),
      upper: () =>
        make(
          'half',
          `stablehlo.slice ${one('wide')} [${rows / 2}:${rows}, 0:${columns}] : (${wide}) -> ${half}`,
        ),
      join: () =>
        make(
          'wide',
          `stablehlo.concatenate ${one('half')}, ${one('half')}, dim = 0 : (${half}, ${half}) -> ${wide}`,
        ),
      dot: () =>
        make(
          'square',
          `stablehlo.dot_general ${one('wide')}, ${one('tall')}, contracting_dims = [1] x [0] : (${wide}, ${tall}) -> ${square}`,
        ),
      scale: () => {
        const product = one('square');
        make(
          'wide',
          `stablehlo.dot_general ${product}, ${one('wide')}, contracting_dims = [1] x [0] : (${square}, ${wide}) -> ${wide}`,
        );
      },
      barrier: () => make('wide', `stablehlo.optimization_barrier ${one('wide')} : ${wide}`),
      call: () =>
        make('wide', `func.call @helper(${one('wide')}, ${one('wide')}) : (${wide}, ${wide}) -> ${wide}`),
      pick: () =>
        make('wide', `func.call @second(${one('wide')}, ${one('wide')}) : (${wide}, ${wide}) -> ${wide}`),
      loop: () => {
        if (depth > 0) this.#loop(known, depth);
      },
      choice: () => {
        if (depth > 0) this.#choice(known, depth);
      },
    };
    const possible = Object.entries(kinds).filter(
      ([kind]) =>
        (kind !== 'join' || ofShape(known, 'half').length > 0) &&
        (kind !== 'scale' || ofShape(known, 'square').length > 0),
    );
    for (let i = 0; i < (depth === 0 ? 4 : 10) && !this.#choices.isOver; i += 1) {
      this.#choices.of(possible)[1]();
    }
  }

  #loop(known: Known[], depth: number): void {
    const [first, second] = [this.#wide(known), this.#wide(known)];
    const id = (this.#names += 1);
    this.lines.push(
      `%n${id} = stablehlo.constant dense<3> : tensor<i32>`,
      `%o${id} = stablehlo.constant dense<1> : tensor<i32>`,
      `%z${id} = stablehlo.constant dense<0> : tensor<i32>`,
      `%w${id}:3 = stablehlo.while(%i${id} = %n${id}, %a${id} = ${first}, %b${id} = ${second}) : tensor<i32>, ${types.wide}, ${types.wide} cond {`,
      `  %c${id} = stablehlo.compare GT, %i${id}, %z${id} : (tensor<i32>, tensor<i32>) -> tensor<i1>`,
      `  stablehlo.return %c${id} : tensor<i1>`,
      '} do {',
      `  %j${id} = stablehlo.subtract %i${id}, %o${id} : tensor<i32>`,
    );
    const inside: Known[] = [
      ...known,
      { name: `%a${id}`, shape: 'wide' },
      { name: `%b${id}`, shape: 'wide' },
    ];
    this.write(inside, depth - 1);
    this.lines.push(
      `  stablehlo.return %j${id}, ${this.#wide(inside)}, ${this.#wide(inside)} : tensor<i32>, ${types.wide}, ${types.wide}`,
      '}',
    );
    known.push({ name: `%w${id}#1`, shape: 'wide' }, { name: `%w${id}#2`, shape: 'wide' });
  }

  #choice(known: Known[], depth: number): void {
    const id = (this.#names += 1);
    this.lines.push(
      `%p${id} = stablehlo.constant dense<${this.#choices.of(['true', 'false'])}> : tensor<i1>`,
      `%s${id}:2 = "stablehlo.if"(%p${id}) ({`,
    );
    const branch = (): void => {
      const inside = [...known];
      this.write(inside, depth - 1);
      this.lines.push(
        `  stablehlo.return ${this.#wide(inside)}, ${this.#wide(inside)} : ${types.wide}, ${types.wide}`,
      );
    };
    branch();
    this.lines.push('}, {');
    branch();
    this.lines.push(`}) : (tensor<i1>) -> (${types.wide}, ${types.wide})`);
    known.push({ name: `%s${id}#0`, shape: 'wide' }, { name: `%s${id}#1`, shape: 'wide' });
  }

  #wide(known: readonly Known[]): string {
    return this.#choices.of(ofShape(known, 'wide')).name;
  }
}

function ofShape(known: readonly Known[], shape: Shape): readonly Known[] {
  return known.filter((value) => value.shape === shape);
}

function program(numbers: readonly number[]): string {
  const choices = new Choices(numbers);
  const writer = new Writer(choices);
  const { wide, tall } = types;
  const known: Known[] = [
    { name: '%x', shape: 'wide' },
    { name: '%y', shape: 'wide' },
    { name: '%t', shape: 'tall' },
  ];
  while (!choices.isOver) writer.write(known, 2);
  const results = [0, 1, 2].map(() => choices.of(known));
  const resultTypes = results.map(({ shape }) => types[shape]).join(', ');
  return `
    func.func private @helper(%a: ${wide}, %b: ${wide}) -> ${wide} {
      %0 = stablehlo.multiply %a, %b : ${wide}
      %1 = stablehlo.negate %0 : ${wide}
      return %1 : ${wide}
    }
    func.func private @second(%a: ${wide}, %b: ${wide}) -> ${wide} { return %b : ${wide} }
    func.func @main(%x: ${wide}, %y: ${wide}, %t: ${tall}) -> (${resultTypes}) {
      ${writer.lines.join('\n')}
      return ${results.map(({ name }) => name).join(', ')} : ${resultTypes}
    }`;
}

const inputs = [
  randomArray('f32', [rows, columns], 1),
  randomArray('f32', [rows, columns], 2),
  randomArray('f32', [columns, rows], 3),
];

/** A digest of the bits, which is compared faster than they are. */
function bits({ data }: NdArray): string {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return createHash('sha1').update(bytes.slice()).digest('hex');
}

const programs = fc.array(fc.nat(1000), { minLength: 20, maxLength: 90 }).map(program);

describe('storage that is used again', () => {
  test('gives the bits of storage that is not', () => {
    fc.assert(
      fc.property(programs, (text) => {
        const module = parse(text);
        const expected = runSequential(module, inputs, context, { observe: () => undefined }).map(bits);
        for (let round = 0; round < 3; round += 1) {
          expect(runSequential(module, inputs, context).map(bits)).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of a pool keeps what was not released, whatever else is computed and released', () => {
    fc.assert(
      fc.property(programs, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (text, releases) => {
        const module = parse(text);
        const pool = new ArrayPool();
        const placed = inputs.map((input) => pool.place(input));
        const expected = runSequential(module, inputs, context, { observe: () => undefined }).map(bits);
        const kept: (readonly NdArray[])[] = [];
        for (const isReleased of releases) {
          const results = runSequential(module, placed, context, { pool });
          expect(results.map(bits)).toEqual(expected);
          if (isReleased) pool.release(results);
          else kept.push(results);
        }
        for (const results of kept) expect(results.map(bits)).toEqual(expected);
        expect(placed.map(bits)).toEqual(inputs.map(bits));
        for (const results of kept) pool.release(results);
        pool.release(placed);
      }),
      { numRuns: 40 },
    );
  });

  test('is not that of values which a loop carries between its regions', () => {
    const { wide } = types;
    const module = parse(`
      func.func @main(%x: ${wide}) -> ${wide} {
        %n = stablehlo.constant dense<3> : tensor<i32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %0 = stablehlo.tanh %x : ${wide}
        %w:2 = stablehlo.while(%i = %n, %a = %0) : tensor<i32>, ${wide} cond {
          %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %j = stablehlo.subtract %i, %one : tensor<i32>
          %1 = stablehlo.multiply %a, %x : ${wide}
          stablehlo.return %j, %1 : tensor<i32>, ${wide}
        }
        return %w#1 : ${wide}
      }`);
    const own = [inputs[0]!];
    const expected = runSequential(module, own, context, { observe: () => undefined }).map(bits);
    expect(runSequential(module, own, context).map(bits)).toEqual(expected);
  });

  test('is not shared by devices', () => {
    const { wide } = types;
    const module = parse(`
      func.func @main(%x: ${wide}) -> (${wide}, ${wide}) {
        %0 = stablehlo.tanh %x : ${wide}
        %1 = stablehlo.multiply %0, %x : ${wide}
        %2 = "stablehlo.all_reduce"(%1) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (${wide}) -> ${wide}
        %3 = stablehlo.transpose %0, dims = [0, 1] : (${wide}) -> ${wide}
        %4 = stablehlo.add %3, %2 : ${wide}
        %5 = stablehlo.negate %4 : ${wide}
        return %5, %3 : ${wide}, ${wide}
      }`);
    const own = [0, 1, 2].map((device) => [randomArray('f32', [rows, columns], device)]);
    const run = (options: object): string[][] =>
      runSpmd(module, 3, (device) => own[device]!, context, options).map((results) => results.map(bits));
    const expected = run({ observe: () => undefined });
    expect(run({})).toEqual(expected);
    const pool = new ArrayPool();
    const results = runSpmd(module, 3, (device) => own[device]!, context, { pool });
    expect(results.map((arrays) => arrays.map(bits))).toEqual(expected);
    pool.release(results.flat());
  });
});
