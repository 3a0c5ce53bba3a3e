import { type Builder, DenseArrayAttr, i64, type RankedTensorType, type Value } from '@shardform/ir-core';
import { i32Array } from './constraints.ts';
import { BroadcastOp, ReshapeOp } from './ops/shape-ops.ts';

/**
 * Returns a tensor stretched to `type`: its dimensions become the dimensions `dims` of the result, ascending. A reshape
 * adds dimensions of size one and a broadcast repeats them, each only where needed.
 */
export function repeatTo(
  builder: Pick<Builder, 'create'>,
  value: Value<RankedTensorType>,
  type: RankedTensorType,
  dims: readonly number[],
): Value<RankedTensorType> {
  const unrepeated = type.shape.map((_, d) => {
    const at = dims.indexOf(d);
    return at < 0 ? 1 : value.type.dimSize(at);
  });
  let current = value;
  if (unrepeated.join() !== value.type.shape.join()) {
    const shape = i32Array(unrepeated);
    current = builder.create(ReshapeOp, { input: current, shape }, [value.type.withShape(unrepeated)]).result;
  }
  if (unrepeated.join() === type.shape.join()) return current;
  const factors = type.shape.map((size, d) => size / unrepeated[d]!);
  const broadcastDimensions = DenseArrayAttr.get(i64, factors);
  return builder.create(BroadcastOp, { input: current, broadcastDimensions }, [type]).result;
}
