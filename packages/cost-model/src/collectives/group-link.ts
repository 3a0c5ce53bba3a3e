import { coordinatesOf, product } from '@shardform/ir-core';
import {
  BYTES_PER_GIGABIT,
  type GridTopology,
  type Machine,
  type NodesTopology,
  type SlicesTopology,
  wrapsIn,
} from '../machine/machine.ts';
import { gridLinkName, linkName, NODE_NETWORK } from '../machine/link-name.ts';
import { type BusiestWire, busiestWires } from './wire-loads.ts';

/** The devices that communicate with each other in a collective, by their numbers on the machine, in the order of the ring. */
export type DeviceGroup = readonly number[];

/** The bandwidth and latency that a group of devices has while all groups of its collective communicate. */
export interface GroupLink {
  readonly members: number;
  /** Bytes per second that each device sends to the others. */
  readonly rate: number;
  /** Bytes per second that each device sends where each pair of devices exchanges different bytes. */
  readonly exchangeRate: number;
  /** Steps in which a byte reaches all devices. */
  readonly steps: number;
  /** Seconds per step. */
  readonly latency: number;
  /** Whether the group can communicate along a tree: not through the links of neighbors alone. */
  readonly hasTrees: boolean;
  /** The links that other groups of the collective use, too, and that the group is slower for; `null` for none. */
  readonly shared: string | null;
}

/**
 * Returns the links of the groups of one collective, by group. Groups that share wires share their bandwidth.
 *
 * @throws MachineError for devices without a link.
 */
export function groupLinks(machine: Machine, groups: readonly DeviceGroup[]): readonly GroupLink[] {
  const { topology } = machine;
  if (topology.kind === 'nodes') return nodeLinks(machine, topology, groups);
  if (topology.kind === 'grid') {
    const users = gridUsers(topology, groups);
    const links = groups.map((group) => gridLink(machine, topology, group, users));
    if (links.every((link) => link !== null)) return links;
  }
  if (topology.kind === 'slices') {
    const users = gridUsers(topology.slice, groups);
    const links = groups.map((group) => slicedLink(machine, topology, group, users));
    if (links.every((link) => link !== null)) return links;
  }
  return ringLinks(machine, groups);
}

/**
 * A group with several devices in a node has a ring through each network card that its devices own, so that it sends as fast as
 * all of these cards together, and not faster than inside of a node.
 */
function nodeLinks(
  machine: Machine,
  { perNode, cards, cardGbps, insideGbps, insideLatency, betweenLatency }: NodesTopology,
  groups: readonly DeviceGroup[],
): readonly GroupLink[] {
  const cardOf = (device: number): number => {
    const node = Math.floor((device - 1) / perNode);
    return node * cards + Math.floor((((device - 1) % perNode) * cards) / perNode);
  };
  const nodesOf = groups.map((group) => new Set(group.map((device) => Math.floor((device - 1) / perNode))));
  const users = new Map<number, number>();
  const cardsOf = groups.map((group, i) => {
    const own = new Set(nodesOf[i].size < 2 ? [] : group.map(cardOf));
    for (const card of own) users.set(card, (users.get(card) ?? 0) + 1);
    return own;
  });
  return groups.map((group, i) => {
    for (const device of group) machine.gbps(device, group[0]);
    const members = group.length;
    const nodes = nodesOf[i].size;
    const inside = members > nodes ? insideGbps : Infinity;
    let [between, isShared] = [Infinity, false];
    if (nodes > 1) {
      const byNode = new Map<number, number>();
      for (const card of cardsOf[i]) {
        const node = Math.floor(card / cards);
        isShared ||= users.get(card)! > 1;
        byNode.set(node, (byNode.get(node) ?? 0) + cardGbps / users.get(card)!);
      }
      between = Math.min(...byNode.values());
    }
    const rate = Math.min(inside, between) * BYTES_PER_GIGABIT;
    // Of the bytes for other devices, those for devices of other nodes go through the cards.
    const most = members / nodes;
    const outside = (members - most) / Math.max(1, members - 1);
    const exchange = Math.min(inside, nodes > 1 ? between / most / outside : Infinity);
    return {
      members,
      rate,
      exchangeRate: exchange * BYTES_PER_GIGABIT,
      steps: members - 1,
      // A byte goes around the ring in steps inside of nodes, and one from each node to the next.
      latency:
        nodes > 1 ? (nodes * betweenLatency + (members - nodes) * insideLatency) / members : insideLatency,
      hasTrees: true,
      shared: isShared ? NODE_NETWORK : null,
    };
  });
}

/** By wire of a grid, the number of groups that use it: those whose devices are a line across it. */
type GridUsers = ReadonlyMap<string, number>;

/**
 * Counts the groups that use the wires of each line of a grid, which may be one of several slices. Groups of every second device of a
 * line use the same wires, if there are several.
 */
function gridUsers(grid: GridTopology, groups: readonly DeviceGroup[]): GridUsers {
  const users = new Map<string, number>();
  for (const group of groups)
    for (const wire of new Set(linesOf(grid, group).flatMap(({ wires }) => wires)))
      users.set(wire, (users.get(wire) ?? 0) + 1);
  return users;
}

/** Devices of a group that differ in one dimension, and the wires between them. */
interface GridLine {
  readonly dim: number;
  readonly wires: readonly string[];
}

function linesOf(grid: GridTopology, group: DeviceGroup): readonly GridLine[] {
  const { sizes } = grid;
  const size = product(sizes);
  const places = group.map((device) => coordinatesOf((device - 1) % size, sizes));
  const slices = group.map((device) => Math.floor((device - 1) / size));
  return sizes.flatMap((length, dim): GridLine[] => {
    const byLine = new Map<string, number[]>();
    for (const [i, place] of places.entries()) {
      const line = `${slices[i]}:${place.map((at, own) => (own === dim ? '*' : at)).join()}`;
      const own = byLine.get(line) ?? [];
      own.push(place[dim]);
      byLine.set(line, own);
    }
    return [...byLine].flatMap(([line, values]): GridLine[] => {
      const sorted = [...new Set(values)].sort((a, b) => a - b);
      if (sorted.length < 2) return [];
      const isRing = isWholeRing(sorted, length, wrapsIn(grid, dim));
      const [first, last] = isRing ? [0, length] : [sorted[0], sorted[sorted.length - 1]];
      const wires = Array.from({ length: last - first }, (_, i) => `${line} ${first + i}`);
      return [{ dim, wires }];
    });
  });
}

/** Whether coordinates, of which each is as far from the next one, go all around a dimension. */
function isWholeRing(values: readonly number[], size: number, wraps: boolean): boolean {
  return wraps && values.length * (values[1] - values[0]) === size && size > 2;
}

/**
 * The link of a group that is a grid in the machine's grid, perhaps of every second or third device; `null` for other groups. Its
 * data are divided among the dimensions, and around a whole ring go both ways.
 */
function gridLink(
  machine: Machine,
  grid: GridTopology,
  group: DeviceGroup,
  users: GridUsers,
): GroupLink | null {
  const { sizes, gbps, hopLatency } = grid;
  for (const device of group) machine.gbps(device, group[0]);
  const slice = product(sizes);
  const places = group.map((device) => coordinatesOf((device - 1) % slice, sizes));
  const lines = linesOf(grid, group);
  const shared: number[] = [];
  if (new Set(group).size !== group.length || group.includes(0)) return null;
  let [rate, steps, count, exchange] = [0, 0, 1, Infinity];
  for (const [dim, size] of sizes.entries()) {
    const values = [...new Set(places.map((place) => place[dim]))].sort((a, b) => a - b);
    count *= values.length;
    if (values.length < 2) continue;
    const stride = values[1] - values[0];
    if (values.some((value, i) => value !== values[0] + i * stride)) return null;
    const isRing = isWholeRing(values, size, wrapsIn(grid, dim));
    const wires = lines.flatMap((line) => (line.dim === dim ? line.wires : []));
    const load = wires.reduce((most, wire) => Math.max(most, users.get(wire) ?? 1), 1);
    if (load > 1) shared.push(dim);
    rate += (gbps * (isRing ? 2 : 1)) / load;
    steps += (values.length - 1) * stride * (isRing ? 0.5 : 1);
    // Half of the devices send half of their bytes across the middle.
    const across = (gbps * (isRing ? 2 : 1) * 4) / (values.length * load);
    exchange = Math.min(exchange, across);
  }
  if (count !== group.length) return null;
  const members = group.length;
  return {
    members,
    rate: rate * BYTES_PER_GIGABIT,
    exchangeRate: (exchange * BYTES_PER_GIGABIT * (members - 1)) / members,
    steps: Math.ceil(steps),
    latency: hopLatency,
    hasTrees: false,
    shared: shared.length === 0 ? null : gridLinkName(grid, shared),
  };
}

/** The link of a group that has the same grid in several slices: its devices share the bytes for other slices. */
function slicedLink(
  machine: Machine,
  { slice, betweenGbps, betweenLatency }: SlicesTopology,
  group: DeviceGroup,
  users: GridUsers,
): GroupLink | null {
  const size = product(slice.sizes);
  const bySlice = new Map<number, number[]>();
  for (const device of group) {
    if (device === 0) return null;
    const number = Math.floor((device - 1) / size);
    const own = bySlice.get(number) ?? [];
    own.push(device);
    bySlice.set(number, own);
  }
  const parts = [...bySlice.values()];
  const [first] = parts;
  const placesOf = (part: DeviceGroup): string => part.map((device) => (device - 1) % size).join();
  if (parts.some((part) => placesOf(part) !== placesOf(first))) return null;
  const members = group.length;
  const inside = first.length < 2 ? null : gridLink(machine, slice, first, users);
  if (inside === null && first.length > 1) return null;
  if (inside !== null && parts.length === 1) return inside;
  const between = betweenGbps * BYTES_PER_GIGABIT;
  const outside = (members - first.length) / Math.max(1, members - 1);
  return {
    members,
    rate: Math.min(inside?.rate ?? Infinity, between * first.length),
    exchangeRate: Math.min(inside?.exchangeRate ?? Infinity, between / outside),
    steps: (inside?.steps ?? 0) + parts.length - 1,
    latency: betweenLatency,
    hasTrees: false,
    shared: inside !== null && inside.rate < between * first.length ? inside.shared : null,
  };
}

const NO_WIRE: BusiestWire = { wire: '', load: 1 };

/** Groups as rings in the order of their devices, whose links share the wires that they have in common. */
function ringLinks(machine: Machine, groups: readonly DeviceGroup[]): readonly GroupLink[] {
  const edges = groups.map((group) =>
    group
      .map((from, i) => ({ from, to: group[(i + 1) % group.length] }))
      .filter(({ from, to }) => from !== to),
  );
  const busiest = busiestWires(machine, edges.flat());
  let next = 0;
  return groups.map((group, i) => {
    let [rate, latency] = [Infinity, 0];
    let shared: string | null = null;
    for (const { from, to } of edges[i]) {
      const { load, wire } = busiest[next++] ?? NO_WIRE;
      const own = (machine.gbps(from, to) * BYTES_PER_GIGABIT) / load;
      if (own < rate) {
        rate = own;
        shared = load > 1 ? linkName(machine, wire) : null;
      }
      latency = Math.max(latency, machine.latency(from, to));
    }
    return {
      members: group.length,
      rate,
      exchangeRate: rate,
      steps: group.length - 1,
      latency,
      hasTrees: true,
      shared,
    };
  });
}
