import { ReduceOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, RankedTensorType, type Tensor, zip } from '@shardform/ir-core';
import { padGeneric } from './generic.ts';
import { opPadding } from './op-padding.ts';

/** Sets the padding along reduced dimensions to the initial value, which reductions may apply any number of times. */
export const reducePadding: InterfaceImplementation = /* @__PURE__ */ opPadding.implementFor(
  ReduceOp,
  (op) => (padder) => {
    const dims = op.dimensions.numbers();
    padder.buildBefore(op);
    for (const [i, [input, operand]] of zip(op.inputs, op.operands).entries()) {
      const original = padder.originalType(input);
      if (!(original instanceof RankedTensorType) || original === input.type) continue;
      // The operands of a reduction are tensors.
      const masked = padder.mask(input, original, op.initValues[i] as Tensor, dims);
      if (masked !== input) operand.set(masked);
    }
    padGeneric(op, padder);
    return true;
  },
);
