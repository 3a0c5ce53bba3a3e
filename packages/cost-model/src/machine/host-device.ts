import type { DeviceModel } from './device-models.ts';
import type { MachineDevice } from './machine.ts';

const HOST: MachineDevice = { id: 0, kind: 'cpu', flops: 1e12, dram: 100e9, launch: 1e-6, memory: Infinity };

/** Between the host and a device, PCIe 4.0 x16. */
export const HOST_GBPS = 256;

/** Returns the host, device 0, and a number of equal devices from 1 on. */
export function devicesOf(model: DeviceModel, count: number): MachineDevice[] {
  return [HOST, ...Array.from({ length: count }, (_, i) => ({ ...model, id: i + 1 }))];
}
