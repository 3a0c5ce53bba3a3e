import { defineOp, elementByteWidth, type OpReport, RankedTensorType, stringAttr } from '@shardform/ir-core';
import { tensor } from '../constraints.ts';

/** Moves an array to another layout or memory; its elements stay (HLO, "copy"). */
export class CopyOp extends defineOp('hlo.copy', {
  summary: 'copies a tensor to another layout or memory',
  operands: { operand: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
  format: '$operand attr-dict `:` type($operand)',
  infer: (op) => [op.operand.type],
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.operand.type, this.result.type];
    return from === to || report.opError(`copies '${String(from)}' to another type, '${String(to)}'`);
  }
}

/**
 * The same memory as an array of another shape, element type or layout, where layouts with padding decide which elements
 * those are (HLO, "bitcast"). Layouts are in HLO's text: `{1,0:T(8,128)}`.
 */
export class BitcastOp extends defineOp('hlo.bitcast', {
  summary: 'reads the memory of a tensor as a tensor of another type and layout',
  operands: { operand: tensor },
  attrs: { operand_layout: stringAttr, result_layout: stringAttr },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
  format:
    '$operand `from` $operand_layout `to` $result_layout attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [bytesOf(this.operand.type), bytesOf(this.result.type)];
    // Layouts may pad either of them.
    return (
      from === null ||
      to === null ||
      (from === 0) === (to === 0) ||
      report.opError(`reads ${from} bytes as ${to} bytes`)
    );
  }
}

function bytesOf(type: RankedTensorType): number | null {
  const width = elementByteWidth(type.elementType);
  return width === null || !type.hasStaticShape ? null : type.elementCount * width;
}
