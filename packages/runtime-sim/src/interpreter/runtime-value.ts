import type { NdArray } from '../array/index.ts';

/** What orders side effects; it has no data. */
export interface TokenValue {
  readonly kind: 'token';
}

/** Several values as one: a tuple, or what a future stands for. */
export interface TupleValue {
  readonly kind: 'tuple';
  readonly parts: readonly RuntimeValue[];
}

/** What a value of a program is while it is executed. */
export type RuntimeValue = NdArray | TokenValue | TupleValue;

/** The only token. */
export const token: TokenValue = { kind: 'token' };

/** Whether a value is an array. */
export function isArray(value: RuntimeValue): value is NdArray {
  return value.kind !== 'token' && value.kind !== 'tuple';
}
