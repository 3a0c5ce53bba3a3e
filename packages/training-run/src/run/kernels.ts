import type { Machine } from '@shardform/cost-model';
import type { TrainingRun } from './training-run.ts';

/**
 * Returns a machine as the kernels of a run's framework use it. Products of 8-bit floats whose weights FSDP doesn't divide are those
 * of Megatron's family, which has the fused kernels of NVIDIA's Transformer Engine; other runs have the fractions of frameworks in general.
 */
export function machineOfKernels(machine: Machine, run: Pick<TrainingRun, 'precision' | 'fsdp'>): Machine {
  if (run.precision !== 'fp8' || run.fsdp > 1) return machine;
  const devices = [...machine.devices].map(([id, device]) => {
    const fused = device.efficiency?.fused;
    if (fused === undefined) return [id, device] as const;
    // Megatron's family sends between stages beside other work.
    const { host: _, ...others } = device;
    return [id, { ...others, efficiency: fused }] as const;
  });
  return { ...machine, devices: new Map(devices) };
}
