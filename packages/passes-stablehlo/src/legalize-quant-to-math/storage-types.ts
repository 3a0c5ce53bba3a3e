import {
  cloneWithoutRegions,
  type ConversionPattern,
  IrMapping,
  RankedTensorType,
  type Type,
  TypeConverter,
  zip,
} from '@shardform/ir-core';
import { isPerAxis, isQuantized, storageType, tensorType } from '@shardform/dialect-stablehlo';

/** Quantized numbers are their stored integers. */
export const storageTypes = /* @__PURE__ */ new TypeConverter().addConversion((type) =>
  type instanceof RankedTensorType ? type.withElementType(storageType(type.elementType)) : storageType(type),
);

/** The operations that do the same with stored integers as with the numbers that they stand for. */
const MOVES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [
    ...[
      'bitcast_convert',
      'broadcast_in_dim',
      'composite',
      'concatenate',
      'constant',
      'dynamic_broadcast_in_dim',
    ],
    ...['dynamic_reshape', 'dynamic_slice', 'gather', 'get_dimension_size', 'maximum', 'minimum', 'pad'],
    ...['reduce_window', 'reshape', 'return', 'select', 'slice', 'transpose'],
  ].map((name) => `stablehlo.${name}`),
);

/** Gives operations that only move numbers the types of the stored integers. */
export const movePattern: ConversionPattern = {
  name: 'move-of-stored-integers',
  root: null,
  benefit: 10,
  typeConverter: storageTypes,
  matchAndRewrite(op, operands, rewriter) {
    if (!MOVES.has(op.name)) return false;
    if (
      (op.name === 'stablehlo.maximum' || op.name === 'stablehlo.minimum') &&
      !isOrderKept(op.operandTypes())
    )
      return false;
    const mapping = new IrMapping();
    zip(op.operands, operands).forEach(([{ value }, operand]) => mapping.values.set(value, operand[0]!));
    const move = cloneWithoutRegions(op, mapping);
    for (const result of move.results) result.setType(storageTypes.convert(result.type)!);
    rewriter.insert(move);
    op.regions.forEach((region, i) => {
      rewriter.inlineRegion(region, move.getRegion(i));
      rewriter.convertRegionTypes(move.getRegion(i), storageTypes);
    });
    rewriter.replaceOp(op, move.results);
    return true;
  },
};

/** Returns true if the stored integers are in the order of the numbers: all with the same scale and zero point. */
function isOrderKept(types: readonly Type[]): boolean {
  const elements = types.map((type) => tensorType(type).elementType);
  return elements.every((type) => type === elements[0] && isQuantized(type) && !isPerAxis(type));
}
