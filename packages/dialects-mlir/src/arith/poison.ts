import { type Attribute } from '@shardform/ir-core';
import { PoisonAttr } from '../ub/poison-op.ts';

/** Returns the first operand that is poison: operations on it give poison. */
export function poisonOf(operands: readonly (Attribute | null)[]): Attribute | null {
  return operands.find((operand) => operand instanceof PoisonAttr) ?? null;
}
