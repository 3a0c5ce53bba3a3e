import { defineOp } from '@shardform/ir-core';
import { tensor } from '../constraints.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { areCompatibleShapes, rawSizes } from '../inference/compatible-types.ts';
import { compatibleOperandsAndResultElementType } from '../traits.ts';
import { ifOperandsStatic } from '../speculatability.ts';

/** Bounds elements from below and above (StableHLO spec, "clamp"). `min` and `max` may be scalars. */
export class ClampOp extends defineOp('stablehlo.clamp', {
  summary: 'clamps elements between bounds',
  operands: { min: tensor, operand: tensor, max: tensor },
  results: { result: tensor },
  traits: [compatibleOperandsAndResultElementType],
  effects: 'none',
  speculates: ifOperandsStatic,
  format:
    '$min `,` $operand `,` $max attr-dict `:` custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))',
  directives: { SameOperandsAndResultType: sameOperandsAndResultTypeDirective },
  infer: (op, report) => {
    const { type } = op.operand;
    for (const [name, bound] of [
      ['min', op.min],
      ['max', op.max],
    ] as const) {
      const { shape } = bound.type;
      if (shape.length === 0 || areCompatibleShapes(shape, type.shape)) continue;
      report.error(
        `${name} shape [${rawSizes(shape)}] is not scalar and is not compatible to operand shape [${rawSizes(type.shape)}]`,
      );
      return null;
    }
    return [type];
  },
}) {}
