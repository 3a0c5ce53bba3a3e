import type { DeviceModel } from './device-models.ts';
import { devicesOf, HOST_GBPS } from './host-device.ts';
import { type Machine, makeMachine } from './machine.ts';

/** Nodes of devices with a switch inside, and network cards to the other nodes. */
export interface Cluster {
  readonly nodes: number;
  readonly perNode: number;
  readonly device: DeviceModel;
  /** Gigabits per second of a device to the others of its node, in one direction. */
  readonly insideGbps: number;
  /** Gigabits per second of all network cards of a node, in one direction. */
  readonly betweenGbps: number;
  /** Network cards of a node; one by default. */
  readonly cards?: number;
  /** Seconds. */
  readonly insideLatency?: number;
  readonly betweenLatency?: number;
}

/** Devices 1 to `nodes * perNode`, node by node; 0 is the host. */
export function clusterMachine(name: string, cluster: Cluster): Machine {
  const { nodes, perNode, device, insideGbps, betweenGbps, cards = 1 } = cluster;
  const { insideLatency = 0, betweenLatency = 0 } = cluster;
  const cardGbps = betweenGbps / cards;
  const nodeOf = (id: number): number => Math.floor((id - 1) / perNode);
  const cardOf = (id: number): string =>
    `${nodeOf(id)}.${Math.floor((((id - 1) % perNode) * cards) / perNode)}`;
  const isHost = (from: number, to: number): boolean => from === 0 || to === 0;
  const isInside = (from: number, to: number): boolean => nodeOf(from) === nodeOf(to);
  return makeMachine(
    name,
    devicesOf(device, nodes * perNode),
    (from, to) => (isHost(from, to) ? HOST_GBPS : isInside(from, to) ? insideGbps : cardGbps),
    {
      topology: { kind: 'nodes', nodes, perNode, cards, cardGbps, insideGbps, insideLatency, betweenLatency },
      links: [insideGbps, betweenGbps, cards, insideLatency, betweenLatency],
      latency: (from, to) => (isInside(from, to) ? insideLatency : betweenLatency),
      route: (from, to) =>
        isHost(from, to) || isInside(from, to)
          ? [`${from}>${to}`]
          : [`out${cardOf(from)}`, `in${cardOf(to)}`],
    },
  );
}
