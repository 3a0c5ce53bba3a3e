import {
  type Block,
  ComplexType,
  DYNAMIC,
  FloatType,
  IntegerType,
  type Operation,
  type OpReport,
  RankedTensorType,
  type Region,
  type Type,
} from '@shardform/ir-core';
import { areCompatibleShapes } from '../inference/compatible-types.ts';
import { isQuantized } from '../inference/quantized-types.ts';
import { tensorType } from '../constraints.ts';

/**
 * Checks the region of a reduction: it takes two scalars per operand and returns one per operand, all of the
 * operands' element types or ones that they are promoted to (StableHLO spec, "reduce" C6, and its kin).
 *
 * @param allowed sizes of the dimensions that the second parameter may have, in order.
 */
export function verifyReducer(
  region: Region,
  inputTypes: readonly RankedTensorType[],
  initTypes: readonly RankedTensorType[],
  report: OpReport,
  allowed: readonly number[] = [],
): boolean {
  const block = region.blocks[0];
  if (block === undefined) return true;
  const count = inputTypes.length;
  if (block.arguments.length !== 2 * count) {
    return report.error(
      `Reduction-region must take ${2 * count} parameters, but takes ${block.arguments.length} parameter(s)`,
    );
  }
  const returned = returnedTypes(block);
  if (returned.length === 0) return report.error('The reduction-region expected to return some value(s)');
  if (returned.length !== count) {
    return report.error(
      `Reduction-region here must produce ${count} tensors, but produces ${returned.length} instead`,
    );
  }
  const parameters = block.arguments.map((argument) => argument.type);
  for (let i = 0; i < count; i++) {
    const accumulator = returned[i]!;
    if (!(accumulator instanceof RankedTensorType)) {
      return report.error(
        `Reduction-region here must produce tensor-typed result(s), but produces '${String(accumulator)}' instead`,
      );
    }
    const problem = parameterProblem(
      i,
      count,
      parameters,
      accumulator,
      inputTypes[i]!,
      initTypes[i]!,
      allowed,
    );
    if (problem !== null) return report.error(problem);
  }
  return true;
}

function parameterProblem(
  i: number,
  count: number,
  parameters: readonly Type[],
  accumulator: RankedTensorType,
  input: RankedTensorType,
  init: RankedTensorType,
  allowed: readonly number[],
): string | null {
  for (const index of [i, i + count]) {
    const type = parameters[index]!;
    if (haveSameKind(type, accumulator)) continue;
    return `The type of reduction-region's parameter at index ${index} is different than the corresponding result type: '${String(type)}' vs '${String(accumulator)}'`;
  }
  if (!areCompatibleShapes(accumulator.shape, init.shape)) {
    return `The shape of reduction-region's result type at index ${i} differs from the op's corresponding init-value type: '${String(accumulator)}' vs '${String(init)}'`;
  }
  if (!isPromotable(init.elementType, accumulator.elementType)) {
    return `The element-type of reduction-region's result type at index ${i} is expected to be promotable from the op's corresponding init-value element-type: '${String(accumulator)}' vs '${String(init)}'`;
  }
  const parameter = tensorType(parameters[i + count]!);
  if (!isPromotable(input.elementType, parameter.elementType)) {
    return `The element-type of reduction-region's argument at index ${i + count} is expected to be promotable from '${String(input.elementType)}', but got '${String(parameter.elementType)}'`;
  }
  if (parameter.rank > allowed.length) {
    return `The rank of reduction-region's argument at index ${i + count} is expected to be <= ${allowed.length}, got ${parameter.rank}`;
  }
  return isSubsequence(parameter.shape, allowed)
    ? null
    : `The shape of reduction-region's argument at index ${i + count} is not compatible with that of reduce-op's input-parameter at index ${i}`;
}

/** Compatible shapes and equal element types, where any two float types count as equal. */
function haveSameKind(a: Type, b: RankedTensorType): boolean {
  if (!(a instanceof RankedTensorType) || !areCompatibleShapes(a.shape, b.shape)) return false;
  return (
    a.elementType === b.elementType ||
    (a.elementType instanceof FloatType && b.elementType instanceof FloatType)
  );
}

/** Returns true if a region may compute in `to` what is stored in `from`: integers may grow, floats may change. */
function isPromotable(from: Type, to: Type): boolean {
  if (from === to) return true;
  if (isQuantized(from)) {
    const isSameKind = isQuantized(to) && from.expressedType === to.expressedType;
    return isSameKind && from.storageType.width <= to.storageType.width;
  }
  if (from instanceof FloatType) return to instanceof FloatType;
  if (from instanceof ComplexType) return to instanceof ComplexType;
  return from instanceof IntegerType && to instanceof IntegerType && from.width <= to.width;
}

function isSubsequence(sizes: readonly number[], allowed: readonly number[]): boolean {
  let at = 0;
  for (const size of allowed) {
    if (at < sizes.length && (size === DYNAMIC || sizes[at] === DYNAMIC || size === sizes[at])) at++;
  }
  return at === sizes.length;
}

/** Returns the types that the terminator of a block hands out. */
export function returnedTypes(block: Block): Type[] {
  return block.terminator?.operandTypes() ?? [];
}

/**
 * Returns the single operation that a reducer applies to its two arguments, such as `stablehlo.add`, or `null` when the
 * region does anything else.
 */
export function reducerOp(region: Region): Operation | null {
  const block = region.blocks[0];
  const op = block?.firstOp ?? null;
  const end = op?.next ?? null;
  if (block === undefined || op === null || end === null || end !== block.lastOp) return null;
  const [lhs, rhs] = block.arguments;
  if (block.arguments.length !== 2 || op.operands.length !== 2 || op.results.length !== 1) return null;
  if (op.getOperand(0) !== lhs || op.getOperand(1) !== rhs) return null;
  const { operands } = end;
  return operands.length === 1 && operands[0]!.value === op.results[0] ? op : null;
}
