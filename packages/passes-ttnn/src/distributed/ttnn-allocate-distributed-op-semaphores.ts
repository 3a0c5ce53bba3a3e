import {
  AllocateMoeComputeSemaphoreOp,
  AllToAllDispatchMetadataOp,
  CoreRangeAttr,
  CoreRangeSetAttr,
  CreateGlobalSemaphoreOp,
  DistributedRMSNormOp,
  GlobalSemaphoreType,
  layoutOf,
  MoeComputeOp,
} from '@shardform/dialect-ttnn';
import { definePass, IntegerAttr, type Operation, ui32, type Value } from '@shardform/ir-core';
import { addOperand, Prelude } from './prelude.ts';

const number = (value: number): IntegerAttr => IntegerAttr.get(value, ui32);

/** The cores that exchange rows unless said otherwise. */
const WORKERS = { startCoord: [0, 0], endCoord: [0, 7] } as const;

/** Gives kernels over several devices the counters by which they wait for each other. */
export const ttnnAllocateDistributedOpSemaphores = definePass({
  name: 'ttnn-allocate-distributed-op-semaphores',
  className: 'TTNNAllocateDistributedOpSemaphores',
  summary: 'allocates semaphores of operations over devices',
  description: `Counters are made at the head of the function: for \`distributed_rms_norm\` on the cores that hold its blocks,
for \`all_to_all_dispatch_metadata\` on the cores that exchange rows, and for \`moe_compute\` where the kernel says.`,
  anchor: 'builtin.module',
  run(module, pass) {
    const found: Operation[] = [];
    module.walk((op) => {
      found.push(op);
    });
    const prelude = new Prelude(pass.context);
    for (const op of found) {
      if (op instanceof MoeComputeOp && op.crossDeviceSemaphore === null) {
        addOperand(op, 'cross_device_semaphore', combineSemaphore(op, prelude));
      } else if (op instanceof AllToAllDispatchMetadataOp && op.crossDeviceSemaphore === null) {
        addOperand(op, 'cross_device_semaphore', semaphore(CoreRangeAttr.get(WORKERS), op, prelude));
      } else if (op instanceof DistributedRMSNormOp && op.semaphore === null) {
        const cores = boxAround(op);
        if (cores === null)
          pass.opError(op, 'has no semaphore, and its result is not split over cores that could hold one');
        else addOperand(op, 'semaphore', semaphore(cores, op, prelude));
      }
    }
  },
});

function semaphore(cores: CoreRangeAttr, op: Operation, prelude: Prelude): Value<GlobalSemaphoreType> {
  const args = { initialValue: number(0), coreRangeSet: CoreRangeSetAttr.get({ ranges: [cores] }) };
  return prelude.add(
    op,
    (builder, device) =>
      builder.create(CreateGlobalSemaphoreOp, { device, ...args }, [GlobalSemaphoreType.instance]).result,
  );
}

/** The kernel chooses the cores of its exchange when it runs. */
function combineSemaphore(op: MoeComputeOp, prelude: Prelude): Value<GlobalSemaphoreType> {
  const args = {
    outputHeightShardDim: op.outputHeightShardDim,
    hiddenSize: number(op.tilizeInputTensor.type.dimSize(-1)),
    initialValue: number(0),
    muxCoreRangeSet: op.muxCoreRangeSet,
  };
  return prelude.add(
    op,
    (builder, device) =>
      builder.create(AllocateMoeComputeSemaphoreOp, { device, ...args }, [GlobalSemaphoreType.instance])
        .result,
  );
}

/** The rectangle of cores around those that hold the blocks of the result. */
function boxAround(op: DistributedRMSNormOp): CoreRangeAttr | null {
  const ranges = layoutOf(op.result.type)?.coreRanges?.ranges ?? [];
  if (ranges.length === 0) return null;
  const least = (axis: 0 | 1): number => Math.min(...ranges.map(({ startCoord }) => startCoord[axis]));
  const greatest = (axis: 0 | 1): number => Math.max(...ranges.map(({ endCoord }) => endCoord[axis]));
  return CoreRangeAttr.get({ startCoord: [least(0), least(1)], endCoord: [greatest(0), greatest(1)] });
}
