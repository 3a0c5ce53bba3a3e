import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

/** More with `PLANNED_PROGRAMS=200 npm test -- --project cli tests/planned-numbers`. */
const COUNT = Number(process.env.PLANNED_PROGRAMS ?? 4);

const folder = mkdtempSync(join(tmpdir(), 'shardform-planned-numbers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Computing is slow, so that plans of small programs split them. */
const MACHINE = {
  devices: 8,
  device: { flops: 1e8, dram: 1e9, launch: 1e-9, memory: 8e10 },
  default_gbps: 400,
};

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 7919 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Products, transposes, sums, selections of parts, and elementwise operations on matrices, each of values before it. */
class RandomProgram {
  readonly #lines: string[] = [];
  readonly #values: { readonly name: string; readonly shape: readonly [number, number] }[] = [];
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  text(): string {
    // Of which 23 is padded where nothing else gives work to all devices.
    const size = (): number => [6, 8, 12, 16, 23, 24][this.#upTo(6)]!;
    const args = Array.from({ length: 3 }, () => [size(), size()] as const);
    args.forEach((shape, i) => this.#values.push({ name: `%arg${i}`, shape: [...shape] }));
    const operations = 6 + this.#upTo(8);
    for (let i = 0; i < operations; i++) this.#add(i);
    const results = this.#values.slice(-3);
    const types = results.map(({ shape }) => typeOf(shape));
    const parameters = args.map((shape, i) => `%arg${i}: ${typeOf(shape)}`);
    return `func.func public @main(${parameters.join(', ')}) -> (${types.join(', ')}) {
${this.#lines.join('\n')}
  return ${results.map(({ name }) => name).join(', ')} : ${types.join(', ')}
}
`;
  }

  #upTo(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #add(number: number): void {
    const name = `%${number}`;
    const a = this.#values[this.#upTo(this.#values.length)]!;
    const b = this.#values.filter(({ shape }) => shape[0] === a.shape[1] || shape[1] === a.shape[1]).at(-1);
    const [rows, columns] = a.shape;
    const kind = this.#upTo(5);
    if (kind === 0 && b !== undefined) {
      const dim = b.shape[0] === columns ? 0 : 1;
      const shape = [rows, b.shape[1 - dim]!] as const;
      this.#lines.push(
        `  ${name} = stablehlo.dot_general ${a.name}, ${b.name}, contracting_dims = [1] x [${dim}] : (${typeOf(a.shape)}, ${typeOf(b.shape)}) -> ${typeOf(shape)}`,
      );
      this.#values.push({ name, shape: [...shape] });
    } else if (kind === 1) {
      this.#lines.push(
        `  ${name} = stablehlo.transpose ${a.name}, dims = [1, 0] : (${typeOf(a.shape)}) -> ${typeOf([columns, rows])}`,
      );
      this.#values.push({ name, shape: [columns, rows] });
    } else if (kind === 2) {
      this.#lines.push(
        `  %zero${number} = stablehlo.constant dense<0.0> : tensor<f32>`,
        `  %sum${number} = stablehlo.reduce(${a.name} init: %zero${number}) applies stablehlo.add across dimensions = [1] : (${typeOf(a.shape)}, tensor<f32>) -> tensor<${rows}xf32>`,
        `  ${name} = stablehlo.broadcast_in_dim %sum${number}, dims = [0] : (tensor<${rows}xf32>) -> ${typeOf(a.shape)}`,
      );
      this.#values.push({ name, shape: a.shape });
    } else {
      const same = this.#values.filter(({ shape }) => shape.join() === a.shape.join()).at(-1)!;
      const line =
        kind === 3
          ? `stablehlo.tanh ${a.name}`
          : `stablehlo.${['add', 'multiply', 'maximum'][this.#upTo(3)]!} ${a.name}, ${same.name}`;
      this.#lines.push(`  ${name} = ${line} : ${typeOf(a.shape)}`);
      this.#values.push({ name, shape: a.shape });
    }
  }
}

function typeOf([rows, columns]: readonly [number, number]): string {
  return `tensor<${rows}x${columns}xf32>`;
}

const shardform = (...args: string[]) =>
  runTool('shardform', args, { stdin: new Uint8Array(0), cwd: folder });

describe('planned programs compute what one device computes', { timeout: 120_000 }, () => {
  test.each(Array.from({ length: COUNT }, (_, seed) => seed))('random program %i', async (seed) => {
    const name = `p${seed}.mlir`;
    writeFileSync(join(folder, name), new RandomProgram(seed).text());
    writeFileSync(join(folder, 'machine.json'), JSON.stringify(MACHINE));
    const mesh = ['2x4', '8', '2x2x2', '4x2'][seed % 4]!;
    const flags = ['--mesh', mesh, '--machine', 'machine.json', '--brief', '-o', `planned-${name}`];
    const { stderr, exitCode } = await shardform('plan', name, ...flags);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const run = await shardform('run', `planned-${name}`, '--seed', String(seed));
    expect([run.exitCode, run.stdout]).toEqual([0, run.stdout]);
  });
});
