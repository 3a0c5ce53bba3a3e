import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { matrixRows, SimdMatmul } from '../kernels/matmul-simd.ts';
import {
  kernelThreadCode,
  KernelThreads,
  taskName,
  type StartKernelThread,
  useKernelThreads,
} from './kernel-threads.ts';
import { FunctionBuilder } from '../wasm/function-builder.ts';
import { instantiate, sharedMemory } from '../wasm/wasm-module.ts';

const workers: Worker[] = [];
const start: StartKernelThread = (workerData) => {
  const code = `(${kernelThreadCode})(require('node:worker_threads').workerData)`;
  workers.push(new Worker(code, { eval: true, workerData }));
};

afterEach(async () => {
  useKernelThreads(0, start);
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
});

/** Adds a vector of ones to that of its number behind an address. */
function addOnes(): FunctionBuilder {
  const f = new FunctionBuilder(taskName, 2);
  const [index, address] = [0, 1];
  const at = f.local('i32');
  f.get(index);
  f.i32(16);
  f.op('i32.mul');
  f.get(address);
  f.op('i32.add');
  f.set(at);
  f.get(at, at);
  f.memory('v128.load');
  f.i32x4(1);
  f.simd('i32x4.add');
  f.memory('v128.store');
  return f;
}

describe('threads of kernels', () => {
  test.each([1, 3])('%i more: each task is done once', (count) => {
    const module = instantiate([addOnes()], sharedMemory())!;
    const threads = new KernelThreads(count, start, module.imports);
    const task = threads.share(module);
    const words = new Int32Array(module.memory.buffer);
    const tasks = 200;
    for (let round = 1; round <= 400; round += 1) {
      threads.compute(task, tasks, [64]);
      if (round % 100 === 0)
        expect(words.subarray(16, 16 + 4 * tasks).every((word) => word === round)).toBe(true);
    }
    expect(words[15]).toBe(0);
    expect(words[16 + 4 * tasks]).toBe(0);
  });

  test('a task has the arguments of its own call', () => {
    const module = instantiate([addOnes()], sharedMemory())!;
    const threads = new KernelThreads(1, start, module.imports);
    const task = threads.share(module);
    for (let round = 0; round < 400; round += 1) threads.compute(task, 1 + (round % 40), [64 * (round % 7)]);
    const expected = new Int32Array(16 * 7 + 160);
    for (let round = 0; round < 400; round += 1) {
      const first = 16 * (round % 7);
      for (let i = 0; i < 4 * (1 + (round % 40)); i += 1) expected[first + i]! += 1;
    }
    expect(new Int32Array(module.memory.buffer).subarray(0, expected.length)).toEqual(expected);
  });

  test('what fails meanwhile leaves no task undone', () => {
    const module = instantiate([addOnes()], sharedMemory())!;
    const threads = new KernelThreads(1, start, module.imports);
    const task = threads.share(module);
    const words = new Int32Array(module.memory.buffer);
    const fails = (): never => {
      throw new Error('stopped');
    };
    for (let round = 1; round <= 50; round += 1) {
      expect(() => threads.compute(task, 30, [64], fails)).toThrow('stopped');
      expect(words.subarray(16, 16 + 4 * 30).every((word) => word === round)).toBe(true);
    }
  });

  test.each([
    [300, 530, 700],
    [150, 520, 8500],
    [20, 2000, 600],
  ])('products of several blocks have the bits that one thread gives: %i x %i x %i', (m, n, k) => {
    useKernelThreads(2, start);
    const lhs = Float32Array.from({ length: m * k }, (_, i) => Math.fround(Math.sin(i)));
    const rhs = Float32Array.from({ length: k * n }, (_, i) => Math.fround(Math.cos(3 * i)));
    const product = (kernel: SimdMatmul): Float32Array => {
      const out = new Float32Array(m * n);
      kernel.multiply(matrixRows(lhs, 0, k), matrixRows(rhs, 0, n), out, 0, m, n, k);
      return out;
    };
    expect(product(SimdMatmul.makeShared('f32')!)).toEqual(product(SimdMatmul.make('f32')!));
  });

  test('without a way to start threads there are none', () => {
    useKernelThreads(1, () => {
      throw new Error('not allowed');
    });
    expect(SimdMatmul.makeShared('f32')).toBeNull();
    useKernelThreads(0, start);
    expect(SimdMatmul.makeShared('f32')).toBeNull();
  });
});
