import { defineOp, DYNAMIC } from '@shardform/ir-core';
import { dimensionsAttr, scalarTensor, tensor } from '../constraints.ts';
import { allSizesMatch, sameOperandsAndResultElementType } from '../traits.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { type Dim, dim, dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { paddedSize } from '../inference/dynamic-pad.ts';

/** Adds elements around and between those of a tensor; negative edges remove some (StableHLO spec, "pad"). */
export class PadOp extends defineOp('stablehlo.pad', {
  summary: 'pads around and between elements',
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
  ],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format:
    '$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const { type } = op.operand;
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map((a) =>
      a.numbers(),
    );
    if (low!.length !== type.rank) {
      return fail(`edge_padding_low length (${low!.length}) must match operand rank (${type.rank})`);
    }
    const dims: Dim[] = [];
    for (const [d, { size, bound }] of dimsOf(type).entries()) {
      if (interior![d]! < 0) return fail(`Interior padding cannot be negative: ${interior![d]}`);
      const isKnown = size !== DYNAMIC;
      const limit = isKnown ? size : bound;
      if (limit === DYNAMIC) {
        dims.push(dim(DYNAMIC));
        continue;
      }
      const padded = paddedSize(limit, low![d]!, high![d]!, interior![d]!);
      if (padded < 0) {
        return fail(`Padding result in negative ${isKnown ? 'size' : 'bound'} for dimension ${d}`);
      }
      dims.push(isKnown ? dim(padded) : dim(DYNAMIC, padded));
    }
    return [tensorOfDims(dims, type.elementType, type.encoding)];
  },
}) {}
