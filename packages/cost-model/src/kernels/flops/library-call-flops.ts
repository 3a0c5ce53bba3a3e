import type * as hlo from '@shardform/dialect-stablehlo';
import { product, RankedTensorType, StringAttr } from '@shardform/ir-core';

/** Returns whether a library computes a product for a call, as XLA for GPUs writes it. */
export function isProductOfLibrary(op: hlo.CustomCallOp): boolean {
  return op.callTargetName.value.startsWith('__cublas$');
}

/**
 * Floating-point operations of a call by which XLA for GPUs has a library compute a product or attention, from its operands and
 * its `backend_config`; `null` for other calls.
 */
export function libraryCallFlops(op: hlo.CustomCallOp): number | null {
  if (!isProductOfLibrary(op)) return null;
  const config = op.backendConfig instanceof StringAttr ? op.backendConfig.value : '';
  const [first, second] = op.operandValues().map(({ type }) => shapeOf(type));
  const result = shapeOf(op.results[0]?.type);
  if (first == null || second == null || result === null) return null;
  // Each dimension that is not a batch is one of two of the three tensors, and a batch one of all three.
  const batches = numbers(config, 'lhs_batch_dimensions').map((d) => first[d] ?? 1);
  return 2 * Math.sqrt((product(first) * product(second) * product(result)) / product(batches));
}

function shapeOf(type: unknown): readonly number[] | null {
  return type instanceof RankedTensorType ? type.shape : null;
}

/** The numbers of a list in JSON of protobuf, which has them as strings. */
function numbers(config: string, name: string): readonly number[] {
  const list = new RegExp(`"${name}":\\[([^\\]]*)\\]`).exec(config)?.[1] ?? '';
  return Array.from(list.matchAll(/\d+/g), ([digits]) => Number(digits));
}
