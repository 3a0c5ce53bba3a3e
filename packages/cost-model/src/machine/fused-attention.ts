import type { Machine } from './machine.ts';

/** Kinds of devices with the function of JAX that executes attention as one kernel on them. */
const FUNCTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(gpu|v100|[abh]\d+|gb\d+)/, "jax.nn.dot_product_attention(..., implementation='cudnn')"],
  [/^tpu/, 'flash_attention of jax.experimental.pallas.ops.tpu'],
];

/**
 * Returns the function of JAX that executes attention as one kernel on the devices of a machine; `null` where none is known. Attention that
 * a program writes out is not made one by XLA: its rewriters for GPUs were off by default, and were removed in 2025 (openxla/xla#23389).
 */
export function fusedAttentionFunction({ devices }: Machine): string | null {
  const kind = devices.get(1)?.kind ?? '';
  return FUNCTIONS.find(([kinds]) => kinds.test(kind))?.[1] ?? null;
}
