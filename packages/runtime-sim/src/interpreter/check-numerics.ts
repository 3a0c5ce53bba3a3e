import { constantLike, isFloatKind, type Operation } from '@shardform/ir-core';
import { asDoubles, indexOfPosition, isComplexKind, lanesOf, type NdArray } from '../array/index.ts';
import type { OpObserver } from './device-execution.ts';
import { ExecutionError } from './execution-error.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

/** The class of a non-finite number. */
type NonFinite = 'NaN' | 'inf';

/**
 * Ends an execution at the first operation that makes a NaN out of operands without NaNs, or an infinity out of finite
 * operands, and names the device. Constants may be what they like, so that masks and initial values of minima do no
 * harm.
 */
export const checkNumerics: OpObserver = (op, results, device, { operands, ranRegions }) => {
  if (ranRegions || op.hasTrait(constantLike)) return;
  results.forEach((result, index) => {
    const found = isArray(result) ? firstNonFinite(result) : null;
    if (found === null) return;
    const came = operands.map(worstOf);
    if (came.includes('NaN') || (found.what === 'inf' && came.includes('inf'))) return;
    throw problem(op, found, `result ${index} of '${op.name}' on device ${device}`, cause(came));
  });
};

/** @throws ExecutionError when an input is not finite. */
export function checkInputNumerics(op: Operation, inputs: readonly NdArray[], device: number): void {
  inputs.forEach((input, index) => {
    const found = firstNonFinite(input);
    if (found !== null) throw problem(op, found, `argument ${index} on device ${device}`, '');
  });
}

interface Found {
  readonly what: NonFinite;
  readonly index: readonly number[];
}

function problem(op: Operation, { what, index }: Found, where: string, why: string): ExecutionError {
  const place = index.length === 0 ? '' : ` at index [${index.join(', ')}]`;
  return new ExecutionError(op, `${where} has ${what === 'NaN' ? 'a NaN' : 'an infinity'}${place}${why}`);
}

function cause(operands: readonly (NonFinite | null)[]): string {
  if (operands.length === 0) return '';
  return operands.includes('inf') ? '; operands have infinities and no NaN' : '; all operands are finite';
}

function worstOf(value: RuntimeValue): NonFinite | null {
  return isArray(value) ? (firstNonFinite(value)?.what ?? null) : null;
}

/** The first NaN of an array, else its first infinity; `null` when all elements are finite. */
function firstNonFinite({ kind, shape, data }: NdArray): Found | null {
  if (!isComplexKind(kind) && !isFloatKind(kind)) return null;
  const values = asDoubles(kind, data);
  let infinity = -1;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    // Zero for finite numbers only.
    if (value - value === 0) continue;
    if (value !== value) return { what: 'NaN', index: place(i) };
    if (infinity < 0) infinity = i;
  }
  return infinity < 0 ? null : { what: 'inf', index: place(infinity) };

  function place(at: number): readonly number[] {
    return indexOfPosition(shape, Math.floor(at / lanesOf(kind)));
  }
}
