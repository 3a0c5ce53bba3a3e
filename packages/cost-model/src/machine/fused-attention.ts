import type { Machine } from './machine.ts';

/** Kinds of devices whose libraries have a kernel of attention that programs are usually compiled to: GPUs and TPUs. */
const KINDS = /^(gpu|tpu|v100|[abh]\d+|gb\d+|mi\d+)/;

/** Returns whether attention that a program writes out is executed as one kernel: what the machine says, else what its devices are. */
export function fusesAttention({ fusedAttention, devices }: Machine): boolean {
  return fusedAttention ?? KINDS.test(devices.get(1)?.kind ?? '');
}
