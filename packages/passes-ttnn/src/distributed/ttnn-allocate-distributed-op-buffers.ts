import {
  AllToAllDispatchMetadataOp,
  changedTensor,
  CoreRangeAttr,
  CoreRangeSetAttr,
  DistributedRMSNormOp,
  EmptyOp,
  MoeComputeOp,
  ShapeAttr,
  TILE,
} from '@shardform/dialect-ttnn';
import {
  bf16,
  definePass,
  f32,
  type Operation,
  type RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import { addOperand, Prelude } from './prelude.ts';

/** The core that kernels of one core use. */
const firstCore = (): CoreRangeSetAttr =>
  CoreRangeSetAttr.get({ ranges: [CoreRangeAttr.get({ startCoord: [0, 0], endCoord: [0, 0] })] });

/** Gives kernels over several devices the buffers that they keep between runs. */
export const ttnnAllocateDistributedOpBuffers = definePass({
  name: 'ttnn-allocate-distributed-op-buffers',
  className: 'TTNNAllocateDistributedOpBuffers',
  summary: 'allocates buffers of operations over devices',
  description: `Buffers are made once, at the head of the function, so that a recorded trace finds them where they were: the
statistics of \`distributed_rms_norm\`, and the results of \`all_to_all_dispatch_metadata\` and \`moe_compute\`.`,
  anchor: 'builtin.module',
  run(module, { context }) {
    const found: Operation[] = [];
    module.walk((op) => {
      found.push(op);
    });
    const prelude = new Prelude(context);
    for (const op of found) {
      if (op instanceof DistributedRMSNormOp && op.stats === null) keepStatistics(op, prelude);
      else if (op instanceof MoeComputeOp && op.optionalOutputTensor === null)
        addOperand(op, 'optional_output_tensor', buffer(op.combineOutput.type, op, prelude));
      else if (op instanceof AllToAllDispatchMetadataOp) keepDispatched(op, prelude);
    }
  },
});

function buffer(type: RankedTensorType, op: Operation, prelude: Prelude): Tensor {
  const shape = ShapeAttr.get({ shape: type.shape });
  return prelude.add(op, (builder, device) => builder.create(EmptyOp, { device, shape }, [type]).result);
}

/** One tile on the first core, as exact as the sums that it holds. */
function keepStatistics(op: DistributedRMSNormOp, prelude: Prelude): void {
  const isExact = op.computeConfig?.fp32DestAccEn !== false;
  const type = changedTensor(op.input.type, {
    shape: [1, 1, TILE, TILE],
    elementType: isExact ? f32 : bf16,
    bufferType: 'l1',
    memoryLayout: 'width_sharded',
    isTiled: true,
    grid: [1, 1],
    coreRanges: firstCore(),
  });
  addOperand(op, 'stats', buffer(type, op, prelude));
}

/** The kernel gives back the buffers that it is given: rows in DRAM, and choices and scores on one core. */
function keepDispatched(op: AllToAllDispatchMetadataOp, prelude: Prelude): void {
  if (op.dispatchedBuffer !== null && op.indicesBuffer !== null && op.scoresBuffer !== null) return;
  const onOneCore = {
    bufferType: 'l1',
    memoryLayout: 'height_sharded',
    grid: [1, 1],
    coreRanges: firstCore(),
  } as const;
  op.dispatched.setType(
    changedTensor(op.dispatched.type, { bufferType: 'dram', memoryLayout: 'interleaved', coreRanges: null }),
  );
  op.indices.setType(changedTensor(op.indices.type, onOneCore));
  op.scores.setType(changedTensor(op.scores.type, onOneCore));
  if (op.dispatchedBuffer === null)
    addOperand(op, 'dispatched_buffer', buffer(op.dispatched.type, op, prelude));
  if (op.indicesBuffer === null) addOperand(op, 'indices_buffer', buffer(op.indices.type, op, prelude));
  if (op.scoresBuffer === null) addOperand(op, 'scores_buffer', buffer(op.scores.type, op, prelude));
}
