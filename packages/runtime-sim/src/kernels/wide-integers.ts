import { checkInterruptAfter, lastOf } from '@shardform/ir-core';
import { littleEndianHost } from '../array/array-kind.ts';
import { kernelMemory } from '../memory/kernel-memory.ts';
import { resultStorage } from '../memory/result-storage.ts';
import { taskName } from '../threads/kernel-threads.ts';
import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import type { SimdOpcode } from '../wasm/opcodes.ts';
import type { Vector, VectorExpressions } from '../wasm/vector-expression.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';
import { hasKey } from './own-key.ts';
import { SharedKernels, skipItems, taskItems, taskParameters } from './shared-kernel.ts';
import { loadSlot, storeSlot } from './slot-access.ts';
import { overVectors } from './vector-functions.ts';

/** Storage of 64-bit integers. */
type WideData = BigInt64Array | BigUint64Array;

/** Below this many elements a loop over bigints is done before vector code has begun. */
const fewElements = 32;

/** Elements in the memory at a time: those of three arrays fit the second-level cache. */
const chunkLength = 4096;

const unaryInstructions = { abs: 'i64x2.abs', negate: 'i64x2.neg', not: 'v128.not' } as const;

const binaryInstructions = {
  add: 'i64x2.add',
  and: 'v128.and',
  multiply: 'i64x2.mul',
  or: 'v128.or',
  subtract: 'i64x2.sub',
  xor: 'v128.xor',
} as const satisfies Readonly<Record<string, SimdOpcode>>;

/** Shifts of all elements by one amount. */
const shifts = {
  shift_left: 'i64x2.shl',
  shift_right_arithmetic: 'i64x2.shr_s',
  shift_right_logical: 'i64x2.shr_u',
} as const satisfies Readonly<Record<string, SimdOpcode>>;

const comparisons = {
  EQ: 'i64x2.eq',
  GE: 'i64x2.ge_s',
  GT: 'i64x2.gt_s',
  LE: 'i64x2.le_s',
  LT: 'i64x2.lt_s',
  NE: 'i64x2.ne',
} as const satisfies Readonly<Record<string, SimdOpcode>>;

/** Operations that choose one of two numbers: the first one where the comparison holds. */
const choices = { maximum: 'i64x2.gt_s', minimum: 'i64x2.lt_s' } as const;

/** One operation on 64-bit integers; `null` where a loop over bigints is to be used. */
export function wideUnary(op: string, x: WideData): WideData | null {
  return hasKey(unaryInstructions, op) ? compute(op, [x], []) : null;
}

/** The same of two arrays of one kind and length. */
export function wideBinary(op: string, x: WideData, y: WideData): WideData | null {
  if (hasKey(shifts, op)) {
    const amount = x.length < fewElements ? null : onlyElement(y);
    // What shifts everything out is rare.
    return amount === null || amount >= 64 ? null : compute(op, [x], [amount]);
  }
  if (hasKey(choices, op)) return compute(x instanceof BigInt64Array ? op : `unsigned_${op}`, [x, y], []);
  return hasKey(binaryInstructions, op) ? compute(op, [x, y], []) : null;
}

/** Compares the pairs of elements of two arrays of one kind and length; `null` as above. */
export function wideCompare(
  direction: keyof typeof comparisons,
  x: WideData,
  y: WideData,
): Uint8Array | null {
  const masks = compute(x instanceof BigInt64Array ? direction : `unsigned_${direction}`, [x, y], []);
  if (masks === null) return null;
  const words = new Int32Array(masks.buffer, masks.byteOffset, 2 * masks.length);
  const out = new Uint8Array(masks.length);
  for (let i = 0; i < out.length; i += 1) out[i] = words[2 * i] & 1;
  return out;
}

/** The value that all elements have, if it is one of 32 bits; else `null`. */
function onlyElement(data: WideData): number | null {
  const words = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length);
  const [low, high] = [words[littleEndianHost ? 0 : 1], words[littleEndianHost ? 1 : 0]];
  if (high !== 0) return null;
  const pattern = littleEndianHost ? [low, 0] : [0, low];
  for (let i = 0; i < words.length; i += 2)
    if (words[i] !== pattern[0] || words[i + 1] !== pattern[1]) return null;
  return low;
}

function compute(
  name: string,
  operands: readonly WideData[],
  parameters: readonly number[],
): WideData | null {
  const [first] = operands;
  const count = first.length;
  const module = count < fewElements ? null : wideModule();
  if (module === null) return null;
  const isSigned = first instanceof BigInt64Array;
  // The storage of such a kind.
  const out = resultStorage(isSigned ? 'i64' : 'ui64', count) as WideData;
  if (computedWhereTheyAre(name, [...operands, out], parameters)) return out;
  const addresses = [...operands, out].map((_, i) => 8 * chunkLength * i);
  ensureMemory(module.memory, 8 * chunkLength * addresses.length);
  const { buffer } = module.memory;
  const view = isSigned ? new BigInt64Array(buffer) : new BigUint64Array(buffer);
  for (let start = 0; start < count; start += chunkLength) {
    const length = Math.min(chunkLength, count - start);
    checkInterruptAfter(length);
    operands.forEach((data, i) => view.set(data.subarray(start, start + length), addresses[i] / 8));
    module.call[name](...addresses, ...parameters, (length + 1) >> 1);
    const from = addresses[operands.length] / 8;
    out.set(view.subarray(from, from + length), start);
  }
  return out;
}

/** Computes on arrays of the memory that kernels share; false, when nothing was done, if some lie elsewhere. */
function computedWhereTheyAre(
  name: string,
  arrays: readonly WideData[],
  parameters: readonly number[],
): boolean {
  // Storage of its own is asked first: without such a result the memory may not have been made.
  const memory = lastOf(arrays).byteOffset === 0 ? null : kernelMemory();
  if (memory === null) return false;
  const addresses = arrays.map((array) => memory.addressOf(array));
  if (!addresses.every((address) => address !== null)) return false;
  const kernel = sharedKernels.on(memory, name);
  if (kernel === null) return false;
  const count = arrays[0].length;
  checkInterruptAfter(count);
  kernel.compute((count + 1) >> 1, taskVectors, [...addresses, ...parameters]);
  return true;
}

/** Vectors of a task at least. */
const taskVectors = 1 << 12;

/** The functions of the module as tasks of vectors, by name. */
const sharedKernels = new SharedKernels<string>((name) => {
  const functions = wideFunctions();
  const index = functions.findIndex((f) => f.name === name);
  const { parameterCount } = functions[index];
  const arrays = hasKey(shifts, name) ? parameterCount - 2 : parameterCount - 1;
  const task = new FunctionBuilder(taskName, taskParameters + parameterCount - 1);
  const args = Array.from({ length: parameterCount - 1 }, (_, i): Local => taskParameters + i);
  const [first, left] = taskItems(task);
  for (const address of args.slice(0, arrays)) skipItems(task, address, first, 16);
  task.get(...args, left);
  task.call(0);
  return [functions[index], task];
});

let kernels: KernelModule | null | undefined;

/** Created on first use; `null` without WebAssembly SIMD. */
function wideModule(): KernelModule | null {
  return (kernels ??= kernels === undefined ? instantiate(wideFunctions()) : null);
}

function wideFunctions(): FunctionBuilder[] {
  const plain = (name: string, arity: number, result: Result): FunctionBuilder =>
    overVectors(name, new Array<number>(arity + 1).fill(16), (f, e, addresses) => {
      const operands = addresses.slice(0, arity).map((address) => e.keep(loadSlot(f, 'f32', address)));
      storeSlot(f, 'f32', addresses[arity], e.keep(result(e, operands)));
    });
  const signed = (_: VectorExpressions, operands: readonly Vector[]): readonly Vector[] => operands;
  // Unsigned numbers are in the order of signed ones less half the range.
  const unsigned = (e: VectorExpressions, operands: readonly Vector[]): readonly Vector[] =>
    operands.map((v) => e.keep(e.of('v128.xor', v, e.shifted('i64x2.shl', e.word(-1), 63))));
  const orders = [
    ['', signed],
    ['unsigned_', unsigned],
  ] as const;
  return [
    ...Object.entries(unaryInstructions).map(([name, opcode]) => plain(name, 1, (e, [x]) => e.of(opcode, x))),
    ...Object.entries(binaryInstructions).map(([name, opcode]) =>
      plain(name, 2, (e, [x, y]) => e.of(opcode, x, y)),
    ),
    ...orders.flatMap(([prefix, ordered]) => [
      ...Object.entries(comparisons).map(([name, opcode]) =>
        plain(`${prefix}${name}`, 2, (e, operands) => e.of(opcode, ...ordered(e, operands))),
      ),
      ...Object.entries(choices).map(([name, opcode]) =>
        plain(`${prefix}${name}`, 2, (e, operands) =>
          e.of('v128.bitselect', ...operands, e.of(opcode, ...ordered(e, operands))),
        ),
      ),
    ]),
    ...Object.entries(shifts).map(([name, opcode]) =>
      overVectors(name, [16, 16, 0], (f, e, [from, to, amount]) => {
        storeSlot(f, 'f32', to, () => {
          loadSlot(f, 'f32', from)();
          f.get(amount);
          f.simd(opcode);
        });
      }),
    ),
  ];
}

/** A vector computed of vectors. */
type Result = (e: VectorExpressions, operands: readonly Vector[]) => Vector;
