import { coordinatesOf, product } from '@shardform/ir-core';
import type { DeviceModel } from './device-models.ts';
import { devicesOf, HOST_GBPS } from './host-device.ts';
import { type Machine, makeMachine, type Wraps, wrapsIn } from './machine.ts';

/** A grid of devices with wires between neighbours: a torus where all dimensions wrap, a mesh where none does. */
export interface GridMachine {
  readonly sizes: readonly number[];
  readonly wraps: Wraps;
  readonly device: DeviceModel;
  /** Gigabits per second of a wire in one direction. */
  readonly gbps: number;
  /** Seconds per hop. */
  readonly hopLatency?: number;
}

/** Devices 1 to the product of the sizes, the last dimension fastest; transfers go along one dimension after the other. */
export function gridMachine(name: string, grid: GridMachine): Machine {
  const { sizes, wraps, device, gbps, hopLatency = 0 } = grid;
  const count = product(sizes);
  const route = (from: number, to: number): string[] => {
    if (from === 0 || to === 0) return [`${from}>${to}`];
    const at = coordinatesOf(from - 1, sizes);
    const target = coordinatesOf(to - 1, sizes);
    const wires: string[] = [];
    sizes.forEach((size, dim) => {
      while (at[dim] !== target[dim]) {
        const ahead = (target[dim] - at[dim] + size) % size;
        const forward = wrapsIn(grid, dim) ? ahead <= size - ahead : target[dim] > at[dim];
        const before = deviceAt(at, sizes);
        at[dim] = (at[dim] + (forward ? 1 : size - 1)) % size;
        wires.push(`${before}>${deviceAt(at, sizes)}`);
      }
    });
    return wires;
  };
  return makeMachine(
    name,
    devicesOf(device, count),
    (from, to) => (from === 0 || to === 0 ? HOST_GBPS : gbps),
    {
      topology: { kind: 'grid', sizes, wraps, gbps, hopLatency },
      links: [gbps, hopLatency],
      latency: (from, to) => hopLatency * route(from, to).length,
      route,
    },
  );
}

/** Grids that a network joins. */
export interface SlicedMachine extends GridMachine {
  readonly slices: number;
  /** Gigabits per second of each device to other slices, in one direction. */
  readonly betweenGbps: number;
  /** Seconds between slices. */
  readonly betweenLatency?: number;
}

/** Devices slice by slice, each as {@link gridMachine} numbers them. */
export function slicedMachine(name: string, sliced: SlicedMachine): Machine {
  const { slices, betweenGbps, betweenLatency = 0, device } = sliced;
  const slice = gridMachine(name, sliced);
  const { topology } = slice;
  if (topology.kind !== 'grid') throw new Error('a slice is a grid');
  const size = product(sliced.sizes);
  const sliceOf = (id: number): number => Math.floor((id - 1) / size);
  const local = (id: number): number => (id === 0 ? 0 : ((id - 1) % size) + 1);
  const isWithin = (from: number, to: number): boolean =>
    from === 0 || to === 0 || sliceOf(from) === sliceOf(to);
  return makeMachine(
    name,
    devicesOf(device, slices * size),
    (from, to) => (isWithin(from, to) ? slice.gbps(local(from), local(to)) : betweenGbps),
    {
      topology: { kind: 'slices', slices, slice: topology, betweenGbps, betweenLatency },
      links: [topology, slices, betweenGbps, betweenLatency],
      latency: (from, to) => (isWithin(from, to) ? slice.latency(local(from), local(to)) : betweenLatency),
      route: (from, to) => {
        if (!isWithin(from, to))
          return [`out${sliceOf(from)}.${local(from) - 1}`, `in${sliceOf(to)}.${local(to) - 1}`];
        const first = (from === 0 || to === 0 ? 0 : sliceOf(from)) * size;
        return slice
          .route(local(from), local(to))
          .map((wire) => wire.replace(/\d+/g, (id) => String(Number(id) + (id === '0' ? 0 : first))));
      },
    },
  );
}

/** The number of the device at a place of a grid. */
function deviceAt(place: readonly number[], sizes: readonly number[]): number {
  return place.reduce((index, at, dim) => index * sizes[dim] + at, 0) + 1;
}
