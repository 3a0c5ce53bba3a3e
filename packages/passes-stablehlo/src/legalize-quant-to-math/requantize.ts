import { f32, type IntegerType, type RankedTensorType, type Rewriter, type Value } from '@shardform/ir-core';
import {
  chlo,
  ClampOp,
  ConvertOp,
  isPerAxis,
  type QuantizedType,
  RoundNearestEvenOp,
} from '@shardform/dialect-stablehlo';
import { broadcast, constant, type PerChannel, storageBounds } from './scalings.ts';

/**
 * Stored integers of one quantized type as those of another. `(x - zero_from) * scale_from / scale_to + zero_to` is
 * one multiplication and one addition of constants. Scales per axis have to be along the same one.
 *
 * @param type of the result, of integers; what has fewer than 32 bits is clamped to the range of `to`.
 */
export function requantize(
  input: Value,
  from: QuantizedType,
  to: QuantizedType,
  type: RankedTensorType,
  rewriter: Rewriter,
): Value {
  if (from === to) return rewriter.create(ConvertOp, { operand: input }, [type]).result;
  const floats = type.withElementType(f32);
  let value: Value = rewriter.create(ConvertOp, { operand: input }, [floats]).result;
  const { scale, offset } = step(from, to);
  value = broadcast(chlo.BroadcastMulOp, value, constant(scale, f32, rewriter), rewriter, scale.dimension);
  if (offset.numbers.some((number) => number !== 0)) {
    value = broadcast(
      chlo.BroadcastAddOp,
      value,
      constant(offset, f32, rewriter),
      rewriter,
      offset.dimension,
    );
  }
  // Stored integers are of integer type.
  if ((type.elementType as IntegerType).width < 32) {
    const { min, max } = storageBounds(to, rewriter);
    value = rewriter.create(ClampOp, { min, operand: value, max }).result;
  }
  value = rewriter.create(RoundNearestEvenOp, { operand: value }, [floats]).result;
  return rewriter.create(ConvertOp, { operand: value }, [type]).result;
}

/** Returns the factor by which stored integers are multiplied, and the offset that is added then. */
function step(from: QuantizedType, to: QuantizedType): { scale: PerChannel; offset: PerChannel } {
  const channels = isPerAxis(to) ? to : from;
  const dimension = isPerAxis(channels) ? Number(channels.dimension) : null;
  const scalings = channels.scalings.map((_, i) => {
    const [source, target] = [from, to].map((type) => type.scalings[isPerAxis(type) ? i : 0]!);
    const scale = source!.scale / target!.scale;
    return { scale, offset: Number(target!.zeroPoint) - Number(source!.zeroPoint) * scale };
  });
  return {
    scale: { numbers: scalings.map(({ scale }) => scale), dimension },
    offset: { numbers: scalings.map(({ offset }) => offset), dimension },
  };
}
