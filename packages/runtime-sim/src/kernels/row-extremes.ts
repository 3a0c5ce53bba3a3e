import { checkInterruptAfter } from '@shardform/ir-core';
import { SharedRows } from './shared-rows.ts';
import { FunctionBuilder } from '../wasm/function-builder.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';

/** The extreme that rows are folded to. */
export type Extreme = 'maximum' | 'minimum';

const instructions = { maximum: 'f32x4.max', minimum: 'f32x4.min' } as const;

/** What no number changes, and of which a fold begins. */
const neutral = { maximum: -Infinity, minimum: Infinity } as const;

/** Elements of a row that are compared side by side: four vectors. */
const lanes = 16;

/** Elements that are copied into the memory at a time. */
const chunkLength = 1 << 16;

/** Rows that are shorter are folded from left to right. */
const shortRow = 2 * lanes;

/**
 * `maximum(from, to, rows, steps, pitch)`, and `minimum`, fold `steps` times sixteen f32 numbers of each row, at `pitch` bytes
 * from the one before; four numbers are left. As StableHLO's, they are NaN if a number is, and -0 is below 0, so that the
 * order is of no importance.
 */
function extremeOf(name: Extreme): FunctionBuilder {
  const f = new FunctionBuilder(name, 5);
  const [from, to, rows, steps, pitch] = [0, 1, 2, 3, 4];
  const [at, left] = [f.local('i32'), f.local('i32')];
  const found = f.locals('v128', lanes / 4);
  f.loop((nextRow) => {
    for (const own of found) {
      f.f32x4(neutral[name]);
      f.set(own);
    }
    f.get(from);
    f.set(at);
    f.get(steps);
    f.set(left);
    f.loop((nextStep) => {
      found.forEach((own, i) => {
        f.get(own, at);
        f.memory('v128.load', 16 * i);
        f.simd(instructions[name]);
        f.set(own);
      });
      f.advance(at, 4 * lanes);
      f.advance(left, -1);
      f.get(left);
      nextStep();
    });
    f.get(to, ...found);
    f.simd(instructions[name], instructions[name], instructions[name]);
    f.memory('v128.store');
    f.advance(to, 16);
    f.advanceBy(from, pitch);
    f.advance(rows, -1);
    f.get(rows);
    nextRow();
  });
  return f;
}

/**
 * Folds each of the rows of `length` numbers to its extreme, and that of `init`, in an element of `results`. Returns `false`, and
 * does nothing, where a loop is as fast or there is no WebAssembly with vectors.
 */
export function extremesOfRows(
  extreme: Extreme,
  data: Float32Array,
  length: number,
  init: number,
  results: Float64Array,
): boolean {
  // A row is in the memory as a whole.
  const kernels = length < shortRow || length > 16 * chunkLength ? null : extremeModule();
  if (kernels === null) return false;
  const combine = extreme === 'maximum' ? Math.max : Math.min;
  const steps = Math.floor(length / lanes);
  const finish = (row: number, found: Float32Array, at: number): void => {
    let result = combine(init, found[at], found[at + 1], found[at + 2], found[at + 3]);
    const end = (row + 1) * length;
    for (let i = end - (length % lanes); i < end; i += 1) result = combine(result, data[i]);
    results[row] = result;
  };
  const folded = sharedRows.fold(extreme, data, length, steps);
  if (folded !== null) {
    const found = new Float32Array(folded.buffer);
    for (let row = 0; row < results.length; row += 1) finish(row, found, 4 * row);
    return true;
  }
  const most = Math.max(1, Math.floor(chunkLength / length));
  for (let row = 0; row < results.length; row += most) {
    const rows = Math.min(most, results.length - row);
    checkInterruptAfter(rows * length);
    ensureMemory(kernels.memory, 4 * rows * length + 16 * rows);
    const floats = new Float32Array(kernels.memory.buffer);
    const first = row * length;
    floats.set(data.subarray(first, first + rows * length), 4 * rows);
    kernels.call[extreme](16 * rows, 0, rows, steps, 4 * length);
    for (let i = 0; i < rows; i += 1) finish(row + i, floats, 4 * i);
  }
  return true;
}

const sharedRows = new SharedRows(() => [extremeOf('maximum'), extremeOf('minimum')]);

let kernels: KernelModule | null | undefined;

/** Created on first use; `null` without WebAssembly SIMD. */
function extremeModule(): KernelModule | null {
  return (kernels ??=
    kernels === undefined ? instantiate([extremeOf('maximum'), extremeOf('minimum')]) : null);
}
