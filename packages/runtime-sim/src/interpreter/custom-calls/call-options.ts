import { customCallConfig } from '@shardform/dialect-stablehlo';
import { IntegerAttr, type Operation } from '@shardform/ir-core';
import { ExecutionError } from '../execution-error.ts';
import type { RuntimeValue } from '../runtime-value.ts';
import { isArray } from '../runtime-value.ts';
import type { NdArray } from '../../array/index.ts';

function option(op: Operation, name: string): unknown {
  return customCallConfig(op)?.get(name) ?? null;
}

/**
 * Returns a letter that LAPACK's functions take, such as the `L` of lower. @throws ExecutionError when it is missing.
 */
export function letter(op: Operation, name: string): string {
  const value = option(op, name);
  if (value instanceof IntegerAttr) return String.fromCharCode(value.number);
  throw new ExecutionError(op, `its backend_config has no '${name}'`);
}

/** Returns true if the lower triangle is meant: LAPACK takes a letter, libraries for GPUs a truth value. */
export function isLower(op: Operation): boolean {
  return truthOption(op, 'lower') ?? letter(op, 'uplo') === 'L';
}

/** Returns a truth value, or `null` when it is missing. */
export function truthOption(op: Operation, name: string): boolean | null {
  const value = option(op, name);
  return value instanceof IntegerAttr ? value.value !== 0n : null;
}

/** Returns a number, or `otherwise`. */
export function numberOption(op: Operation, name: string, otherwise: number): number {
  const value = option(op, name);
  return value instanceof IntegerAttr ? value.number : otherwise;
}

/** Returns the arrays among the inputs of a call. @throws ExecutionError when there are fewer than `count`. */
export function arrays(inputs: readonly RuntimeValue[], op: Operation, count: number): readonly NdArray[] {
  const found = inputs.filter(isArray);
  if (found.length >= count) return found;
  throw new ExecutionError(op, `expected ${count} arrays, found ${found.length}`);
}
