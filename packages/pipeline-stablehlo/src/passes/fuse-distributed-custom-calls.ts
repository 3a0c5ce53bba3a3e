import {
  applyPatternsGreedily,
  definePass,
  DenseElementsAttr,
  DictionaryAttr,
  i32Attr,
  type Operation,
  pattern,
  StringAttr,
  lastOf,
} from '@shardform/ir-core';
import {
  AllGatherOp,
  AllToAllOp,
  CompositeOp,
  CustomCallOp,
  ReshapeOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';
import { COMPOSITE_ATTRIBUTES, HAS_CUSTOM_SHARDING } from '../attribute-names.ts';

/**
 * A normalization whose input is gathered and whose result is split again becomes the distributed one, which exchanges
 * only what it sums.
 */
const fuseRmsNorm = pattern(CustomCallOp, 'fuse-rms-norm-with-collectives', (op, rewriter) => {
  if (!op.hasAttr(HAS_CUSTOM_SHARDING) || op.callTargetName.value !== 'tenstorrent.rms_norm') return false;
  // The third operand would be a bias, which the distributed form takes for a residual.
  if (op.results.length !== 1 || op.inputs.length < 1 || op.inputs.length > 2) return false;
  const gathers = op.inputs.map(({ definingOp }) => (definingOp instanceof AllGatherOp ? definingOp : null));
  const [inputGather] = gathers;
  if (inputGather === null || inputGather === undefined) return false;
  if (gathers.some((gather) => gather !== null && gather.replicaGroups !== inputGather.replicaGroups))
    return false;
  const axis = clusterAxis(inputGather);
  const slice = onlyUser(op);
  const chain = slice === null ? null : sliceChain(slice);
  if (axis === null || chain === null) return false;
  const attributes = op.getAttr(COMPOSITE_ATTRIBUTES);
  const own = attributes instanceof DictionaryAttr ? attributes : DictionaryAttr.empty;
  const last = lastOf(chain);
  rewriter.setInsertionPoint(op);
  const fused = rewriter.create(
    CustomCallOp,
    {
      inputs: op.inputs.map((value, i) => gathers[i]?.getOperand(0) ?? value),
      callTargetName: StringAttr.get('tenstorrent.distributed_rms_norm'),
    },
    last.resultTypes(),
    {
      location: op.location,
      attributes: [
        [COMPOSITE_ATTRIBUTES, own.with('normalized_shape', null).with('cluster_axis', i32Attr(axis))],
      ],
    },
  );
  rewriter.replaceOp(last, fused.results);
  for (const part of chain.slice(0, -1).toReversed()) rewriter.eraseOp(part);
  rewriter.eraseOp(op);
  for (const gather of new Set(gathers)) if (gather?.hasNoUses() === true) rewriter.eraseOp(gather);
  return true;
});

function onlyUser(op: Operation): Operation | null {
  const result = op.getResult();
  return result.hasOneUse ? result.firstUse!.owner : null;
}

/** Returns the operations that keep a device's shard, from the first on: a composite, or what it stands for. */
function sliceChain(first: Operation): Operation[] | null {
  if (first instanceof CompositeOp) {
    const name = first.getAttr('name');
    return name instanceof StringAttr && name.value.startsWith('sdy.all_slice') ? [first] : null;
  }
  const chain: Operation[] = [];
  let op: Operation | null = first;
  for (const kind of [ReshapeOp, AllToAllOp, SliceOp, ReshapeOp]) {
    if (!(op instanceof kind)) return null;
    chain.push(op);
    op = chain.length < 4 ? onlyUser(op) : null;
  }
  return chain;
}

/** Neighbours in a group are neighbours along the columns; other groups run along the rows. */
function clusterAxis({ replicaGroups }: AllGatherOp): number | null {
  if (!(replicaGroups instanceof DenseElementsAttr)) return null;
  const { shape } = replicaGroups.type;
  if (shape?.length !== 2) return null;
  if (shape[1]! <= 1) return 0;
  const [first, second] = replicaGroups.integers();
  return first! + 1n === second ? 1 : 0;
}

/** Custom calls take in the collectives around them where they know how to communicate themselves. */
export const fuseDistributedCustomCalls = definePass({
  name: 'fuse-distributed-custom-calls',
  className: 'FuseDistributedCustomCallsPass',
  summary: 'fuse custom calls with the collectives around them',
  dependentDialects: ['stablehlo'],
  run(module, { context }) {
    applyPatternsGreedily(module, [fuseRmsNorm], context);
  },
});
