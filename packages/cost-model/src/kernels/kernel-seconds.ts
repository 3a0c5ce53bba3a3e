import type { MachineDevice } from '../machine/machine.ts';
import { type Arithmetic, productsOfAttention } from './arithmetic.ts';

/** The work of kernels on one device. */
export interface DeviceWork {
  readonly launches: number;
  readonly flops: number;
  readonly arithmetic: Arithmetic;
  /** Between the device and its memory. */
  readonly bytes: number;
}

/** Returns the peak floating-point operations per second of a device in an arithmetic. */
export function peakFlops(device: MachineDevice, arithmetic: Arithmetic): number {
  const own = device.rates?.[arithmetic];
  if (own !== undefined) return own;
  const products = productsOfAttention(arithmetic);
  return products === null ? device.flops : peakFlops(device, products);
}

/** Returns the floating-point operations per second that a device reaches in an arithmetic. */
export function achievedFlops(device: MachineDevice, arithmetic: Arithmetic): number {
  const peak = peakFlops(device, arithmetic);
  if (arithmetic === 'vector') return peak;
  const { products = 1, f8 = products, attention } = device.efficiency ?? {};
  const ofProducts = productsOfAttention(arithmetic);
  const own = (ofProducts ?? arithmetic) === 'f8' ? f8 : products;
  return peak * (ofProducts === null ? own : (attention ?? own));
}

/**
 * Returns the bytes per second that a kernel reaches between a device and its memory. What is measured is of kernels that memory
 * bounds in training, norms and activations; those of products that memory bounds stream their operands, at about the peak.
 */
export function achievedBandwidth({ dram, efficiency }: MachineDevice, arithmetic: Arithmetic): number {
  return arithmetic === 'vector' ? dram * (efficiency?.memory ?? 1) : dram;
}

/** Returns the seconds that a device takes for kernels: their launches, and then the longer of computing and moving bytes. */
export function kernelSeconds(
  device: MachineDevice,
  { launches, flops, arithmetic, bytes }: DeviceWork,
): number {
  const computing = flops / achievedFlops(device, arithmetic);
  return launches * device.launch + Math.max(computing, bytes / achievedBandwidth(device, arithmetic));
}
