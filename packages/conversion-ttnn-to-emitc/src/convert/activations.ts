import { mnemonicOfUnary, UnaryWithParamAttr } from '@shardform/dialect-ttnn';
import { ArrayAttr, isInstance, type Operation, type Value } from '@shardform/ir-core';
import { UnwritableValue } from '@shardform/ttnn-calls';

/** An operand whose elements go through functions first. */
export interface ActivatedOperand {
  readonly operand: Value;
  readonly activations: readonly string[];
}

/** Returns the functions of elements that an attribute lists. @throws UnwritableValue for those with parameters. */
export function activationsOf(op: Operation, attribute: string): readonly string[] {
  const given = op.getAttr(attribute);
  if (!(given instanceof ArrayAttr)) return [];
  return given.elements.map((own) => {
    if (!isInstance(UnaryWithParamAttr, own) || (own.params ?? []).length > 0)
      throw new UnwritableValue(`the activation '${String(own)}' has no form in C++ here`);
    return mnemonicOfUnary(own.opType);
  });
}

/** Returns the operands of a binary operation whose elements go through functions first. @throws UnwritableValue */
export function activatedOperands(op: Operation): readonly ActivatedOperand[] {
  return ['a', 'b'].flatMap((letter, i) => {
    const activations = activationsOf(op, `input_tensor_${letter}_activations`);
    return activations.length === 0 ? [] : [{ operand: op.getOperand(i), activations }];
  });
}
