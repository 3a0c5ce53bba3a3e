import { floatDecodeTable, isElementKind, isFloatKind, isIntegerKind } from '@shardform/ir-core';
import { isBigKind, isComplexKind, narrowFormat } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { storeDoubles } from '../array/lanes.ts';
import { asInt32, loadIntegers, storeIntegers } from './chunks.ts';
import type { MatmulArithmetic } from './matmul-tile.ts';
import type { MatmulNumbers } from './tile-machine.ts';

/** Returns the vector arithmetic that gives products and sums of a kind; `null` where there is none. */
export function arithmeticOf(kind: ArrayKind): MatmulArithmetic | null {
  if (kind === 'f32' || kind === 'f64' || kind === 'bf16' || kind === 'f16') return kind;
  if (isComplexKind(kind) || isFloatKind(kind) || isBigKind(kind) || kind === 'i1') return null;
  // Narrower integers are what 32-bit ones are modulo their width.
  return 'i32';
}

/** Returns the elements of a kind that has an arithmetic as numbers of its type; they may share the storage. */
export function numbersOf(kind: ArrayKind, data: ArrayData): MatmulNumbers {
  if (data instanceof Float32Array || data instanceof Float64Array) return data;
  if (kind === 'i32' || kind === 'ui32') return asInt32(data);
  const format = narrowFormat(kind);
  if (format === null) {
    const words = new Int32Array(data.length);
    loadIntegers(data, 0, data.length, words);
    return words;
  }
  const table = floatDecodeTable(format);
  const floats = new Float32Array(data.length);
  for (let i = 0; i < floats.length; i += 1) floats[i] = table[Number(data[i])];
  return floats;
}

/** Has `compute` write numbers, and puts them into the storage `out` of the kind; they start as zero if that is zeroed. */
export function computeNumbers(
  kind: ArrayKind,
  out: ArrayData,
  compute: (numbers: MatmulNumbers) => void,
): void {
  if (out instanceof Float32Array || out instanceof Float64Array) {
    compute(out);
  } else if (kind === 'i32' || kind === 'ui32') {
    compute(asInt32(out));
  } else if (isElementKind(kind) && isIntegerKind(kind)) {
    const words = new Int32Array(out.length);
    compute(words);
    storeIntegers(kind, out, 0, out.length, words);
  } else {
    const floats = new Float32Array(out.length);
    compute(floats);
    storeDoubles(kind, out, 0, out.length, new Float64Array(floats));
  }
}
