import { checkInterruptAfter } from '@shardform/ir-core';
import { SharedRows } from './shared-rows.ts';
import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';

/** The extreme that rows are folded to. */
export type Extreme = 'maximum' | 'minimum';

/** Exact ones, which processors have no instruction for, and ones that take the first operand unless the second exceeds it. */
const instructions = { maximum: 'f32x4.max', minimum: 'f32x4.min' } as const;
const quickInstructions = { maximum: 'f32x4.pmax', minimum: 'f32x4.pmin' } as const;

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
 *
 * `quick_maximum`, and `quick_minimum`, do the same in less time, but zeros have any sign, and what they leave is NaN also where
 * numbers are infinite: the sum of the numbers says so.
 */
function extremeOf(name: Extreme, isQuick: boolean): FunctionBuilder {
  const f = new FunctionBuilder(isQuick ? quickName(name) : name, 5);
  const instruction = (isQuick ? quickInstructions : instructions)[name];
  const [from, to, rows, steps, pitch] = [0, 1, 2, 3, 4];
  const [at, left] = [f.local('i32'), f.local('i32')];
  const found = f.locals('v128', lanes / 4);
  const sum = f.local('v128');
  f.loop((nextRow) => {
    for (const own of found) {
      f.f32x4(neutral[name]);
      f.set(own);
    }
    f.f32x4(0);
    f.set(sum);
    f.get(from);
    f.set(at);
    f.get(steps);
    f.set(left);
    f.loop((nextStep) => {
      found.forEach((own, i) => {
        f.get(own, at);
        f.memory('v128.load', 16 * i);
        f.simd(instruction);
        f.set(own);
      });
      if (isQuick) addNumbers(f, at, sum);
      f.advance(at, 4 * lanes);
      f.advance(left, -1);
      f.get(left);
      nextStep();
    });
    f.get(to);
    if (isQuick) f.f32x4(NaN);
    f.get(...found);
    f.simd(instruction, instruction, instruction);
    if (isQuick) {
      f.get(sum, sum);
      f.simd('f32x4.ne', 'v128.bitselect');
    }
    f.memory('v128.store');
    f.advance(to, 16);
    f.advanceBy(from, pitch);
    f.advance(rows, -1);
    f.get(rows);
    nextRow();
  });
  return f;
}

/** Adds sixteen numbers to a sum, as a tree: sums that wait for each other take longer than the loads. */
function addNumbers(f: FunctionBuilder, at: Local, sum: Local): void {
  for (let i = 0; i < lanes / 4; i += 1) {
    f.get(at);
    f.memory('v128.load', 16 * i);
    if (i % 2 === 1) f.simd('f32x4.add');
  }
  f.get(sum);
  f.simd('f32x4.add', 'f32x4.add');
  f.set(sum);
}

function quickName(name: Extreme): string {
  return `quick_${name}`;
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
  const steps = Math.floor(length / lanes);
  const quick = quickName(extreme);
  const folded = sharedRows.fold(quick, data, length, steps);
  const most = Math.max(1, Math.floor(chunkLength / length));
  const rest: RowRest = { extreme, data, length, init };
  for (let row = 0; row < results.length; row += most) {
    const rows = Math.min(most, results.length - row);
    const found =
      folded === null
        ? foldRows(kernels, quick, rest, row, rows)
        : new Float32Array(folded.buffer, folded.byteOffset + 16 * row, 4 * rows);
    for (let i = 0; i < rows; i += 1) {
      const result = extremeWith(rest, row + i, found, i);
      const isCertain = result !== 0 && !Number.isNaN(result);
      results[row + i] = isCertain
        ? result
        : extremeWith(rest, row + i, foldRows(kernels, extreme, rest, row + i, 1), 0);
    }
  }
  return true;
}

/** What all rows are folded with. */
interface RowRest {
  readonly extreme: Extreme;
  readonly data: Float32Array;
  readonly length: number;
  readonly init: number;
}

/** Four numbers of each of some rows, folded in the memory of the kernels, until something else is folded there. */
function foldRows(
  { memory, call }: KernelModule,
  name: string,
  { data, length }: RowRest,
  row: number,
  rows: number,
): Float32Array {
  checkInterruptAfter(rows * length);
  ensureMemory(memory, 4 * rows * length + 16 * rows);
  const floats = new Float32Array(memory.buffer);
  floats.set(data.subarray(row * length, (row + rows) * length), 4 * rows);
  call[name](16 * rows, 0, rows, Math.floor(length / lanes), 4 * length);
  return floats.slice(0, 4 * rows);
}

/** The extreme of a row of which four numbers are left, with those that fill no vectors and the first one. */
function extremeWith(
  { extreme, data, length, init }: RowRest,
  row: number,
  found: Float32Array,
  index: number,
): number {
  const combine = extreme === 'maximum' ? Math.max : Math.min;
  const at = 4 * index;
  let result = combine(init, found[at], found[at + 1], found[at + 2], found[at + 3]);
  const end = (row + 1) * length;
  for (let i = end - (length % lanes); i < end; i += 1) result = combine(result, data[i]);
  return result;
}

/** The functions of a module. */
function extremeFunctions(): FunctionBuilder[] {
  return (['maximum', 'minimum'] as const).flatMap((name) => [extremeOf(name, false), extremeOf(name, true)]);
}

const sharedRows = new SharedRows(extremeFunctions);

let kernels: KernelModule | null | undefined;

/** Created on first use; `null` without WebAssembly SIMD. */
function extremeModule(): KernelModule | null {
  return (kernels ??= kernels === undefined ? instantiate(extremeFunctions()) : null);
}
