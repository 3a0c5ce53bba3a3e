import { ManualComputationOp } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  ComplexType,
  FloatType,
  isInstance,
  type Operation,
  RankedTensorType,
  type Type,
  lookUp,
} from '@shardform/ir-core';
import { isSynthesized } from '../composite/synthesized-composites.ts';
import { isConvertedCall } from '../convert/custom-call.ts';
import { NO_COUNTERPART, RAGGED_EXCHANGE, REASONS, type Refusal } from './reasons.ts';

/** Why an operation has no conversion to TTIR, and what to do about it: notes of the error that names it. */
export function explainRefusal(op: Operation): readonly string[] {
  // Its conversion reports what the target does not support.
  if (op instanceof ManualComputationOp) return [];
  const { reason, remedy } = refusalOf(op);
  const call = op instanceof CustomCallOp ? ` (it calls '${op.callTargetName.value}')` : '';
  return [`${reason}${call}`, `to go on, ${remedy}`];
}

function refusalOf(op: Operation): Refusal {
  const types = [...op.operandTypes(), ...op.resultTypes()];
  for (const type of types) {
    const refusal = refusalOfType(type);
    if (refusal !== null) return refusal;
  }
  if (op instanceof CustomCallOp) {
    const target = op.callTargetName.value;
    if (target === 'ragged_all_to_all') return RAGGED_EXCHANGE;
    if (isConvertedCall(target) || isSynthesized(target)) return refusalOfForm(target);
  }
  return REASONS.get(op.name) ?? NO_COUNTERPART;
}

/** A call that the target has, but not so. */
function refusalOfForm(target: string): Refusal {
  return {
    reason: `this target takes '${target}' with other operands, results or frontend attributes`,
    remedy: 'call it as the framework that defines it does',
  };
}

/** Returns the refusal of a type that the target does not store; `null` for all others. */
function refusalOfType(type: Type): Refusal | null {
  if (!isInstance(RankedTensorType, type)) return null;
  const { elementType } = type;
  if (type.shape.some((size) => size < 0)) return lookUp(REASONS, 'stablehlo.dynamic_reshape');
  if (elementType instanceof ComplexType) return lookUp(REASONS, 'stablehlo.complex');
  if (elementType instanceof FloatType && elementType.width < 16)
    return {
      reason: `the target has no tensors of ${String(elementType)}`,
      remedy: 'compute with bf16, or with the block formats that its options choose for weights',
    };
  return null;
}
