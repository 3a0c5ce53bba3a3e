import type { RankedTensorType } from '@shardform/ir-core';
import { dimsOf, tensorOfDims } from './bounded-shape.ts';
import { areCompatibleShapes, areCompatibleSizes, shapeText } from './compatible-types.ts';

/**
 * Returns an error message for the violated constraint on the operands of a batch normalisation (StableHLO spec,
 * "batch_norm_training"), or `null`.
 */
export function batchNormProblem(
  multiDimensional: readonly RankedTensorType[],
  singleDimensional: readonly RankedTensorType[],
  featureIndex: number,
): string | null {
  const agree = (types: readonly RankedTensorType[]): boolean =>
    types.every((type) => areCompatibleShapes(type.shape, types[0]!.shape));
  if (!agree(multiDimensional)) return 'expects multi-dimensional operands to have compatible shapes.';
  if (!agree(singleDimensional)) return 'expects single-dimensional operands to have compatible shapes.';
  const [operand, feature] = [multiDimensional[0]!, singleDimensional[0]!];
  if (featureIndex >= operand.rank) {
    return `expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex ${featureIndex}, and rank ${operand.rank}.`;
  }
  const [count, size] = [operand.dimSize(featureIndex), feature.dimSize(0)];
  return areCompatibleSizes(count, size)
    ? null
    : `expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is ${shapeText([size])} and the feature count is ${shapeText([count])}.`;
}

/** Returns the type of a value per feature. */
export function featureType(operand: RankedTensorType, featureIndex: number): RankedTensorType {
  return tensorOfDims([dimsOf(operand)[featureIndex]!], operand.elementType, operand.encoding);
}
