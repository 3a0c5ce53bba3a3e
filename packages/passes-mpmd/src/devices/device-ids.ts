import { FuncOp } from '@shardform/dialect-func';
import { PartitionIdOp, SubtractOp, ConstantOp } from '@shardform/dialect-stablehlo';
import {
  type Context,
  DenseElementsAttr,
  i64,
  isInstance,
  RankedTensorType,
  Rewriter,
} from '@shardform/ir-core';
import type { NumberedMesh } from './mesh-devices.ts';

/** Attributes of collectives that number devices. */
const [GROUPS, PAIRS] = ['replica_groups', 'source_target_pairs'];

/**
 * Numbers the devices that a function of one mesh speaks of as devices of all meshes: those of groups and pairs of
 * collectives, and that which executes it.
 */
export function numberDevices(func: FuncOp, { mesh, first }: NumberedMesh, context: Context): void {
  const rewriter = new Rewriter(context);
  func.walk((op) => {
    const [groups, pairs] = [op.getAttr(GROUPS), op.getAttr(PAIRS)];
    if (isInstance(DenseElementsAttr, groups)) op.setAttr(GROUPS, movedGroups(groups, first, mesh.totalSize));
    if (isInstance(DenseElementsAttr, pairs)) op.setAttr(PAIRS, movedPairs(pairs, first));
    if (!(op instanceof PartitionIdOp) || first === 0) return;
    rewriter.setInsertionPointAfter(op);
    const { type } = op.result;
    const value = DenseElementsAttr.splat(type, first);
    const offset = rewriter.create(ConstantOp, { value }, [type], { location: op.location }).output;
    const args = { lhs: op.result, rhs: offset };
    const own = rewriter.create(SubtractOp, args, [type], { location: op.location });
    op.result.replaceUsesIf(own.result, ({ owner }) => owner !== own);
  });
}

/** No groups mean one of all devices, which is that of the mesh. */
function movedGroups(groups: DenseElementsAttr, first: number, count: number): DenseElementsAttr {
  const own = groups.integers().map(Number);
  const ids = own.length === 0 ? Array.from({ length: count }, (_, i) => i) : own;
  const size = own.length === 0 ? count : (groups.type.shape?.at(-1) ?? count);
  return withOthers(ids, size, first, count);
}

/**
 * StableHLO wants each id up to the highest one in a group, and all groups of one size: devices of other meshes get
 * groups too, in which they never meet.
 */
function withOthers(ids: readonly number[], size: number, first: number, count: number): DenseElementsAttr {
  const others = Array.from({ length: Math.ceil(first / size) * size }, (_, i) =>
    i < first ? i : i + count,
  );
  // A missing member of a group is -1.
  const moved = [...ids.map((id) => (id < 0 ? id : id + first)), ...others];
  return DenseElementsAttr.fromNumbers(RankedTensorType.get([moved.length / size, size], i64), moved);
}

function movedPairs(pairs: DenseElementsAttr, first: number): DenseElementsAttr {
  return DenseElementsAttr.fromNumbers(
    pairs.type,
    pairs.integers().map((id) => Number(id) + first),
  );
}
