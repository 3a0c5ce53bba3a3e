import type { MachineDevice } from '../machine/machine.ts';
import type { Arithmetic } from './arithmetic.ts';

/** The work of kernels on one device. */
export interface DeviceWork {
  readonly launches: number;
  readonly flops: number;
  readonly arithmetic: Arithmetic;
  /** Between the device and its memory. */
  readonly bytes: number;
}

/** Returns the peak floating-point operations per second of a device in an arithmetic. */
export function peakFlops({ flops, rates }: MachineDevice, arithmetic: Arithmetic): number {
  return rates?.[arithmetic] ?? flops;
}

/** Returns the floating-point operations per second that a device reaches in an arithmetic. */
export function achievedFlops(device: MachineDevice, arithmetic: Arithmetic): number {
  const peak = peakFlops(device, arithmetic);
  return arithmetic === 'vector' ? peak : peak * (device.efficiency?.products ?? 1);
}

/** Returns the bytes per second that a device reaches between itself and its memory. */
export function achievedBandwidth({ dram, efficiency }: MachineDevice): number {
  return dram * (efficiency?.memory ?? 1);
}

/** Returns the seconds that a device takes for kernels: their launches, and then the longer of computing and moving bytes. */
export function kernelSeconds(
  device: MachineDevice,
  { launches, flops, arithmetic, bytes }: DeviceWork,
): number {
  const computing = flops / achievedFlops(device, arithmetic);
  return launches * device.launch + Math.max(computing, bytes / achievedBandwidth(device));
}
