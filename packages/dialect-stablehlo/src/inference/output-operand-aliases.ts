import { TupleType, type Type } from '@shardform/ir-core';
import type { OutputOperandAliasAttr } from '../attrs/output-operand-alias-attr.ts';
import { areCompatibleTypes } from './compatible-types.ts';

/**
 * Returns an error message for the violated constraint on elements of results that alias elements of operands, or
 * `null`.
 */
export function aliasProblem(
  operands: readonly Type[],
  results: readonly Type[],
  aliases: readonly OutputOperandAliasAttr[],
): string | null {
  for (const { outputTupleIndices, operandIndex, operandTupleIndices } of aliases) {
    const operand = operands[operandIndex];
    if (operand === undefined) {
      return `expects operandIndex in the output_operand_alias attribute to be in range [0, ${operands.length}); got: ${operandIndex}.`;
    }
    const operandPart = partOf(operand, operandTupleIndices);
    if (operandPart === null)
      return 'operand_tuple_indices in the output_operand_alias attribute out of bounds';
    const output = results.length === 1 ? results[0]! : TupleType.get(results);
    const outputPart = partOf(output, outputTupleIndices);
    if (outputPart === null)
      return 'output_tuple_indices in the output_operand_alias attribute out of bounds';
    if (areCompatibleTypes(operandPart, outputPart)) continue;
    return `shapes mismatch in the output_operand_alias attribute: operand part has type '${String(operandPart)}' and output part has type '${String(outputPart)}'`;
  }
  return null;
}

/** Returns the element of a tuple at a path, or `null` when there is none. */
function partOf(type: Type, path: readonly number[]): Type | null {
  let part = type;
  for (const index of path) {
    const next = part instanceof TupleType ? part.types[index] : undefined;
    if (next === undefined) return null;
    part = next;
  }
  return part;
}
