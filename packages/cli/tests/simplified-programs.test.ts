import { type ModuleOp, parseModule, parsePipeline, printOp, runPasses, verifyOp } from '@shardform/ir-core';
import {
  compareArrays,
  defaultTolerance,
  type NdArray,
  randomArray,
  randomSource,
  runSequential,
} from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

const context = createContext();

type Kind = 'i32' | 'i8' | 'f32' | 'i1';

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly kind: Kind;
}

function typeOf({ shape, kind }: Omit<Tensor, 'name'>): string {
  return `tensor<${shape.map((size) => `${size}x`).join('')}${kind}>`;
}

/** A program of operations drawn from a seed on arguments and constants, which returns everything it computes. */
class RandomProgram {
  readonly #random;
  readonly #lines: string[] = [];
  readonly arguments: readonly Tensor[];
  readonly #values: Tensor[];

  constructor(seed: number, length: number) {
    this.#random = randomSource(seed);
    const kinds: readonly Kind[] = ['i32', 'f32', 'i8', 'i1'];
    this.arguments = kinds.map((kind, i) => ({ name: `%arg${i}`, shape: this.#shape(), kind }));
    this.#values = [...this.arguments];
    while (this.#lines.length < length) this.#addOperation();
  }

  get text(): string {
    const results = this.#values.slice(this.arguments.length);
    const parameters = this.arguments.map((argument) => `${argument.name}: ${typeOf(argument)}`);
    return `func.func @main(${parameters.join(', ')}) -> (${results.map(typeOf).join(', ')}) {
${this.#lines.join('\n')}
  return ${results.map(({ name }) => name).join(', ')} : ${results.map(typeOf).join(', ')}
}`;
  }

  #below(bound: number): number {
    return Math.floor(this.#random.nextUniform() * bound);
  }

  #of<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #shape(): readonly number[] {
    return this.#of<readonly number[]>([[], [4], [2, 3], [3, 1], [2, 1, 3]]);
  }

  #add(operation: string, shape: readonly number[], kind: Kind): Tensor {
    const result = { name: `%v${this.#values.length}`, shape, kind };
    this.#lines.push(`  ${result.name} = stablehlo.${operation}`);
    this.#values.push(result);
    return result;
  }

  #constant(shape: readonly number[], kind: Kind): Tensor {
    const texts = {
      i32: ['0', '1', '-1', '7'],
      i8: ['0', '1', '-1', '100'],
      f32: ['0.0', '1.0', '-2.5'],
      i1: ['true', 'false'],
    };
    const count = shape.reduce((product, size) => product * size, 1);
    const list = (level: number): string =>
      level === shape.length
        ? this.#of(texts[kind])
        : `[${Array.from({ length: shape[level]! }, () => list(level + 1)).join(', ')}]`;
    const elements = this.#below(2) === 0 || count < 2 ? this.#of(texts[kind]) : list(0);
    return this.#add(`constant dense<${elements}> : ${typeOf({ shape, kind })}`, shape, kind);
  }

  #any(): Tensor {
    return this.#of(this.#values);
  }

  /** A value of the type of another: one that is there, or a constant. */
  #like({ shape, kind }: Tensor): Tensor {
    const alike = this.#values.filter((value) => typeOf(value) === typeOf({ shape, kind }));
    return this.#below(2) === 0 ? this.#constant(shape, kind) : this.#of(alike);
  }

  #addOperation(): void {
    const x = this.#any();
    const { shape, kind } = x;
    const type = typeOf(x);
    const rank = shape.length;
    switch (this.#below(11)) {
      case 0:
      case 1:
      case 2: {
        const pair = [x, this.#like(x)].map(({ name }) => name);
        if (this.#below(2) === 0) pair.reverse();
        const names = ['add', 'multiply', 'maximum', 'minimum'];
        if (kind !== 'f32') names.push('and', 'or', 'xor');
        if (kind !== 'i1') names.push('subtract');
        this.#add(`${this.#of(names)} ${pair.join(', ')} : ${type}`, shape, kind);
        return;
      }
      case 3: {
        const order = { i32: 'SIGNED', i8: 'SIGNED', f32: 'FLOAT', i1: 'UNSIGNED' }[kind];
        const relation = this.#of(['EQ', 'NE', 'LT', 'GE']);
        const operation = `compare ${relation}, ${x.name}, ${this.#like(x).name}, ${order}`;
        this.#add(`${operation} : (${type}, ${type}) -> ${typeOf({ shape, kind: 'i1' })}`, shape, 'i1');
        return;
      }
      case 4: {
        const pred = this.#constant(this.#below(2) === 0 ? shape : [], 'i1');
        const operands = [pred, x, this.#like(x)].map(({ name }) => name).join(', ');
        this.#add(`select ${operands} : ${typeOf(pred)}, ${type}`, shape, kind);
        return;
      }
      case 5: {
        const permutation = shape.map((_, d) => (d + 1) % rank);
        const to = permutation.map((d) => shape[d]!);
        this.#add(
          `transpose ${x.name}, dims = [${permutation.join(', ')}] : (${type}) -> ${typeOf({ shape: to, kind })}`,
          to,
          kind,
        );
        return;
      }
      case 6: {
        const to = [...shape, 2];
        if (rank < 3) {
          const dims = shape.map((_, d) => d).join(', ');
          this.#add(
            `broadcast_in_dim ${x.name}, dims = [${dims}] : (${type}) -> ${typeOf({ shape: to, kind })}`,
            to,
            kind,
          );
        }
        return;
      }
      case 7: {
        if (rank === 0) return;
        const inputs = [x, x, this.#like(x)];
        const to = [shape[0]! * 3, ...shape.slice(1)];
        const joined = this.#add(
          `concatenate ${inputs.map(({ name }) => name).join(', ')}, dim = 0 : (${type}, ${type}, ${type}) -> ${typeOf({ shape: to, kind })}`,
          to,
          kind,
        );
        const ranges = to.map((size, d) => (d === 0 ? '1:3' : `0:${size}`)).join(', ');
        const part = [2, ...to.slice(1)];
        this.#add(
          `slice ${joined.name} [${ranges}] : (${typeOf(joined)}) -> ${typeOf({ shape: part, kind })}`,
          part,
          kind,
        );
        return;
      }
      case 8: {
        const to = [1, ...shape];
        this.#add(`reshape ${x.name} : (${type}) -> ${typeOf({ shape: to, kind })}`, to, kind);
        return;
      }
      case 9:
        if (rank > 0) this.#add(`reverse ${x.name}, dims = [${this.#below(rank)}] : ${type}`, shape, kind);
        return;
      default: {
        const name =
          kind === 'f32' ? this.#of(['tanh', 'negate', 'cosine', 'sign']) : kind === 'i1' ? 'not' : 'negate';
        this.#add(`${name} ${x.name} : ${type}`, shape, kind);
      }
    }
  }
}

function parsed(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  return module;
}

const passes = [
  'stablehlo-aggressive-folder',
  'stablehlo-aggressive-simplification',
  'stablehlo-target-independent-optimization',
];

test.each(passes)('%s changes no result of random programs', (pass) => {
  for (let seed = 0; seed < 40; seed++) {
    const program = new RandomProgram(seed, 25);
    const inputs: readonly NdArray[] = program.arguments.map(({ kind, shape }, i) =>
      randomArray(kind, shape, seed + i),
    );
    const expected = runSequential(parsed(program.text), inputs, context);
    const module = parsed(program.text);
    runPasses(module, parsePipeline(`builtin.module(func.func(${pass}))`, context), context);
    const actual = runSequential(module, inputs, context);
    for (const [i, array] of expected.entries()) {
      const { mismatches } = compareArrays(actual[i]!, array, defaultTolerance(array.kind));
      expect(
        mismatches,
        `result ${i} of seed ${seed}:\n${program.text}\nbecame\n${printOp(module, context)}`,
      ).toBe(0);
    }
  }
});
