import {
  defineOp,
  FloatType,
  type Operation,
  type OpReport,
  optionalAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { elementTypeOrSelf, floatLike } from '../type-constraints.ts';
import { castSpec } from './cast-op.ts';
import { FastMathFlagsAttr } from './flags-attr.ts';
import { roundingMode } from './rounding-mode.ts';

const fastmath = /* @__PURE__ */ optionalAttr(FastMathFlagsAttr.constraint);
const operands = { in: floatLike, scale: floatLike } as const;
const TYPES = 'attr-dict `:` type($in) `,` type($scale) `to` type($out)';

interface ScaledCast extends Operation {
  readonly in: Value;
  readonly scale: Value;
  readonly out: Value;
}

function verifyWidths(op: ScaledCast, report: OpReport, narrow: Type, wide: Type): boolean {
  const [from, to] = [elementTypeOrSelf(narrow), elementTypeOrSelf(wide)];
  return (
    (from instanceof FloatType && to instanceof FloatType && from.width < to.width) ||
    report.opError(
      `operand types '${String(op.in.type)}', '${String(op.scale.type)}' and result type '${String(op.out.type)}' are cast incompatible`,
    )
  );
}

/** Widens numbers and multiplies them with a scale (MLIR, `arith.scaling_extf`). */
export class ScalingExtFOp extends defineOp('arith.scaling_extf', {
  ...castSpec('upcast of floats with a scale', floatLike, floatLike),
  operands,
  attrs: { fastmath },
  format: `$in \`,\` $scale (\`fastmath\` \`\` $fastmath^)? ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyWidths(this, report, this.in.type, this.out.type);
  }
}

/** Divides numbers by a scale and rounds them to a narrower type (MLIR, `arith.scaling_truncf`). */
export class ScalingTruncFOp extends defineOp('arith.scaling_truncf', {
  ...castSpec('downcast of floats with a scale', floatLike, floatLike),
  operands,
  attrs: { roundingmode: optionalAttr(roundingMode), fastmath },
  format: `$in \`,\` $scale ($roundingmode^)? (\`fastmath\` \`\` $fastmath^)? ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyWidths(this, report, this.out.type, this.in.type);
  }
}
