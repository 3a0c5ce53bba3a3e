import { encodeFloat, floatFormats, isFloatKind, printFloat } from '@shardform/ir-core';
import { type ArrayKind, isComplexKind, partKind } from './array-kind.ts';
import { elementAt, type NdArray, rowMajorStrides, type Scalar } from './nd-array.ts';

/**
 * Returns an array as StableHLO's interpreter prints it: `tensor<ui8> {1}`, and with a line for each row
 *
 *     tensor<2x2xi8> {
 *       [
 *         [1, 2],
 *         [3, 4]
 *       ]
 *     }
 */
export function arrayText(array: NdArray): string {
  const { kind, shape } = array;
  const textAt = (index: number): string => scalarText(kind, elementAt(array, index));
  if (shape.length === 0) return `${arrayTypeText(array)} {${textAt(0)}}`;
  const strides = rowMajorStrides(shape);
  const rows = (dim: number, first: number): string => {
    const size = shape[dim];
    const indent = '  '.repeat(dim + 1);
    if (dim === shape.length - 1 || size === 0) {
      return `${indent}[${Array.from({ length: size }, (_, i) => textAt(first + i)).join(', ')}]`;
    }
    const inner = Array.from({ length: size }, (_, i) => rows(dim + 1, first + i * strides[dim]));
    return `${indent}[\n${inner.join(',\n')}\n${indent}]`;
  };
  return `${arrayTypeText(array)} {\n${rows(0, 0)}\n}`;
}

/** Returns the type of an array: `tensor<2x2xi8>`. */
export function arrayTypeText({ kind, shape }: Pick<NdArray, 'kind' | 'shape'>): string {
  return `tensor<${[...shape, kind].join('x')}>`;
}

/**
 * Returns an element as MLIR writes it: `true`, `-3`, `1.000000e+00`, infinities and NaNs in hex; complex ones
 * `[re, im]`.
 */
export function scalarText(kind: ArrayKind, value: Scalar): string {
  if (typeof value === 'object') {
    // Only elements of complex kinds have two components.
    const part = isComplexKind(kind) ? partKind(kind) : 'f64';
    return `[${scalarText(part, value.re)}, ${scalarText(part, value.im)}]`;
  }
  if (kind === 'i1') return String(Number(value) !== 0);
  if (isComplexKind(kind) || !isFloatKind(kind)) return String(value);
  const format = floatFormats[kind];
  return printFloat(format, encodeFloat(format, Number(value)));
}
