import {
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  type RankedTensorType,
  type Value,
  type IntegerAttr,
  lastOf,
} from '@shardform/ir-core';
import { TransposeAttr } from '../attrs/enums.ts';
import { floatComplexQuantizedTensor, floatComplexTensor } from '../constraints.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { areCompatibleShapes, areCompatibleSizes, rawSizes } from '../inference/compatible-types.ts';
import { ifOperandsStatic } from '../speculatability.ts';
import { compatibleOperandsAndResultElementType } from '../traits.ts';
import { inferredType } from './inferred.ts';

/** Cholesky decomposition of a batch of matrices (StableHLO spec, "cholesky"). */
export class CholeskyOp extends defineOp('stablehlo.cholesky', {
  summary: 'Cholesky decomposition',
  operands: { a: floatComplexQuantizedTensor },
  attrs: { lower: defaultAttr(boolAttrConstraint, () => boolAttr(false)) },
  results: { result: floatComplexQuantizedTensor },
  traits: [compatibleOperandsAndResultElementType],
  effects: 'none',
  speculates: 'never',
  format:
    '$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))',
  directives: { SameOperandsAndResultType: sameOperandsAndResultTypeDirective },
  infer: (op, report) => inferredType(choleskyProblem(op.a.type) ?? op.a.type, report),
}) {}

function choleskyProblem({ shape }: RankedTensorType): string | null {
  if (shape.length < 2) return `argument 'a' must have rank >= 2, got shape ${rawSizes(shape)}.`;
  return areCompatibleSizes(lastOf(shape), shape.at(-2)!)
    ? null
    : `minor dimensions of 'a' must have equal size, got shape ${rawSizes(shape)}.`;
}

/** Solution of triangular systems of equations (StableHLO spec, "triangular_solve"). */
export class TriangularSolveOp extends defineOp('stablehlo.triangular_solve', {
  summary: 'triangular solve',
  operands: { a: floatComplexTensor, b: floatComplexTensor },
  attrs: {
    left_side: boolAttrConstraint,
    lower: boolAttrConstraint,
    unit_diagonal: boolAttrConstraint,
    transpose_a: TransposeAttr.constraint,
  },
  results: { result: floatComplexTensor },
  traits: [compatibleOperandsAndResultElementType],
  effects: 'none',
  // A diagonal that is promised to be ones and is not is undefined behaviour.
  speculates: (op) => (op.unitDiagonal.value === 1n ? false : ifOperandsStatic(op)),
  infer: (op, report) => inferredType(systemProblem(op) ?? op.b.type, report),
}) {}

interface TriangularSystem {
  readonly a: Value<RankedTensorType>;
  readonly b: Value<RankedTensorType>;
  readonly leftSide: IntegerAttr;
  readonly transposeA: { readonly value: string };
}

function systemProblem(op: TriangularSystem): string | null {
  const [a, b] = [op.a.type, op.b.type];
  const types = `'${String(a)}' and '${String(b)}'`;
  if (a.rank < 2) return `operand 'a' must have rank >= 2, but got '${String(a)}'`;
  if (!areCompatibleSizes(a.dimSize(-1), a.dimSize(-2))) {
    return `two minor dimensions of operand 'a' must be compatible, but got '${String(a)}'`;
  }
  if (a.rank !== b.rank) return `operands must have equal rank, but got ${types}`;
  const shared = b.dimSize(op.leftSide.value === 1n ? -2 : -1);
  if (!areCompatibleSizes(a.dimSize(-1), shared)) {
    return `shared dimension of operands 'a' and 'b' must be compatible, but got ${types}`;
  }
  if (!areCompatibleShapes(a.shape.slice(0, -2), b.shape.slice(0, -2))) {
    return `batch dimensions of the operands must be compatible, but got ${types}`;
  }
  return op.transposeA.value === 'TRANSPOSE_INVALID'
    ? 'Invalid transpose option value for triangular solve'
    : null;
}
