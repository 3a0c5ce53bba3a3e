import type { Simulation } from '@shardform/runtime-dist';

/** Returns a simulation with the mesh's numbers of devices: machines call the host 0, and the mesh's first device 1. */
export function withMeshNumbers(simulation: Simulation): Simulation {
  return {
    ...simulation,
    devices: simulation.devices
      .filter(({ device }) => device > 0)
      .map((device) => ({ ...device, device: device.device - 1 })),
    events: simulation.events.map((event) => ({ ...event, device: event.device - 1 })),
    memory: new Map([...simulation.memory].map(([device, points]) => [device - 1, points])),
  };
}

/** Returns the machine's number of a device that a simulation names: programs that place their tensors have its numbers. */
export function machineNumber(device: number, isPlaced: boolean): number {
  return isPlaced ? device : device + 1;
}

/** Returns the mesh's number of a device that a flat program names: the inverse of {@link machineNumber}. */
export function meshNumber(device: number, isPlaced: boolean): number {
  return isPlaced ? device : device - 1;
}
