import type { Operation } from '@shardform/ir-core';
import {
  compareArrays,
  elementAt,
  elementCount,
  indexOfPosition,
  type NdArray,
  type Scalar,
} from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { RuntimeValue } from '../interpreter/runtime-value.ts';

/** @throws ExecutionError unless all elements are equal; NaN equals nothing. */
export function checkEqual(op: Operation, actual: NdArray, expected: NdArray): void {
  const count = elementCount(actual.shape);
  for (let i = 0; i < count; i += 1) {
    const [x, y] = [elementAt(actual, i), elementAt(expected, i)];
    if (!areEqual(x, y)) fail(op, "Element values don't match", actual, i, x, y);
  }
}

function areEqual(x: Scalar, y: Scalar): boolean {
  return typeof x === 'object' && typeof y === 'object' ? x.re === y.re && x.im === y.im : x === y;
}

/**
 * @throws ExecutionError unless all components of elements are equal, or both NaN, or finite and no further apart than
 *   `tolerance`.
 */
export function checkAlmostEqual(op: Operation, actual: NdArray, expected: NdArray, tolerance: number): void {
  const { firstMismatch } = compareArrays(actual, expected, { absolute: tolerance, relative: 0, ulps: 0 });
  if (firstMismatch === null) return;
  const { index, actual: x, expected: y } = firstMismatch;
  const place = `at index [${index.join(', ')}]`;
  throw new ExecutionError(
    op,
    `Element values don't match with tolerance ${tolerance.toFixed(6)}: ${text(x)} (actual) vs ${text(y)} (expected) ${place}`,
  );
}

/** @throws ExecutionError unless the distance of all elements in units in the last place is between the bounds. */
export function checkClose(
  op: Operation,
  actual: NdArray,
  expected: NdArray,
  least: number,
  most: number,
): void {
  const count = elementCount(actual.shape);
  const lines: string[] = [];
  for (let i = 0; i < count; i += 1) {
    // The distance to a non-finite value is infinite.
    const ulps = Math.min(2 ** 64, compareArrays(single(actual, i), single(expected, i)).maxUlps);
    if (ulps >= least && ulps <= most) continue;
    const index = indexOfPosition(actual.shape, i).join(', ');
    const values = `actual=${text(elementAt(actual, i))}, expected=${text(elementAt(expected, i))}`;
    lines.push(`\n  index=[${index}], ${values}, ULP difference=${ulps}`);
  }
  if (lines.length === 0) return;
  throw new ExecutionError(
    op,
    `Elements values don't match with respect to maximal ULP difference=${most} limit:${lines.join('')}`,
  );
}

function single(array: NdArray, index: number): NdArray {
  const lanes = array.data.length / elementCount(array.shape);
  return { kind: array.kind, shape: [], data: array.data.subarray(index * lanes, (index + 1) * lanes) };
}

function fail(op: Operation, what: string, array: NdArray, position: number, x: Scalar, y: Scalar): never {
  const index = indexOfPosition(array.shape, position).join(', ');
  const kind = array.kind;
  throw new ExecutionError(
    op,
    `${what}: ${text(x)} : ${kind} (actual) vs ${text(y)} : ${kind} (expected) at index [${index}]`,
  );
}

function text(value: Scalar): string {
  return typeof value === 'object' ? `[${value.re}, ${value.im}]` : String(value);
}

/** Returns the two arrays that a check of values is called with. @throws ExecutionError */
export function pairOf(op: Operation, values: readonly RuntimeValue[]): [NdArray, NdArray] {
  const [actual, expected] = values;
  if (values.length === 2 && 'data' in actual && 'data' in expected && actual.kind === expected.kind) {
    if (actual.shape.join() === expected.shape.join()) return [actual, expected];
  }
  throw new ExecutionError(op, 'a check takes two tensors of one type');
}
