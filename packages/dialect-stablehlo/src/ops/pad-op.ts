import { defineOp, DYNAMIC, type OpReport, pure, RankedTensorType } from '@shardform/ir-core';
import { dimensionsAttr, scalarTensor, tensor } from '../constraints.ts';
import { allSizesMatch, sameOperandsAndResultElementType } from '../traits.ts';

/** Adds elements around and between those of a tensor; negative edges remove some (StableHLO spec, "pad"). */
export class PadOp extends defineOp('stablehlo.pad', {
  summary: 'padding around and between elements',
  operands: { operand: tensor, padding_value: scalarTensor },
  attrs: {
    edge_padding_low: dimensionsAttr,
    edge_padding_high: dimensionsAttr,
    interior_padding: dimensionsAttr,
  },
  results: { result: tensor },
  traits: [
    allSizesMatch('edge_padding_low', 'edge_padding_high', 'interior_padding'),
    sameOperandsAndResultElementType,
    pure,
  ],
  format:
    '$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)',
}) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const { type } = this.operand;
    const [low, high, interior] = [this.edgePaddingLow, this.edgePaddingHigh, this.interiorPadding].map((a) =>
      a.numbers(),
    );
    if (low!.length !== type.rank) {
      return fail(`edge_padding_low length (${low!.length}) must match operand rank (${type.rank})`);
    }
    const shape: number[] = [];
    for (const [d, size] of type.shape.entries()) {
      if (interior![d]! < 0) return fail(`Interior padding cannot be negative: ${interior![d]}`);
      if (size === DYNAMIC) {
        shape.push(DYNAMIC);
        continue;
      }
      const padded = size + low![d]! + high![d]! + Math.max(size - 1, 0) * interior![d]!;
      if (padded < 0) return fail(`Padding result in negative size for dimension ${d}`);
      shape.push(padded);
    }
    return [RankedTensorType.get(shape, type.elementType)];
  }
}
