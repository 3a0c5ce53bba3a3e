import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { context, parse } from '../../tests/programs.ts';
import { type ArrayKind, elementCount, type NdArray, randomArray, zeros } from '../array/index.ts';
import { runSequential } from '../interpreter/run-module.ts';
import { kernelThreadCode, useKernelThreads } from '../threads/kernel-threads.ts';
import { ArrayPool } from './array-pool.ts';
import { kernelMemory } from './kernel-memory.ts';

const workers: Worker[] = [];

afterEach(() => expect(kernelMemory()!.blockCount).toBe(0));

afterAll(async () => {
  useKernelThreads(0, () => undefined);
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
});

useKernelThreads(1, (workerData) => {
  const code = `(${kernelThreadCode})(require('node:worker_threads').workerData)`;
  workers.push(new Worker(code, { eval: true, workerData }));
});

const flat = (kind: ArrayKind, count = 70_001): string => `tensor<${count}x${kind}>`;

function bytesOf({ data }: NdArray): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/** Whether arrays of the pool give the bits that others do: at first, and when their code has been compiled. */
function expectSameBits(text: string, inputs: readonly NdArray[]): void {
  const module = parse(text);
  const pool = new ArrayPool();
  const placed = inputs.map((input) => pool.place(input));
  const expected = runSequential(module, inputs, context).map((result) => Buffer.from(bytesOf(result)));
  for (let round = 0; round < 40; round += 1) {
    const results = runSequential(module, placed, context, { pool });
    results.forEach((result, i) => expect(bytesOf(result).equals(expected[i]!)).toBe(true));
    pool.release(results);
  }
  pool.release(placed);
}

function binaryProgram(op: string, kind: ArrayKind): string {
  const type = flat(kind);
  return `func.func @main(%a: ${type}, %b: ${type}) -> ${type} { %0 = stablehlo.${op} %a, %b : ${type} return %0 : ${type} }`;
}

describe('arrays of a pool give the bits of others', () => {
  test.each([
    ['add', 'f32'],
    ['maximum', 'f32'],
    ['multiply', 'bf16'],
    ['add', 'f16'],
    ['multiply', 'i32'],
    ['minimum', 'ui32'],
    ['xor', 'i1'],
    ['multiply', 'i64'],
    ['maximum', 'ui64'],
    ['add', 'f64'],
    ['add', 'i8'],
    ['add', 'complex<f32>'],
  ] as const)('%s of %s', (op, kind) => {
    expectSameBits(binaryProgram(op, kind), [randomArray(kind, [70_001], 1), randomArray(kind, [70_001], 2)]);
  });

  test.each(['tanh', 'exponential', 'log', 'logistic', 'rsqrt'])('%s', (op) => {
    const text = (type: string): string =>
      `func.func @main(%a: ${type}) -> ${type} { %0 = stablehlo.${op} %a : ${type} return %0 : ${type} }`;
    expectSameBits(text(flat('f32')), [randomArray('f32', [70_001], 1)]);
    expectSameBits(text(flat('bf16')), [randomArray('bf16', [70_001], 1)]);
  });

  test('a chain with constants, a scalar and a choice', () => {
    const type = flat('f32');
    expectSameBits(
      `func.func @main(%a: ${type}, %b: ${type}, %s: tensor<f32>) -> (${type}, ${type}) {
        %h = stablehlo.constant dense<0.5> : ${type}
        %t = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> ${type}
        %0 = stablehlo.multiply %a, %h : ${type}
        %1 = stablehlo.add %0, %t : ${type}
        %2 = stablehlo.compare GT, %1, %b : (${type}, ${type}) -> ${flat('i1')}
        %3 = stablehlo.select %2, %1, %b : ${flat('i1')}, ${type}
        %4 = stablehlo.tanh %3 : ${type}
        return %4, %1 : ${type}, ${type}
      }`,
      [randomArray('f32', [70_001], 1), randomArray('f32', [70_001], 2), randomArray('f32', [], 3)],
    );
  });

  test.each(['add', 'maximum', 'minimum'])('rows folded by %s', (op) => {
    for (const length of [64, 257, 5000]) {
      const table = `tensor<100x${length}xf32>`;
      expectSameBits(
        `func.func @main(%a: ${table}, %i: tensor<f32>) -> tensor<100xf32> {
          %0 = stablehlo.reduce(%a init: %i) applies stablehlo.${op} across dimensions = [1] : (${table}, tensor<f32>) -> tensor<100xf32>
          return %0 : tensor<100xf32>
        }`,
        [randomArray('f32', [100, length], 1), randomArray('f32', [], 2)],
      );
    }
  });

  test.each(['f32', 'bf16', 'i64', 'i8', 'complex<f64>'] as const)('rows of %s that are gathered', (kind) => {
    const [table, result] = [`tensor<300x40x${kind}>`, `tensor<900x40x${kind}>`];
    const rows = zeros('i32', [900]);
    rows.data.forEach((_, i) => (rows.data[i] = (i * 7919) % 310));
    expectSameBits(
      `func.func @main(%x: ${table}, %i: tensor<900xi32>) -> ${result} {
        %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 40>}> : (${table}, tensor<900xi32>) -> ${result}
        return %0 : ${result}
      }`,
      [randomArray(kind, [300, 40], 1), rows],
    );
  });

  test('products, and what is moved', () => {
    const type = 'tensor<96x96xf32>';
    expectSameBits(
      `func.func @main(%a: ${type}, %b: ${type}) -> (${type}, ${type}, tensor<192x96xf32>) {
        %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (${type}, ${type}) -> ${type}
        %1 = stablehlo.transpose %0, dims = [1, 0] : (${type}) -> ${type}
        %2 = stablehlo.reverse %1, dims = [0] : ${type}
        %3 = stablehlo.concatenate %2, %0, dim = 0 : (${type}, ${type}) -> tensor<192x96xf32>
        return %1, %1, %3 : ${type}, ${type}, tensor<192x96xf32>
      }`,
      [randomArray('f32', [96, 96], 1), randomArray('f32', [96, 96], 2)],
    );
  });
});

describe('a pool', () => {
  const type = flat('f32');
  const negate = parse(
    `func.func @main(%a: ${type}) -> (${type}, ${type}) { %0 = stablehlo.negate %a : ${type} return %0, %0 : ${type}, ${type} }`,
  );
  const input = randomArray('f32', [70_001], 1);

  test('uses storage again when all results over it are released', () => {
    const pool = new ArrayPool();
    const [first, same] = runSequential(negate, [input], context, { pool }) as [NdArray, NdArray];
    expect(same.data).toBe(first.data);
    pool.release([first]);
    const [second] = runSequential(negate, [input], context, { pool }) as [NdArray, NdArray];
    expect(second.data.byteOffset).not.toBe(first.data.byteOffset);
    pool.release([same]);
    // Nothing is released twice.
    pool.release([first, same]);
    const [third] = runSequential(negate, [input], context, { pool }) as [NdArray, NdArray];
    expect(third.data.byteOffset).toBe(first.data.byteOffset);
    pool.release([second, second, third, third]);
  });

  test('lends an argument that is a result, until both are released', () => {
    const identity = parse(`func.func @main(%a: ${type}) -> ${type} { return %a : ${type} }`);
    const pool = new ArrayPool();
    const placed = pool.place(input);
    expect(pool.place(placed)).toBe(placed);
    const [result] = runSequential(identity, [placed], context, { pool }) as [NdArray];
    pool.release([placed]);
    expect(kernelMemory()!.blockCount).toBe(1);
    expect(bytesOf(result).equals(bytesOf(input))).toBe(true);
    pool.release([result]);
  });

  test('leaves alone what is small, what is not its own, and results of runs without it', () => {
    const pool = new ArrayPool();
    const small = randomArray('f32', [10], 1);
    expect(pool.place(small)).toBe(small);
    const placed = pool.place(input);
    pool.release([small, input]);
    const results = runSequential(negate, [placed], context);
    expect(results.every(({ data }) => data.buffer instanceof ArrayBuffer)).toBe(true);
    expect(elementCount(results[0]!.shape)).toBe(70_001);
    pool.release(results);
    pool.release([placed]);
  });

  test('keeps nothing of an execution that fails', () => {
    const failing = parse(`
      func.func @main(%a: ${type}) -> (${type}, ${type}) {
        %0 = stablehlo.negate %a : ${type}
        %1 = stablehlo.custom_call @unknown(%0) : (${type}) -> ${type}
        return %0, %1 : ${type}, ${type}
      }`);
    expect(() => runSequential(failing, [input], context, { pool: new ArrayPool() })).toThrow('unknown');
  });
});
