import { LinearOp, MatmulOp } from '@shardform/dialect-ttnn';
import type { Operation } from '@shardform/ir-core';
import {
  asDoubles,
  binary,
  convert,
  isArray,
  type NdArray,
  type Rounding,
  type RuntimeValue,
  slice,
} from '@shardform/runtime-sim';
import { activated, matmul, turned } from '../kernels/contraction-ops.ts';
import { asResult, spread } from '../result.ts';
import { stored, type StoredFormat } from './block-float.ts';

/** How a device computes. */
export interface DeviceArithmeticOptions {
  /** The format of what operations return; that of their types unless given. */
  readonly store?: StoredFormat | null;
  /** True if sums of products have 16 bits even where an operation asks for 32. */
  readonly shortSums?: boolean;
}

/**
 * Bits of a number that the multipliers see, the hidden one included, of the first and the second operand. They multiply 7
 * by 5 bits at a time, and from phase to phase what is left of the second operand, then of the first (Tenstorrent, "Matrix
 * Engine", math fidelity); operands have the 10 bits of TF32.
 */
const FIDELITY: Readonly<Record<string, readonly [number, number]>> = {
  lofi: [7, 5],
  hifi2: [7, 10],
  hifi3: [11, 10],
  hifi4: [11, 11],
};

/** Elements that one tile adds to a sum. */
const TILE = 32;

type Product = MatmulOp | LinearOp;

const isProduct = (op: Operation): op is Product => op instanceof MatmulOp || op instanceof LinearOp;

/** Computes products as the configurations of operations say, and stores results as the device does. */
export class DeviceArithmetic implements Rounding {
  readonly #store: StoredFormat | null;
  readonly #shortSums: boolean;

  constructor({ store = null, shortSums = false }: DeviceArithmeticOptions = {}) {
    this.#store = store;
    this.#shortSums = shortSums;
  }

  operands(op: Operation, values: readonly RuntimeValue[]): readonly RuntimeValue[] {
    if (!isProduct(op)) return values;
    const bits = FIDELITY[op.computeConfig?.mathFidelity ?? 'hifi4'];
    return values.map((value, i) => (i < 2 && isArray(value) ? truncated(value, bits[i]) : value));
  }

  results(
    op: Operation,
    operands: readonly RuntimeValue[],
    results: readonly RuntimeValue[],
  ): readonly RuntimeValue[] {
    const isShort = this.#shortSums || (isProduct(op) && op.computeConfig?.fp32DestAccEn === false);
    const computed = isShort && isProduct(op) ? [shortProduct(op, this.operands(op, operands))] : results;
    const format = this.#store;
    if (format === null) return computed;
    return computed.map((value) => (isArray(value) ? stored(value, format) : value));
  }
}

/** Numbers with the first bits of each, the others dropped. */
function truncated(array: NdArray, bits: number): NdArray {
  if (array.kind !== 'f32' && array.kind !== 'bf16') return array;
  const numbers = Float32Array.from(asDoubles(array.kind, array.data));
  const words = new Uint32Array(numbers.buffer);
  // An f32 has 23 bits beside the hidden one.
  const mask = (0xffffffff << (24 - bits)) >>> 0;
  for (let i = 0; i < words.length; i += 1) words[i] &= mask;
  return convert({ kind: 'f32', shape: array.shape, data: numbers }, array.kind);
}

/** A product whose sums are bf16 after each tile. */
function shortProduct(op: Product, values: readonly RuntimeValue[]): NdArray {
  const arrays = values.filter(isArray);
  const [a, b] = arrays;
  const bias = arrays.at(2);
  const [left, right] = [turned(a, op.transposeA), turned(b, op.transposeB)];
  const inner = left.shape.at(-1) ?? 1;
  const part = (array: NdArray, dim: number, start: number): NdArray => {
    const at = array.shape.length === 1 ? 0 : array.shape.length + dim;
    const end = Math.min(start + TILE, inner);
    return slice(
      array,
      array.shape.map((_, d) => (d === at ? start : 0)),
      array.shape.map((size, d) => (d === at ? end : size)),
      array.shape.map(() => 1),
    );
  };
  const short = (x: NdArray): NdArray => convert(convert(x, 'bf16'), 'f32');
  let sum: NdArray | null = null;
  for (let start = 0; start < inner; start += TILE) {
    const own = short(matmul(part(left, -1, start), part(right, -2, start)));
    sum = sum === null ? own : short(binary('add', sum, own));
  }
  const whole = sum ?? matmul(left, right);
  const withBias =
    bias === undefined ? whole : short(binary('add', whole, spread(convert(bias, whole.kind), whole.shape)));
  return asResult(op, activated(op, withBias));
}
