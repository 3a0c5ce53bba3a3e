import type { NdArray } from '../array/index.ts';

/** A token, which orders side effects; it has no data. */
export interface TokenValue {
  readonly kind: 'token';
}

/** Several values as one: a tuple, or the results of a future. */
export interface TupleValue {
  readonly kind: 'tuple';
  readonly parts: readonly RuntimeValue[];
}

/** A value of a program during execution. */
export type RuntimeValue = NdArray | TokenValue | TupleValue;

/** The only token. */
export const token: TokenValue = { kind: 'token' };

/** Returns whether a value is an array. */
export function isArray(value: RuntimeValue): value is NdArray {
  return value.kind !== 'token' && value.kind !== 'tuple';
}
