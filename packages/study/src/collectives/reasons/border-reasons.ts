import { ReturnOp } from '@shardform/dialect-func';
import { axisListSize, MeshTable, type ReshardOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { type OpOperand, RankedTensorType } from '@shardform/ir-core';

/** Returns why a result can't keep its sharding at the border of a function; empty for other uses. */
export function borderReasons(
  { input }: ReshardOp,
  { owner }: OpOperand,
  from: TensorShardingAttr | null,
  to: TensorShardingAttr,
): readonly string[] {
  if (!(owner instanceof ReturnOp) || from === null || !(input.type instanceof RankedTensorType)) return [];
  const mesh = new MeshTable(owner).meshOf(from);
  const { shape } = input.type;
  const lost = from.dims.flatMap(({ axes }, d) => {
    if (mesh === null || axes.length <= (to.dims[d]?.axes.length ?? 0)) return [];
    const parts = axisListSize(axes, mesh);
    const size = shape[d] ?? 1;
    if (size % parts !== 0) return [`results are split evenly, and ${size} is not divisible by ${parts}`];
    return axes.some(({ isSubAxis }) => isSubAxis) ? ['results are split along whole axes'] : [];
  });
  return [...new Set(lost)];
}
