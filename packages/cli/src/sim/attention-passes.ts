import type { WrittenAttention } from '@shardform/study';

/** Returns how many kernels of attention there are of each pass: `4 forward`, `4 backward`. */
export function attentionPasses({
  forward,
  backward,
}: Pick<WrittenAttention, 'forward' | 'backward'>): string[] {
  return [...(forward > 0 ? [`${forward} forward`] : []), ...(backward > 0 ? [`${backward} backward`] : [])];
}
