import { product } from '@shardform/ir-core';
import fc from 'fast-check';

/** Meshes that random programs are sharded over. */
const MESHES: readonly (readonly (readonly [string, number])[])[] = [
  [
    ['x', 2],
    ['y', 4],
  ],
  [['x', 8]],
  [
    ['x', 2],
    ['y', 2],
    ['z', 2],
  ],
  [
    ['x', 3],
    ['y', 2],
  ],
];

const SIZES = [1, 2, 3, 4, 6, 8, 8, 16];

/** Decisions in a row; always the same ones for the same numbers. */
class Tape {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  below(limit: number): number {
    return (this.#numbers[this.#at++ % this.#numbers.length]! + this.#at) % limit;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
}

/**
 * A function of elementwise operations, contractions, transpositions, reshapes, broadcasts and reductions, some of
 * whose arguments, results and operations have shardings.
 */
export function randomProgram(): fc.Arbitrary<string> {
  const tape = fc.array(fc.nat({ max: 9973 }), { minLength: 40, maxLength: 160 });
  return tape.map((numbers) => new ProgramWriter(new Tape(numbers)).write(3 + (numbers.length % 18)));
}

class ProgramWriter {
  readonly #tape: Tape;
  readonly #mesh: readonly (readonly [string, number])[];
  readonly #tensors: Tensor[] = [];
  readonly #lines: string[] = [];

  constructor(tape: Tape) {
    this.#tape = tape;
    this.#mesh = tape.pick(MESHES);
  }

  write(length: number): string {
    const tape = this.#tape;
    const args = Array.from({ length: 2 + tape.below(3) }, (_, i): Tensor => {
      const shape = Array.from({ length: 1 + tape.below(3) }, () => tape.pick(SIZES));
      return { name: `%a${i}`, shape };
    });
    this.#tensors.push(...args, { name: '%s', shape: [] });
    for (let i = 0; i < length; i++) this.#step();
    const result = this.#tensors.at(-1)!;
    const mesh = this.#mesh.map(([name, size]) => `"${name}"=${size}`).join(', ');
    const params = args.map(({ name, shape }) => `${name}: ${typeOf(shape)}${this.#attribute(shape, 2)}`);
    return `sdy.mesh @mesh = <[${mesh}]>
func.func @main(${params.join(', ')}, %s: tensor<f32>) -> (${typeOf(result.shape)}${this.#attribute(result.shape, 3)}) {
${this.#lines.join('\n')}
  return ${result.name} : ${typeOf(result.shape)}
}
`;
  }

  #step(): void {
    const tape = this.#tape;
    const operand = tape.pick(this.#tensors.slice(-6));
    const { name, shape } = operand;
    const type = typeOf(shape);
    switch (tape.below(6)) {
      case 0: {
        const same = tape.pick(this.#tensors.filter((other) => typeOf(other.shape) === type));
        this.#emit(shape, (attr) => `stablehlo.add ${name}, ${same.name}${attr} : ${type}`);
        return;
      }
      case 1: {
        const permutation = shape.map((_, i) => i).reverse();
        const reversed = permutation.map((dim) => shape[dim]!);
        this.#emit(
          reversed,
          (attr) =>
            `stablehlo.transpose ${name}, dims = [${permutation.join(', ')}]${attr} : (${type}) -> ${typeOf(reversed)}`,
        );
        return;
      }
      case 2: {
        const size = product(shape);
        const factor = tape.pick([1, 2, 3, 4].filter((divisor) => size % divisor === 0));
        const other = [factor, size / factor];
        this.#emit(other, (attr) => `stablehlo.reshape ${name}${attr} : (${type}) -> ${typeOf(other)}`);
        return;
      }
      case 3: {
        if (shape.length > 3) return;
        const wider = [tape.pick(SIZES), ...shape];
        const dims = shape.map((_, i) => i + 1);
        this.#emit(
          wider,
          (attr) =>
            `stablehlo.broadcast_in_dim ${name}, dims = [${dims.join(', ')}]${attr} : (${type}) -> ${typeOf(wider)}`,
        );
        return;
      }
      case 4: {
        if (shape.length === 0) return;
        const dim = tape.below(shape.length);
        const rest = shape.filter((_, i) => i !== dim);
        this.#emit(
          rest,
          (attr) =>
            `stablehlo.reduce(${name} init: %s) applies stablehlo.add across dimensions = [${dim}]${attr} : (${type}, tensor<f32>) -> ${typeOf(rest)}`,
        );
        return;
      }
      default: {
        this.#contract(operand);
        return;
      }
    }
  }

  #contract({ name, shape }: Tensor): void {
    const partners = this.#tensors.filter(
      (other) => shape.length + other.shape.length < 6 && other.shape.some((size) => shape.includes(size)),
    );
    if (partners.length === 0) return;
    const other = this.#tape.pick(partners);
    const right = other.shape.findIndex((size) => shape.includes(size));
    const left = shape.indexOf(other.shape[right]!);
    const result = [...shape.filter((_, i) => i !== left), ...other.shape.filter((_, i) => i !== right)];
    this.#emit(
      result,
      (attr) =>
        `stablehlo.dot_general ${name}, ${other.name}, contracting_dims = [${left}] x [${right}]${attr} : (${typeOf(shape)}, ${typeOf(other.shape)}) -> ${typeOf(result)}`,
    );
  }

  #emit(shape: readonly number[], text: (attribute: string) => string): void {
    const name = `%v${this.#lines.length}`;
    const isSharded = this.#tape.below(6) === 0;
    const attribute = isSharded
      ? ` {sdy.sharding = #sdy.sharding_per_value<[${this.#sharding(shape)}]>}`
      : '';
    this.#lines.push(`  ${name} = ${text(attribute)}`);
    this.#tensors.push({ name, shape });
  }

  /** The attribute of an argument or result; one in `rarity` has one. */
  #attribute(shape: readonly number[], rarity: number): string {
    if (this.#tape.below(rarity) > 0) return '';
    return ` {sdy.sharding = #sdy.sharding${this.#sharding(shape)}}`;
  }

  #sharding(shape: readonly number[]): string {
    const tape = this.#tape;
    const dims: string[][] = shape.map(() => []);
    const replicated: string[] = [];
    for (const [axis] of this.#mesh) {
      const choice = tape.below(shape.length + 2);
      if (choice < shape.length) dims[choice]!.push(`"${axis}"`);
      else if (choice === shape.length && tape.below(3) === 0) replicated.push(`"${axis}"`);
    }
    for (const dim of dims) if (tape.below(3) > 0) dim.push('?');
    const tail = replicated.length === 0 ? '' : `, replicated={${replicated.join(', ')}}`;
    return `<@mesh, [${dims.map((dim) => `{${dim.join(', ')}}`).join(', ')}]${tail}>`;
  }
}

function typeOf(shape: readonly number[]): string {
  return `tensor<${shape.map((size) => `${size}x`).join('')}f32>`;
}
