import type { Machine } from '@shardform/cost-model';
import type { Flag } from '../command/flag.ts';

/** The flag that says whether attention that a program writes out is executed as one kernel. */
export const fusedAttentionFlag = {
  value: 'WHEN',
  choices: ['on', 'off'],
  description:
    'whether attention that the program writes out takes the time of one fused kernel, which keeps scores out of memory (default: off, as XLA compiles it; calls of fused kernels are fused always)',
} as const satisfies Flag;

/** Returns a machine on which attention is fused as {@link fusedAttentionFlag} says. */
export function withFusedAttention(machine: Machine, when: 'on' | 'off' | null): Machine {
  return when === null ? machine : { ...machine, fusedAttention: when === 'on' };
}
