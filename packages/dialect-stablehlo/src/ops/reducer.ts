import {
  type Block,
  type Operation,
  type OpReport,
  RankedTensorType,
  type Region,
  type Type,
} from '@shardform/ir-core';

/**
 * Checks the region of a reduction: it takes two scalars per operand and returns one per operand, all of the
 * operands' element types (StableHLO spec, "reduce" C6, and its kin).
 */
export function verifyReducer(
  region: Region,
  inputTypes: readonly RankedTensorType[],
  initTypes: readonly RankedTensorType[],
  report: OpReport,
): boolean {
  const block = region.blocks[0];
  if (block === undefined) return true;
  const count = inputTypes.length;
  if (block.arguments.length !== 2 * count) {
    return report.error(`Reduction-region must take ${2 * count} parameters, but takes ${block.arguments.length} parameter(s)`);
  }
  const returned = returnedTypes(block);
  if (returned.length === 0) return report.error('The reduction-region expected to return some value(s)');
  if (returned.length !== count) {
    return report.error(`Reduction-region here must produce ${count} tensors, but produces ${returned.length} instead`);
  }
  const types = (from: number): Type[] => block.arguments.slice(from, from + count).map((argument) => argument.type);
  const [first, second] = [types(0), types(count)];
  for (let i = 0; i < count; i++) {
    for (const [index, type] of [[i, first[i]!], [i + count, second[i]!]] as const) {
      if (type === returned[i]) continue;
      return report.error(
        `The type of reduction-region's parameter at index ${index} is different than the corresponding result type: '${String(type)}' vs '${String(returned[i])}'`,
      );
    }
    const accumulator = returned[i];
    if (!(accumulator instanceof RankedTensorType) || accumulator.rank !== 0) {
      return report.error(
        `The rank of reduction-region's argument at index ${i + count} is expected to be <= 0, got ${accumulator instanceof RankedTensorType ? accumulator.rank : 0}`,
      );
    }
    const init = initTypes[i]!;
    if (init.elementType !== accumulator.elementType) {
      return report.error(
        `The type of reduction-region's result type at index ${i} differs from the op's corresponding init-value type: '${String(accumulator)}' vs '${String(init)}'`,
      );
    }
    if (inputTypes[i]!.elementType !== accumulator.elementType) {
      return report.error(
        `The element-type of reduction-region's argument at index ${i + count} is expected to be promotable from '${String(inputTypes[i]!.elementType)}', but got '${String(accumulator.elementType)}'`,
      );
    }
  }
  return true;
}

/** The types that the terminator of a block hands out. */
export function returnedTypes(block: Block): Type[] {
  return block.terminator?.operandTypes() ?? [];
}

/**
 * The single operation that a reducer applies to its two arguments, such as `stablehlo.add`, or `null` when
 * the region does anything else.
 */
export function reducerOp(region: Region): Operation | null {
  const block = region.blocks[0];
  const op = block?.firstOp ?? null;
  if (block === undefined || op === null || op.next === null || op.next !== block.lastOp) return null;
  const [lhs, rhs] = block.arguments;
  if (block.arguments.length !== 2 || op.operands.length !== 2 || op.results.length !== 1) return null;
  if (op.getOperand(0) !== lhs || op.getOperand(1) !== rhs) return null;
  const { operands } = block.lastOp;
  return operands.length === 1 && operands[0]!.value === op.results[0] ? op : null;
}
