import { BroadcastInDimOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { ruleOfTypes } from './rule-of-types.ts';

/** Dimensions that keep their size are shared; those that are added or expanded are the result's alone. */
export const broadcastInDimRule: InterfaceImplementation = /* @__PURE__ */ ruleOfTypes(
  BroadcastInDimOp,
  (op) => {
    const operandDims = op.broadcastDimensions.numbers();
    const operandShape = op.operand.type.shape;
    const builder = new ShardingRuleBuilder(op);
    op.result.type.shape.forEach((size, dim) => {
      const operandDim = operandDims.indexOf(dim);
      if (operandDim === NO_DIM) {
        builder.addFactor([NO_DIM], [dim], size);
      } else if (operandShape[operandDim] === size) {
        builder.addFactor([operandDim], [dim], size);
      } else {
        builder.addFactor([operandDim], [NO_DIM], op.operand.type.dimSize(operandDim));
        builder.addFactor([NO_DIM], [dim], size);
      }
    });
    return builder.build();
  },
);
