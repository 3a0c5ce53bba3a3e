import { randomSource } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { transformed, type TtirProgram } from './tt-program.ts';

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
}

const list = (numbers: readonly number[]): string => numbers.join(', ');
const i32List = (numbers: readonly number[]): string =>
  `[${list(numbers.map((n) => n)).replaceAll(/\d+/g, '$& : i32')}]`;

/** Moves, repetitions and arithmetic drawn from a seed, each of the values before it. */
class RandomProgram implements TtirProgram {
  readonly #random;
  readonly inputs: readonly string[] = ['2x3x4', '1x3x4', '4x6', '24'];
  readonly body: string[] = [];
  readonly #values: Tensor[];

  constructor(seed: number, length: number) {
    this.#random = randomSource(seed);
    this.#values = this.inputs.map((shape, i) => ({ name: `%a${i}`, shape: shape.split('x').map(Number) }));
    while (this.body.length < length) this.#addOperation();
    this.#addSum();
  }

  #below(bound: number): number {
    return Math.floor(this.#random.nextUniform() * bound);
  }

  #of<T>(values: readonly T[]): T {
    return values[this.#below(values.length)]!;
  }

  #add(operation: string, operands: readonly Tensor[], attrs: string, shape: readonly number[]): Tensor {
    const result = { name: `%v${this.body.length}`, shape };
    const names = operands.map(({ name }) => name).join(', ');
    this.body.push(
      `${result.name} = ${operation} ${names} ${attrs === '' ? '' : `{${attrs}} `}: ${shape.join('x')}`,
    );
    this.#values.push(result);
    return result;
  }

  #shuffled(rank: number): readonly number[] {
    const order = Array.from({ length: rank }, (_, d) => d);
    for (let i = rank - 1; i > 0; i--) {
      const j = this.#below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  }

  /** Late values more often, so that chains become long. */
  #any(): Tensor {
    const recent = this.#values.slice(-4);
    return this.#below(3) === 0 ? this.#of(this.#values) : this.#of(recent);
  }

  #permuted(x: Tensor): Tensor {
    const order = this.#shuffled(x.shape.length);
    const shape = order.map((d) => x.shape[d]!);
    return this.#add('permute', [x], `permutation = array<i64: ${list(order)}>`, shape);
  }

  #reshaped(x: Tensor): Tensor {
    const count = x.shape.reduce((product, size) => product * size, 1);
    const shapes = [
      [count],
      [1, count],
      [count, 1],
      [2, count / 2],
      [count / 4, 4],
      [2, count / 4, 2],
      [...x.shape, 1],
    ];
    const shape = this.#of(shapes.filter((sizes) => sizes.every(Number.isInteger)));
    return this.#add('reshape', [x], `shape = ${i32List(shape)}`, shape);
  }

  #addOperation(): void {
    const x = this.#any();
    const { shape } = x;
    const dim = this.#below(shape.length);
    switch (this.#below(9)) {
      case 0:
      case 1:
        this.#permuted(x);
        return;
      case 2:
      case 3:
        this.#reshaped(x);
        return;
      case 4:
        this.#add(this.#of(['tanh', 'neg', 'relu']), [x], '', shape);
        return;
      case 5: {
        const others = this.#values.filter((value) => value.shape.join() === shape.join());
        this.#add(this.#of(['add', 'multiply', 'maximum']), [x, this.#of(others)], '', shape);
        return;
      }
      case 6: {
        if (shape[dim] !== 1) return;
        const counts = shape.map((_, d) => (d === dim ? 3 : 1));
        this.#add('broadcast', [x], `broadcast_dimensions = array<i64: ${list(counts)}>`, shape.with(dim, 3));
        return;
      }
      case 7: {
        if (shape[dim]! < 2) return;
        const ends = shape.with(dim, shape[dim]! - 1);
        const begins = shape.map(() => 0);
        const attrs = `begins = ${i32List(begins)}, ends = ${i32List(ends)}, step = ${i32List(shape.map(() => 1))}`;
        if (this.#below(2) === 0) this.#add('slice_static', [x], attrs, ends);
        else this.#add('concat', [x, x], `dim = ${dim} : si32`, shape.with(dim, shape[dim]! * 2));
        return;
      }
      default: {
        const keeps = shape.length === 1 || this.#below(2) === 0;
        const rest = keeps ? shape.with(dim, 1) : shape.toSpliced(dim, 1);
        this.#add(this.#of(['sum', 'max']), [x], `dim_arg = [${dim} : i32], keep_dim = ${keeps}`, rest);
      }
    }
  }

  /** The result depends on every value that nothing else uses. */
  #addSum(): void {
    const unused = this.#values.filter(
      ({ name }) => !this.body.some((line) => line.split(' = ')[1]?.match(new RegExp(`${name}\\b`))),
    );
    const sums = unused.map((x) => {
      const dims = x.shape.map((_, d) => `${d} : i32`).join(', ');
      const all = this.#add(
        'sum',
        [x],
        `dim_arg = [${dims}], keep_dim = true`,
        x.shape.map(() => 1),
      );
      return this.#add('reshape', [all], 'shape = [1 : i32]', [1]);
    });
    sums.reduce((sum, own) => this.#add('add', [sum, own], '', [1]));
    const last = this.#values.at(-1)!;
    this.#add('neg', [last], '', last.shape);
  }
}

const passes = [
  'ttir-erase-inverse-ops',
  'ttir-implicit-broadcast-fold',
  'ttir-fusing{enable-permute-matmul-fusion=true}',
  'ttir-decompose-complex-permute,ttir-decompose-complex-reshape,ttir-reduction-force-keep-dim',
  'ttir-implicit-broadcast-fold,ttir-erase-inverse-ops,ttir-fusing,ttir-explicate-tms',
];

test.each(passes)(
  '%s changes no number of random programs',
  (pass) => {
    for (let seed = 0; seed < 30; seed++) {
      const { mismatches, text } = transformed(new RandomProgram(seed, 20), pass, seed);
      expect(mismatches, `seed ${seed}:\n${text}`).toBe(0);
    }
  },
  180_000,
);
