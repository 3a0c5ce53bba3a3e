import { FuncOp } from '@shardform/dialect-func';
import { CompareOp } from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  DictionaryAttr,
  IntegerAttr,
  type Operation,
  SymbolRefAttr,
  SymbolTables,
  lastOf,
} from '@shardform/ir-core';
import { elementAt, elementCount, type NdArray, type Scalar, setElement, zeros } from '../../array/index.ts';
import { arrayTypeOf } from '../array-type.ts';
import { ExecutionError } from '../execution-error.ts';
import type { CustomCall } from '../machine.ts';
import { arrays, numberOption } from './call-options.ts';

/** The permutation of elements along a dimension. */
interface Lines {
  readonly size: number;
  readonly stride: number;
  /** Index of the first element of each line. */
  readonly starts: readonly number[];
}

function linesOf(shape: readonly number[], dim: number): Lines {
  const stride = elementCount(shape.slice(dim + 1));
  const size = shape[dim];
  const starts: number[] = [];
  for (let outer = 0; outer < elementCount(shape.slice(0, dim)); outer += 1) {
    for (let inner = 0; inner < stride; inner += 1) starts.push(outer * size * stride + inner);
  }
  return { size, stride, starts };
}

/** The `k` largest or smallest elements along a dimension in order, and their indices. */
function best(
  x: NdArray,
  dim: number,
  k: number,
  isLargest: boolean,
): { readonly order: readonly number[][]; readonly lines: Lines } {
  const lines = linesOf(x.shape, dim);
  const sign = isLargest ? -1 : 1;
  const order = lines.starts.map((start) => {
    const values = Array.from({ length: lines.size }, (_, i) => elementAt(x, start + i * lines.stride));
    const places = values.map((_, i) => i);
    places.sort((a, b) => sign * compare(values[a], values[b]) || a - b);
    return places.slice(0, k);
  });
  return { order, lines };
}

/** The order of numbers with NaN as the largest. */
function compare(a: Scalar, b: Scalar): number {
  if (typeof a === 'bigint' || typeof b === 'bigint') return a < b ? -1 : Number(a > b);
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  return x - y;
}

function taken(from: NdArray, { order, lines }: ReturnType<typeof best>, dim: number, k: number): NdArray {
  const shape = from.shape.map((size, d) => (d === dim ? k : size));
  const result = zeros(from.kind, shape);
  const targets = linesOf(shape, dim);
  order.forEach((places, line) =>
    places.forEach((place, i) => {
      const value = elementAt(from, lines.starts[line] + place * lines.stride);
      setElement(from.kind, result.data, targets.starts[line] + i * targets.stride, value);
    }),
  );
  return result;
}

function places(x: NdArray, { order }: ReturnType<typeof best>, dim: number, k: number): NdArray {
  const shape = x.shape.map((size, d) => (d === dim ? k : size));
  const result = zeros('i32', shape);
  const targets = linesOf(shape, dim);
  order.forEach((found, line) =>
    found.forEach((place, i) =>
      setElement('i32', result.data, targets.starts[line] + i * targets.stride, place),
    ),
  );
  return result;
}

/**
 * The `k` largest elements along the last dimension and their indices, as `chlo.top_k`; attributes name `k` and the
 * order.
 */
export const topK: CustomCall = (inputs, op) => {
  const [x] = arrays(inputs, op, 1);
  const attributes = op.getAttr('mhlo.attributes');
  const largest = attributes instanceof DictionaryAttr ? attributes.get('largest') : null;
  const count = lastOf(arrayTypeOf(op.results[0].type)!.shape);
  const dim = x.shape.length - 1;
  const found = best(x, dim, count, !(largest instanceof IntegerAttr && largest.value === 0n));
  return [taken(x, found, dim, count), places(x, found, dim, count)];
};

/** The first elements along a dimension in the order of the called comparison, exactly; values and what goes with them. */
export const approxTopK: CustomCall = (inputs, op) => {
  const all = arrays(inputs, op, 2);
  const operands = all.slice(0, all.length / 2);
  const [x] = operands;
  const dim = numberOption(op, 'reduction_dim', x.shape.length - 1);
  const count = numberOption(op, 'top_k', 1);
  const found = best(x, dim, count, isDescending(op));
  return operands.map((operand) => taken(operand, found, dim, count));
};

/**
 * Returns whether the called comparison puts larger elements first. @throws ExecutionError when it is no comparison of
 * two elements.
 */
function isDescending(op: Operation): boolean {
  const called = op.getAttr('called_computations');
  const [name] = called instanceof ArrayAttr ? called.elements : [];
  const callee = name instanceof SymbolRefAttr ? new SymbolTables().lookupNearest(op, name) : null;
  const compared =
    callee instanceof FuncOp && !callee.isDeclaration
      ? callee.body.blocks[0].lastOp!.operands[0]?.value.definingOp
      : null;
  const direction = compared instanceof CompareOp ? compared.comparisonDirection.value : null;
  if (direction === 'GT' || direction === 'GE') return true;
  if (direction === 'LT' || direction === 'LE') return false;
  throw new ExecutionError(op, 'the called computation is no comparison of two elements');
}
