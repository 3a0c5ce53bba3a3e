import { defineOp, type OpReport, stringAttr } from '@shardform/ir-core';
import { tensorOrToken, token } from '@shardform/dialect-stablehlo';

/** Gives its operand after the operations that a token stands for (HLO, "add-dependency"). */
export class AddDependencyOp extends defineOp('hlo.add_dependency', {
  summary: 'orders a value behind a token',
  operands: { operand: tensorOrToken, token },
  results: { result: tensorOrToken },
  effects: 'none',
  speculates: 'always',
  format: '$operand `after` $token attr-dict `:` functional-type(operands, results)',
  infer: (op) => [op.operand.type],
}) {
  override verifyOp(report: OpReport): boolean {
    return (
      this.operand.type === this.result.type || report.opError('the result must have the type of the operand')
    );
  }
}

/** Separates operations of different metadata, such as shardings; the value stays (HLO, "domain"). */
export class DomainOp extends defineOp('hlo.domain', {
  summary: 'border between operations of different metadata',
  operands: { operand: tensorOrToken },
  attrs: { domain: stringAttr },
  results: { result: tensorOrToken },
  effects: 'none',
  speculates: 'always',
  format: '$domain `,` $operand attr-dict `:` type($operand)',
  infer: (op) => [op.operand.type],
}) {
  override verifyOp(report: OpReport): boolean {
    return (
      this.operand.type === this.result.type || report.opError('the result must have the type of the operand')
    );
  }
}
