import {
  BitcastConvertOp,
  BroadcastInDimOp,
  BroadcastOp,
  ConcatenateOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  GetDimensionSizeOp,
  IotaOp,
  PadOp,
  ReshapeOp,
  ReverseOp,
  SetDimensionSizeOp,
  SliceOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import type { ArrayShape } from '@shardform/hlo-module';
import type { InstructionDraft } from '../build/instruction-draft.ts';
import { arrayShape, inLayoutOf, transposedShape } from '../build/shapes.ts';
import { arrayShapeOf, type LoweringContext, shapeOfArray } from './context.ts';
import { integersLiteral } from './literals.ts';
import { type Lowering, lowering } from './lowering.ts';

/** The instructions of a broadcast: dimensions of size 1 that grow are dropped by a reshape first. */
export function broadcastTo(
  operand: InstructionDraft,
  result: ArrayShape,
  dimensions: readonly number[],
  { builder }: LoweringContext,
): InstructionDraft {
  const from = shapeOfArray(operand);
  const sizes = result.dimensions.map((size, d) => {
    const source = dimensions.indexOf(d);
    return source < 0 ? size : (from.dimensions[source] ?? size);
  });
  const isDynamic = result.dimensions.map((_, d) => {
    const source = dimensions.indexOf(d);
    return source >= 0 && from.isDynamic?.[source] === true;
  });
  const inner = builder.add('broadcast', arrayShape(from.elementType, sizes, isDynamic), [operand], {
    attributes: { dimensions },
  });
  if (sizes.every((size, d) => size === result.dimensions[d])) return inner;
  const kept = sizes.flatMap((size, d) => (size === result.dimensions[d] ? [d] : []));
  // The sharding is that of the broadcast, whose rank is another.
  const reshaped = builder.within({ sharding: null }, () =>
    builder.add(
      'reshape',
      arrayShape(
        from.elementType,
        kept.map((d) => sizes[d] ?? 0),
      ),
      [inner],
    ),
  );
  return builder.add('broadcast', result, [reshaped], { attributes: { dimensions: kept } });
}

/** Exports of operations that move elements or change the shape. */
export const shapeLowerings: readonly Lowering[] = [
  lowering(BroadcastInDimOp, (op, context) => {
    const result = arrayShapeOf(op.result.type, op);
    const dimensions = op.broadcastDimensions.numbers();
    context.set(op.result, broadcastTo(context.get(op.operand), result, dimensions, context));
  }),
  lowering(BroadcastOp, (op, context) => {
    const shape = arrayShapeOf(op.result.type, op);
    const { length } = op.broadcastSizes.numbers();
    const dimensions = shape.dimensions.slice(length).map((_, d) => d + length);
    context.result(op, 'broadcast', shape, [context.get(op.operand)], { attributes: { dimensions } });
  }),
  lowering(ReshapeOp, (op, context) => {
    context.result(op, 'reshape', arrayShapeOf(op.result.type, op), [context.get(op.operand)]);
  }),
  lowering(TransposeOp, (op, context) => {
    const operand = context.get(op.operand);
    const dimensions = op.permutation.numbers();
    context.result(op, 'transpose', transposedShape(shapeOfArray(operand), dimensions), [operand], {
      attributes: { dimensions },
    });
  }),
  lowering(ReverseOp, (op, context) => {
    const operand = context.get(op.operand);
    context.result(op, 'reverse', operand.shape, [operand], {
      attributes: { dimensions: op.dimensions.numbers() },
    });
  }),
  lowering(ConcatenateOp, (op, context) => {
    context.result(op, 'concatenate', arrayShapeOf(op.result.type, op), context.getAll(op.inputs), {
      attributes: { dimensions: [op.dimension.number] },
    });
  }),
  lowering(SliceOp, (op, context) => {
    const limits = op.limitIndices.numbers();
    const strides = op.strides.numbers();
    const slice = op.startIndices
      .numbers()
      .map((start, d) => ({ start, limit: limits[d] ?? 0, stride: strides[d] ?? 1 }));
    context.result(op, 'slice', arrayShapeOf(op.result.type, op), [context.get(op.operand)], {
      attributes: { slice },
    });
  }),
  lowering(PadOp, (op, context) => {
    const highs = op.edgePaddingHigh.numbers();
    const interiors = op.interiorPadding.numbers();
    const padding = op.edgePaddingLow
      .numbers()
      .map((low, d) => ({ low, high: highs[d] ?? 0, interior: interiors[d] ?? 0 }));
    const operands = [context.get(op.operand), context.get(op.paddingValue)];
    context.result(op, 'pad', arrayShapeOf(op.result.type, op), operands, { attributes: { padding } });
  }),
  lowering(IotaOp, (op, context) => {
    context.result(op, 'iota', arrayShapeOf(op.output.type, op), [], {
      attributes: { dimensions: [op.iotaDimension.number] },
    });
  }),
  lowering(DynamicSliceOp, (op, context) => {
    const operands = [context.get(op.operand), ...context.getAll(op.startIndices)];
    context.result(op, 'dynamic-slice', arrayShapeOf(op.result.type, op), operands, {
      attributes: { sliceSizes: op.sliceSizes.numbers() },
    });
  }),
  lowering(DynamicUpdateSliceOp, (op, context) => {
    const operand = context.get(op.operand);
    const others = [context.get(op.update), ...context.getAll(op.startIndices)];
    context.result(op, 'dynamic-update-slice', operand.shape, [operand, ...others]);
  }),
  lowering(BitcastConvertOp, (op, context) => {
    const operand = context.get(op.operand);
    const shape = arrayShapeOf(op.result.type, op);
    context.result(op, 'bitcast-convert', bitcastShape(shapeOfArray(operand), shape), [operand]);
  }),
  lowering(GetDimensionSizeOp, (op, context) => {
    const operand = context.get(op.operand);
    const { dimensions, isDynamic } = shapeOfArray(operand);
    const dimension = op.dimension.number;
    const scalar = arrayShape('s32', []);
    if (isDynamic?.[dimension] === true) {
      context.result(op, 'get-dimension-size', scalar, [operand], {
        attributes: { dimensions: [dimension] },
      });
    } else {
      const literal = integersLiteral([dimensions[dimension] ?? 0], scalar);
      context.result(op, 'constant', scalar, [], { attributes: { literal } });
    }
  }),
  lowering(SetDimensionSizeOp, (op, context) => {
    const operand = context.get(op.operand);
    const shape = arrayShapeOf(op.result.type, op);
    context.result(
      op,
      'set-dimension-size',
      inLayoutOf(shape, shapeOfArray(operand)),
      [operand, context.get(op.size)],
      { attributes: { dimensions: [op.dimension.number] } },
    );
  }),
];

/** A dimension for the parts of an element becomes the minor one. */
function bitcastShape(operand: ArrayShape, result: ArrayShape): ArrayShape {
  const order = operand.layout?.minorToMajor ?? [];
  const rank = result.dimensions.length;
  const difference = rank - operand.dimensions.length;
  if (difference === 0) return inLayoutOf(result, operand);
  const minorToMajor = difference > 0 ? [rank - 1, ...order] : order.filter((d) => d < rank);
  return { ...result, layout: { minorToMajor } };
}
