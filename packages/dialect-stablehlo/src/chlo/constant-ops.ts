import {
  type Attribute,
  type AttrConstraint,
  constantLike,
  defineOp,
  FloatAttr,
  IntegerAttr,
  type FoldResult,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { staticTensor } from '../constraints.ts';
import { elementsAttr, parseConstant, printConstant } from '../ops/constant-op.ts';
import { sameOperandsAndResultShape } from '../traits.ts';
import { anyRank } from './constraints.ts';
import { withElementType } from './infer-alike.ts';

/** A constant tensor (CHLO, "constant"). */
export class ChloConstantOp extends defineOp('chlo.constant', {
  summary: 'constant tensor',
  attrs: { value: elementsAttr },
  results: { output: staticTensor },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  infer: (op) => [op.value.type],
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseConstant(parser, state);
  }

  static print(this: void, printer: Printer, op: ChloConstantOp): void {
    printConstant(printer, op);
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}

const typedAttr: AttrConstraint<IntegerAttr | FloatAttr> = {
  summary: 'TypedAttr instance',
  accepts: (attribute: Attribute): attribute is IntegerAttr | FloatAttr =>
    attribute instanceof IntegerAttr || attribute instanceof FloatAttr,
};

/** A constant of the shape of another tensor (CHLO, "constant_like"). */
export class ConstantLikeOp extends defineOp('chlo.constant_like', {
  summary: 'constant of the shape of another tensor',
  operands: { operand: anyRank },
  attrs: { value: typedAttr },
  results: { result: anyRank },
  traits: [sameOperandsAndResultShape],
  effects: 'none',
  speculates: 'always',
  infer: (op) => [withElementType(op.operand.type, op.value.type)],
}) {
  override verifyOp(report: OpReport): boolean {
    return (
      this.value.type === this.result.type.elementType ||
      report.opError("value's type doesn't match element return type")
    );
  }
}
