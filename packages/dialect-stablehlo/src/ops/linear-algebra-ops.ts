import {
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  type OpReport,
  type RankedTensorType,
  type Speculatability,
} from '@shardform/ir-core';
import { TransposeAttr } from '../attrs/enums.ts';
import { floatComplexQuantizedTensor, floatComplexTensor } from '../constraints.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { areCompatibleShapes, areCompatibleSizes, rawSizes } from '../inference/compatible-types.ts';
import { effectFree, ifOperandsStatic, noEffects, never } from '../speculatability.ts';
import { compatibleOperandsAndResultElementType } from '../traits.ts';
import { inferredType } from './inferred.ts';

/** Cholesky decomposition of a batch of matrices (StableHLO spec, "cholesky"). */
export class CholeskyOp extends effectFree(
  never,
  defineOp('stablehlo.cholesky', {
    summary: 'Cholesky decomposition',
    operands: { a: floatComplexQuantizedTensor },
    attrs: { lower: defaultAttr(boolAttrConstraint, () => boolAttr(false)) },
    results: { result: floatComplexQuantizedTensor },
    traits: [compatibleOperandsAndResultElementType],
    format:
      '$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))',
    directives: { SameOperandsAndResultType: sameOperandsAndResultTypeDirective },
  }),
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferredType(choleskyProblem(this.a.type) ?? this.a.type, report);
  }
}

function choleskyProblem({ shape }: RankedTensorType): string | null {
  if (shape.length < 2) return `argument 'a' must have rank >= 2, got shape ${rawSizes(shape)}.`;
  return areCompatibleSizes(shape.at(-1)!, shape.at(-2)!)
    ? null
    : `minor dimensions of 'a' must have equal size, got shape ${rawSizes(shape)}.`;
}

/** Solution of triangular systems of equations (StableHLO spec, "triangular_solve"). */
export class TriangularSolveOp extends noEffects(
  defineOp('stablehlo.triangular_solve', {
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
  }),
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferredType(this.problem() ?? this.b.type, report);
  }

  /** A diagonal that is promised to be ones and is not is undefined behaviour. */
  speculatability(): Speculatability {
    return this.unitDiagonal.value === 1n ? 'not-speculatable' : ifOperandsStatic(this);
  }

  private problem(): string | null {
    const [a, b] = [this.a.type, this.b.type];
    const types = `'${String(a)}' and '${String(b)}'`;
    if (a.rank < 2) return `operand 'a' must have rank >= 2, but got '${String(a)}'`;
    if (!areCompatibleSizes(a.shape.at(-1)!, a.shape.at(-2)!)) {
      return `two minor dimensions of operand 'a' must be compatible, but got '${String(a)}'`;
    }
    if (a.rank !== b.rank) return `operands must have equal rank, but got ${types}`;
    const shared = b.shape.at(this.leftSide.value === 1n ? -2 : -1)!;
    if (!areCompatibleSizes(a.shape.at(-1)!, shared)) {
      return `shared dimension of operands 'a' and 'b' must be compatible, but got ${types}`;
    }
    if (!areCompatibleShapes(a.shape.slice(0, -2), b.shape.slice(0, -2))) {
      return `batch dimensions of the operands must be compatible, but got ${types}`;
    }
    return this.transposeA.value === 'TRANSPOSE_INVALID'
      ? 'Invalid transpose option value for triangular solve'
      : null;
  }
}
