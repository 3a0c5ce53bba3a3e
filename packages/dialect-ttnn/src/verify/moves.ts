import { haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { dataTypeOf } from '@shardform/dialect-ttcore';
import { checks } from '@shardform/dialect-ttir';
import { layoutOf } from '../attrs/index.ts';
import { layoutProblems } from './creation.ts';

type Problems = checks.Problems;

interface Move {
  readonly input: Tensor;
  readonly result: Tensor;
}

function isOnDevice(value: Tensor): boolean {
  return layoutOf(value.type)?.isOnHost === false;
}

/** Both sides say where and how they lie. */
export function* tensorSpecProblems({ input, result }: Move): Problems {
  if (layoutOf(input.type) === null || layoutOf(result.type) === null)
    yield 'Input and output tensors must have a layout attribute';
}

/** Checks a change between rows and tiles, which keeps the memory. */
export function* toLayoutProblems(op: Move): Problems {
  yield* layoutProblems(op);
  const [from, to] = [layoutOf(op.input.type), layoutOf(op.result.type)];
  if (from === null) return yield 'Input tensor type missing layout attribute';
  if (to === null) return yield 'Output tensor type missing layout attribute';
  if (from.bufferType !== to.bufferType)
    yield `ttnn.to_layout cannot change buffer type from '${from.bufferType}' to '${to.bufferType}'; use ttnn.to_tensor_spec for memory-config or device placement changes`;
  if (from.memoryLayout !== to.memoryLayout)
    yield 'ttnn.to_layout cannot change tensor memory layout; use ttnn.to_tensor_spec for memory-config changes';
  if (!haveSameElements(from.grid.shape, to.grid.shape))
    yield 'ttnn.to_layout cannot change grid shape; use ttnn.to_tensor_spec for memory-config changes';
}

/** Checks a change to a memory that the device has. */
export function* toMemoryConfigProblems({ input, result }: Move): Problems {
  if (layoutOf(input.type) === null) yield 'Input tensor type missing layout attribute';
  const to = layoutOf(result.type);
  if (to === null) return yield 'Output tensor type missing layout attribute';
  if (!to.isOnHost && to.memoryLayout === null)
    yield 'Device memory space only supports interleaved or sharded memory layouts';
  if (to.bufferType === 'dram' && to.memoryLayout?.value === 'block_sharded')
    yield "DRAM memory space doesn't support block sharded memory layout";
  const isSharded = to.memoryLayout?.value.endsWith('_sharded') === true;
  if (isSharded && to.memref.shape?.length !== 2) yield 'Shard shape must be 2D';
}

/** A copy has the shape and number format of the original. */
export function* assignProblems({ input, result }: Move): Problems {
  if (!haveSameElements(input.type.shape, result.type.shape))
    yield 'input and output tensor must have the same shape';
  if (dataTypeOf(input.type.elementType) !== dataTypeOf(result.type.elementType))
    yield 'output tensor data type does not match expected output data type';
}

/** The two queues by which the host commands a device. */
const QUEUES: readonly number[] = [0, 1];

/** A queue that the device has. */
export function* queueProblems({ cqId }: { readonly cqId: IntegerAttr | null }): Problems {
  const id = cqId?.number ?? 0;
  if (!QUEUES.includes(id)) yield `Invalid CQ ID ${id}`;
}

/** From the host into an existing tensor of the device. */
export function* writeTensorProblems(op: {
  readonly hostTensor: Tensor;
  readonly deviceTensor: Tensor;
  readonly cqId: IntegerAttr | null;
}): Problems {
  if (isOnDevice(op.hostTensor)) yield 'Host tensor must be on system memory';
  if (!isOnDevice(op.deviceTensor)) yield 'Device tensor must be on device memory';
  yield* queueProblems(op);
}

/** From one tensor of the device into another. */
export function* copyProblems({ src, dst }: { readonly src: Tensor; readonly dst: Tensor }): Problems {
  if (!isOnDevice(src)) yield 'Source tensor must be on device memory';
  if (!isOnDevice(dst)) yield 'Destination tensor must be on device memory';
  if (src.type !== dst.type)
    yield `Source and destination tensor types must match, but got ${checks.quoted(src.type)} and ${checks.quoted(dst.type)}`;
}
