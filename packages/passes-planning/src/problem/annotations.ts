import type { MeshAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import type { DimSplits } from './dim-splits.ts';

/** Returns whether a way to split a tensor is one that an annotation allows: open dimensions may be split further. */
export function complies(
  splits: DimSplits,
  { dims, replicatedAxes }: TensorShardingAttr,
  mesh: MeshAttr,
): boolean {
  const nameOf = (axis: number): string => mesh.axes[axis]!.name;
  const used = new Set(splits.flat().map(nameOf));
  if (replicatedAxes.some(({ name }) => used.has(name))) return false;
  return dims.every(({ axes, isClosed }, dim) => {
    const own = splits[dim]!;
    if (isClosed && own.length !== axes.length) return false;
    return axes.every(
      (axis, i) => own[i] !== undefined && axis.subAxis === null && nameOf(own[i]) === axis.name,
    );
  });
}

/** Returns the splits of a sharding; `null` for one that splits along parts of axes. */
export function splitsOf({ dims }: TensorShardingAttr, mesh: MeshAttr): DimSplits | null {
  if (dims.some(({ axes }) => axes.some(({ subAxis }) => subAxis !== null))) return null;
  return dims.map(({ axes }) => axes.map(({ name }) => mesh.axes.findIndex((axis) => axis.name === name)));
}
