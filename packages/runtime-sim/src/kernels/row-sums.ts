import { checkInterruptAfter } from '@shardform/ir-core';
import { SharedRows } from './shared-rows.ts';
import { FunctionBuilder } from '../wasm/function-builder.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';

/** Elements of a row that are summed side by side. */
const lanes = 8;

/** Elements of a row between two additions to its sum. */
const blockLength = 1 << 16;

/** Elements that are copied into the memory at a time. */
const chunkLength = 1 << 16;

/** Rows that are shorter are summed from left to right. */
const shortRow = 4 * lanes;

/** Sums of rows and of columns of f32 numbers, in doubles. */
function sumFunctions(): FunctionBuilder[] {
  return [sumBlocks(), addRows()];
}

/**
 * `sumBlocks(from, to, blocks, steps, pitch)` sums `steps` times eight f32 numbers of each block, at `pitch` bytes from the one
 * before: lane by lane from minus zero, then first and third, second and fourth pair, and these; two doubles are left to be
 * added.
 */
function sumBlocks(): FunctionBuilder {
  const f = new FunctionBuilder('sumBlocks', 5);
  const [from, to, blocks, steps, pitch] = [0, 1, 2, 3, 4];
  const [at, left] = [f.local('i32'), f.local('i32')];
  const sums = f.locals('v128', lanes / 2);
  f.loop((nextBlock) => {
    for (const sum of sums) {
      f.f64(-0);
      f.simd('f64x2.splat');
      f.set(sum);
    }
    f.get(from);
    f.set(at);
    f.get(steps);
    f.set(left);
    f.loop((nextStep) => {
      sums.forEach((sum, i) => {
        f.get(sum, at);
        f.memory('v128.load64_zero', 8 * i);
        f.simd('f64x2.promote_low_f32x4', 'f64x2.add');
        f.set(sum);
      });
      f.advance(at, 4 * lanes);
      f.advance(left, -1);
      f.get(left);
      nextStep();
    });
    const [a, b, c, d] = sums;
    f.get(to, a, c);
    f.simd('f64x2.add');
    f.get(b, d);
    f.simd('f64x2.add', 'f64x2.add');
    f.memory('v128.store');
    f.advance(to, 16);
    f.advanceBy(from, pitch);
    f.advance(blocks, -1);
    f.get(blocks);
    nextBlock();
  });
  return f;
}

/** `addRows(from, sums, rows, pairs, pitch)` adds rows of f32 numbers, one after the other, to doubles, two at a time. */
function addRows(): FunctionBuilder {
  const f = new FunctionBuilder('addRows', 5);
  const [from, sums, rows, pairs, pitch] = [0, 1, 2, 3, 4];
  const [read, write, left] = [f.local('i32'), f.local('i32'), f.local('i32')];
  f.loop((nextRow) => {
    f.get(from);
    f.set(read);
    f.get(sums);
    f.set(write);
    f.get(pairs);
    f.set(left);
    f.loop((nextPair) => {
      f.get(write, write);
      f.memory('v128.load');
      f.get(read);
      f.memory('v128.load64_zero');
      f.simd('f64x2.promote_low_f32x4', 'f64x2.add');
      f.memory('v128.store');
      f.advance(read, 8);
      f.advance(write, 16);
      f.advance(left, -1);
      f.get(left);
      nextPair();
    });
    f.advanceBy(from, pitch);
    f.advance(rows, -1);
    f.get(rows);
    nextRow();
  });
  return f;
}

/**
 * Sums each of the rows of `length` numbers into an element of `results`, from `init` on, in doubles: long rows eight numbers side
 * by side, in an order that depends on nothing but the length.
 */
export function sumRows(data: Float32Array, length: number, init: number, results: Float64Array): void {
  const isShort = length < shortRow;
  if (!isShort && length <= blockLength && sumSharedRows(data, length, init, results)) return;
  const module = isShort ? null : sumModule();
  const blocks = isShort ? 0 : Math.ceil(length / blockLength);
  // What lanes leave is at the end of the last block.
  const tail = isShort ? length : length % lanes;
  const most = Math.max(1, Math.floor(chunkLength / length));
  for (let row = 0; row < results.length; row += most) {
    const rows = Math.min(most, results.length - row);
    checkInterruptAfter(rows * length);
    const sums = isShort ? none : laneSums(module, data, row * length, rows, length);
    for (let i = 0; i < rows; i += 1) {
      let sum = init;
      for (let block = i * blocks; block < (i + 1) * blocks; block += 1) sum += sums[block];
      const end = (row + i + 1) * length;
      for (let at = end - tail; at < end; at += 1) sum += data[at];
      results[row + i] = sum;
    }
  }
}

const sharedRows = new SharedRows(() => [sumBlocks()]);

/** The same where the numbers are in the memory that kernels share, of rows of one block. */
function sumSharedRows(data: Float32Array, length: number, init: number, results: Float64Array): boolean {
  const folded = sharedRows.fold('sumBlocks', data, length, Math.floor(length / lanes));
  if (folded === null) return false;
  const sums = new Float64Array(folded.buffer);
  for (let row = 0; row < results.length; row += 1) {
    let sum = init + (sums[2 * row] + sums[2 * row + 1]);
    const end = (row + 1) * length;
    for (let at = end - (length % lanes); at < end; at += 1) sum += data[at];
    results[row] = sum;
  }
  return true;
}

const none = new Float64Array(0);

/** The sums of the lanes by block: blocks of rows that are longer than one have a multiple of the lanes. */
function laneSums(
  module: KernelModule | null,
  data: Float32Array,
  first: number,
  rows: number,
  length: number,
): Float64Array {
  const blocks = Math.ceil(length / blockLength);
  const sums = new Float64Array(rows * blocks);
  for (let block = 0; block < blocks; block += 1) {
    const start = first + block * blockLength;
    const steps = Math.floor(Math.min(blockLength, length - block * blockLength) / lanes);
    // Several rows have one block each.
    if (steps === 0) sums[block] = -0;
    else if (module === null)
      for (let i = 0; i < rows; i += 1) sums[i + block] = laneSum(data, start + i * length, steps);
    else {
      const [floats, doubles] = views(module, rows * length + 4 * rows);
      const at = 2 * rows;
      floats.set(data.subarray(start, start + (rows - 1) * length + steps * lanes), 2 * at);
      module.call.sumBlocks(8 * at, 0, rows, steps, 4 * length);
      for (let i = 0; i < rows; i += 1) sums[i + block] = doubles[2 * i] + doubles[2 * i + 1];
    }
  }
  return sums;
}

/** The same as `sumBlocks` for one block, without vectors. */
function laneSum(data: Float32Array, start: number, steps: number): number {
  const sums = new Float64Array(lanes).fill(-0);
  for (let i = 0; i < steps * lanes; i += 1) sums[i % lanes] += data[start + i];
  const [a, b, c, d, e, f, g, h] = sums;
  return a + e + (c + g) + (b + f + (d + h));
}

/** Adds rows of `width` numbers, one after the other, to sums. */
export function addToColumns(
  data: Float32Array,
  start: number,
  rows: number,
  width: number,
  sums: Float64Array,
): void {
  const module = sumModule();
  if (module === null) {
    for (let at = start; at < start + rows * width; at += width) {
      for (let i = 0; i < width; i += 1) sums[i] += data[at + i];
    }
    return;
  }
  const most = Math.max(1, Math.floor(chunkLength / width));
  const room = width + 2;
  for (let row = 0; row < rows; row += most) {
    const count = Math.min(most, rows - row);
    checkInterruptAfter(count * width);
    const [floats, doubles] = views(module, count * width + 2 + 2 * room);
    doubles.set(sums);
    const from = start + row * width;
    floats.set(data.subarray(from, from + count * width), 2 * room);
    // An odd width adds something to a sum behind the last one.
    module.call.addRows(8 * room, 0, count, (width + 1) >> 1, 4 * width);
    sums.set(doubles.subarray(0, width));
  }
}

function views({ memory }: KernelModule, floats: number): [Float32Array, Float64Array] {
  ensureMemory(memory, 4 * floats + 64);
  return [
    new Float32Array(memory.buffer),
    new Float64Array(memory.buffer, 0, Math.floor(memory.buffer.byteLength / 8)),
  ];
}

let module: KernelModule | null | undefined;

/** Created on first use; `null` without WebAssembly SIMD. */
function sumModule(): KernelModule | null {
  return (module ??= module === undefined ? instantiate(sumFunctions()) : null);
}
