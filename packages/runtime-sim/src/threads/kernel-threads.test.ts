import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { convolveLines } from '../kernels/convolution-lines.ts';
import { multiply, multiplyBatch } from '../kernels/matmul-simd.ts';
import { matrixRows, TileMachine, tileMachine } from '../kernels/tile-machine.ts';
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
    const product = (machine: TileMachine): Float32Array => {
      const out = new Float32Array(m * n);
      multiply(machine, matrixRows(lhs, 0, k), matrixRows(rhs, 0, n), out, 0, m, n, k);
      return out;
    };
    expect(product(TileMachine.makeShared('f32')!)).toEqual(product(TileMachine.make('f32')!));
  });

  test('batches of products and lines of images have the bits that one thread gives', () => {
    useKernelThreads(2, start);
    const [batch, m, n, k] = [40, 50, 33, 70];
    const lhs = Float32Array.from({ length: batch * m * k }, (_, i) => Math.fround(Math.sin(i)));
    const rhs = Float32Array.from({ length: batch * k * n }, (_, i) => Math.fround(Math.cos(3 * i)));
    const products = (machine: TileMachine): Float32Array => {
      const out = new Float32Array(batch * m * n);
      multiplyBatch(machine, lhs, rhs, out, { batch, m, n, k });
      return out;
    };
    expect(products(TileMachine.makeShared('f32')!)).toEqual(products(TileMachine.make('f32')!));

    const window = { size: 3, stride: 1, padLow: 1, padHigh: 1, baseDilation: 1, windowDilation: 1 };
    const geometry = {
      batch: 2,
      image: [70, 50],
      feature: 20,
      places: [70, 50],
      windows: [window, window],
      reversed: [false, false],
      outputs: 35,
    };
    const convolved = (machine: TileMachine): Float32Array => {
      const out = new Float32Array(2 * 70 * 50 * 35);
      expect(convolveLines(machine, lhs, rhs, out, geometry)).toBe(true);
      return out;
    };
    expect(convolved(TileMachine.makeShared('f32')!)).toEqual(convolved(TileMachine.make('f32')!));
  });

  test('much work has threads at once, less when there was more of it', () => {
    useKernelThreads(1, start);
    const own = tileMachine('i32', 0);
    expect(tileMachine('i32', 2 ** 27)).toBe(own);
    expect(tileMachine('i32', 2 ** 27)).not.toBe(own);
    expect(tileMachine('i32', 2 ** 20)).toBe(own);
    expect(tileMachine('f64', 2 ** 28)).not.toBe(tileMachine('f64', 0));
  });

  test('without a way to start threads there are none', () => {
    useKernelThreads(1, () => {
      throw new Error('not allowed');
    });
    expect(TileMachine.makeShared('f32')).toBeNull();
    useKernelThreads(0, start);
    expect(TileMachine.makeShared('f32')).toBeNull();
  });
});
