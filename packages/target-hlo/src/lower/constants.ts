import { ConstantOp } from '@shardform/dialect-stablehlo';
import { DenseElementsAttr } from '@shardform/ir-core';
import { arrayShape } from '../build/shapes.ts';
import { arrayShapeOf } from './context.ts';
import { ExportError } from './export-error.ts';
import { literalOf } from './literals.ts';
import { type Lowering, lowering } from './lowering.ts';
import { shardingAttribute } from './shardings.ts';

/** Exports of constants. */
export const constantLowerings: readonly Lowering[] = [
  lowering(
    ConstantOp,
    (op, context) => {
      const { value } = op;
      if (!(value instanceof DenseElementsAttr))
        throw new ExportError(op, 'HLO has constants of listed elements only');
      const shape = arrayShapeOf(op.output.type, op);
      const sharding = shardingAttribute(op);
      const { builder } = context;
      if (value.isSplat && value.elementCount > 1) {
        const scalar = arrayShape(shape.elementType, []);
        const literal = { kind: 'array' as const, shape: scalar, bytes: value.bytes };
        const constant = builder.add('constant', scalar, [], { attributes: { literal } });
        builder.within({ sharding }, () =>
          context.result(op, 'broadcast', shape, [constant], { attributes: { dimensions: [] } }),
        );
        return;
      }
      builder.within({ sharding }, () =>
        context.result(op, 'constant', shape, [], { attributes: { literal: literalOf(value, shape) } }),
      );
    },
    true,
  ),
];
