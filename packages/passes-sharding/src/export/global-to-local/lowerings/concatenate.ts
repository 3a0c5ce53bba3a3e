import { areAxisListsEqual } from '@shardform/dialect-sdy';
import { ConcatenateOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { localLowering } from '../local-lowering.ts';
import { axesOfDim, globalShape, reportMismatch } from '../split-dims.ts';

/** Dimensions other than the joined one are split alike; the joined one isn't split. */
export const concatenateLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  ConcatenateOp,
  (op) => (converter) => {
    const { operands, results } = converter.global(op);
    const result = results[0]!;
    const joined = op.dimension.number;
    if (axesOfDim(result, joined).length > 0) {
      converter.opError(op, `dimension ${joined} is sharded but the concatenation is on this dimension.`);
      return;
    }
    for (const [i, operand] of operands.entries()) {
      if (axesOfDim(operand, joined).length > 0) {
        converter.opError(
          op,
          `operand ${i} is sharded on concatenation dimension ${joined}. This is not supported.`,
        );
        return;
      }
      for (const d of globalShape(result).keys()) {
        const [a, b] = [axesOfDim(operand, d), axesOfDim(result, d)];
        if (!areAxisListsEqual(a, b)) {
          reportMismatch(op, d, a, b, converter);
          return;
        }
      }
    }
  },
);
