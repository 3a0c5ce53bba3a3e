import {
  anyOpPattern,
  applyPatternsGreedily,
  definePass,
  IntegerType,
  pattern,
  type RankedTensorType,
  type RewritePattern,
  type Rewriter,
  type Tensor,
  type Type,
  lastOf,
} from '@shardform/ir-core';
import * as ttir from '@shardform/dialect-ttir';

function isBoolean(type: Type): boolean {
  return type instanceof IntegerType && type.width === 1;
}

function cast(rewriter: Rewriter, input: Tensor, elementType: Type): Tensor {
  if (input.type.elementType === elementType) return input;
  return new ttir.TensorBuilder(rewriter).typecast(input, elementType);
}

const moves = [ttir.BroadcastOp, ttir.PermuteOp, ttir.RearrangeOp, ttir.ReshapeOp, ttir.TransposeOp] as const;

/** Moves of elements have the element type of their operand. */
const followOperand = anyOpPattern('ttir-align-move', (op, rewriter) => {
  if (!moves.some((cls) => op instanceof cls)) return false;
  const { elementType } = ttir.tensorOf(op.getOperand(0)).type;
  const { type } = ttir.tensorOf(op.getResult());
  if (type.elementType === elementType) return false;
  rewriter.modifyInPlace(op, () => {
    op.getResult().setType(type.withElementType(elementType));
  });
  return true;
});

/** The element type that operands and result of an operation should have; `null` when none follows. */
function commonType(types: readonly RankedTensorType[]): Type | null {
  const elementTypes = types.map(({ elementType }) => elementType);
  const first = elementTypes.find((type) => !isBoolean(type));
  if (first === undefined) return null;
  if (elementTypes.every((type) => isBoolean(type) || type === first)) return first;
  const result = lastOf(elementTypes);
  return isBoolean(result) ? null : result;
}

/** Operands and result of operations on two tensors have one element type. */
const alignBinary = anyOpPattern('ttir-align-binary', (op, rewriter) => {
  if (!op.hasTrait(ttir.elementwise) || op.operands.length !== 2) return false;
  const operands = op.operandValues().map(ttir.tensorOf);
  const { type } = ttir.tensorOf(op.getResult());
  const types = [...operands.map((operand) => operand.type), type];
  const elementType = commonType(types);
  if (elementType === null || types.every((other) => other.elementType === elementType)) return false;
  const aligned = operands.map((operand) => cast(rewriter, operand, elementType));
  rewriter.modifyInPlace(op, () => {
    op.setOperands(aligned);
    op.getResult().setType(type.withElementType(elementType));
  });
  return true;
});

const tests = [
  ttir.EqualOp,
  ttir.GreaterEqualOp,
  ttir.GreaterThanOp,
  ttir.LessEqualOp,
  ttir.LessThanOp,
  ttir.LogicalNotOp,
  ttir.NotEqualOp,
  ttir.ReduceOrOp,
] as const;

/** Predicates return numbers of their operand's type instead of booleans. */
const testToNumber = anyOpPattern('ttir-align-test', (op, rewriter) => {
  if (!tests.some((cls) => op instanceof cls)) return false;
  const { elementType } = ttir.tensorOf(op.getOperand(0)).type;
  const { type } = ttir.tensorOf(op.getResult());
  if (!isBoolean(type.elementType) || isBoolean(elementType)) return false;
  rewriter.modifyInPlace(op, () => {
    op.getResult().setType(type.withElementType(elementType));
  });
  return true;
});

/** The condition of a choice has the element type of what is chosen. */
const alignCondition = pattern(ttir.WhereOp, 'ttir-align-condition', (op, rewriter) => {
  const { elementType } = op.second.type;
  if (!isBoolean(op.first.type.elementType) || isBoolean(elementType)) return false;
  if (op.second.type !== op.third.type) return false;
  const first = cast(rewriter, op.first, elementType);
  rewriter.replaceOpWith(op, ttir.WhereOp, { first, second: op.second, third: op.third }, op.resultTypes());
  return true;
});

const patterns: readonly RewritePattern[] = [followOperand, alignBinary, testToNumber, alignCondition];

/** Truth values have the type of the numbers that they are computed from, so that booleans need no own format. */
export const ttirPredicateTypeAlignment = definePass({
  name: 'ttir-predicate-type-alignment',
  className: 'PredicateTypeAlignment',
  summary: 'gives truth values the types of numbers',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, patterns, pass.context, { fold: false });
  },
});
