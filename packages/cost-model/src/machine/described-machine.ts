import type { TopologyAttr } from '@shardform/dialect-dist';
import { currentBudget } from '@shardform/ir-core';
import { clusterMachine } from './cluster-machine.ts';
import { deviceOfJson } from './described-device.ts';
import { gridMachine, slicedMachine } from './grid-machine.ts';
import { checkFields, countOf, type Fields, numberOf, rateOf, record, secondsOf } from './json-fields.ts';
import {
  defaults,
  type Machine,
  type MachineDevice,
  MachineError,
  makeMachine,
  type Wraps,
} from './machine.ts';

/** Returns the machine that a module's `dist.topology` describes; unspecified properties have DistIR's defaults. */
export function machineOfTopology(topology: TopologyAttr): Machine {
  const devices = topology.devices.map(({ id, kind, flops, dram, launch, memory }): MachineDevice => ({
    id,
    kind,
    flops: flops ?? defaults.flops,
    dram: dram ?? defaults.dram,
    launch: launch ?? defaults.launch,
    memory: memory ?? Infinity,
  }));
  return makeMachine('dist.topology', devices, (from, to) => topology.gbps(from, to), {
    links: [String(topology)],
  });
}

/** The fields of each form of a machine, besides `name`. */
const FORMS = {
  nodes: [
    ...['nodes', 'per_node', 'device', 'inside_gbps', 'between_gbps', 'cards'],
    ...['inside_latency', 'between_latency'],
  ],
  grid: [
    ...['grid', 'wraps', 'device', 'default_gbps', 'latency'],
    ...['slices', 'between_gbps', 'between_latency'],
  ],
  list: ['devices', 'device', 'links', 'default_gbps', 'latency'],
} as const;

/**
 * Returns the machine that JSON describes, in one of three forms:
 *
 * - nodes of devices behind a switch, with network cards to the other nodes:
 *   `{"nodes": 4, "per_node": 8, "device": "h100", "inside_gbps": 2960, "between_gbps": 2960, "cards": 8}`;
 * - a grid of devices, perhaps several slices with a network between them:
 *   `{"grid": [16, 16], "wraps": true, "device": "tpuv5e", "default_gbps": 360, "slices": 4, "between_gbps": 25}`;
 * - devices, listed or a number of equal ones, and links `[from, to, gigabits per second]`, which hold both ways:
 *   `{"devices": 8, "device": {"flops": 1e14}, "links": [[1, 2, 100]], "default_gbps": 25, "latency": 1e-6}`.
 *
 * A device is the name of a model, or its numbers, which a `model` completes.
 *
 * @throws MachineError for an invalid description.
 */
export function machineOfJson(file: string, json: unknown): Machine {
  const fields = record(json, file);
  const name = typeof fields.name === 'string' ? fields.name : file;
  const { nodes, per_node: perNode, grid } = fields;
  const form = nodes !== undefined || perNode !== undefined ? 'nodes' : grid !== undefined ? 'grid' : 'list';
  if (form === 'nodes') refuseTotal(file, fields);
  checkFields(fields, ['name', ...FORMS[form]], file);
  if (form === 'nodes') return nodesOfJson(file, name, fields);
  return form === 'grid' ? gridOfJson(file, name, fields) : listedOfJson(file, name, fields);
}

/** Nodes are given by their number, which is no other than the devices allow. @throws MachineError for a number of all devices. */
function refuseTotal(file: string, { nodes, devices, per_node: perNode }: Fields): void {
  if (typeof devices !== 'number' || nodes !== undefined) return;
  const count = devices / countOf(perNode, `${file}: 'per_node'`);
  throw new MachineError(
    Number.isInteger(count)
      ? `${file}: 'devices' has no meaning beside 'per_node'; give "nodes": ${count} in its place`
      : `${file}: 'per_node' is ${String(perNode)}, which does not divide ${devices} 'devices'; give the number of 'nodes' and of the devices of each`,
  );
}

function nodesOfJson(file: string, name: string, fields: Fields): Machine {
  const [nodes, perNode] = [
    countOf(fields.nodes, `${file}: 'nodes'`),
    countOf(fields.per_node, `${file}: 'per_node'`),
  ];
  currentBudget().check('devices', `${file}: the machine has`, nodes * perNode);
  const cards = countOf(fields.cards ?? 1, `${file}: 'cards'`);
  if (perNode % cards !== 0)
    throw new MachineError(
      `${file}: 'cards' is ${cards}, which does not divide the ${perNode} devices of a node; several cards of one device count as one`,
    );
  return clusterMachine(name, {
    ...{ nodes, perNode, cards },
    device: deviceOfJson(fields.device ?? {}, 1, `'device'`, file),
    insideGbps: rateOf(fields.inside_gbps ?? defaults.gbps, `${file}: 'inside_gbps'`),
    betweenGbps: rateOf(fields.between_gbps ?? defaults.gbps, `${file}: 'between_gbps'`),
    insideLatency: secondsOf(fields.inside_latency ?? 0, `${file}: 'inside_latency'`),
    betweenLatency: secondsOf(fields.between_latency ?? 0, `${file}: 'between_latency'`),
  });
}

function gridOfJson(file: string, name: string, fields: Fields): Machine {
  const { grid, wraps = false, default_gbps: gbps = defaults.gbps, latency = 0 } = fields;
  // `isArray` makes arrays of any; the elements are checked one by one.
  const sizes = Array.isArray(grid) ? (grid as unknown[]) : [];
  if (sizes.length === 0 || !sizes.every((size) => Number.isInteger(size) && Number(size) > 0))
    throw new MachineError(`${file}: 'grid' is not a list of sizes`);
  const slices = countOf(fields.slices ?? 1, `${file}: 'slices'`);
  const count = sizes.reduce<number>((product, size) => product * Number(size), slices);
  currentBudget().check('devices', `${file}: the machine has`, count);
  const slice = {
    ...{ sizes: sizes.map(Number), wraps: wrapsOfJson(file, wraps, sizes.length) },
    device: deviceOfJson(fields.device ?? {}, 1, `'device'`, file),
    gbps: rateOf(gbps, `${file}: 'default_gbps'`),
    hopLatency: secondsOf(latency, `${file}: 'latency'`),
  };
  if (slices === 1) return gridMachine(name, slice);
  return slicedMachine(name, {
    ...{ ...slice, slices },
    betweenGbps: rateOf(fields.between_gbps ?? defaults.gbps, `${file}: 'between_gbps'`),
    betweenLatency: secondsOf(fields.between_latency ?? 0, `${file}: 'between_latency'`),
  });
}

function wrapsOfJson(file: string, wraps: unknown, rank: number): Wraps {
  if (typeof wraps === 'boolean') return wraps;
  // `isArray` makes arrays of any; the elements are checked one by one.
  const listed = Array.isArray(wraps) ? (wraps as unknown[]) : [];
  const known = listed.filter((own) => typeof own === 'boolean');
  if (known.length !== rank || listed.length !== rank)
    throw new MachineError(
      `${file}: 'wraps' is neither true, false, nor a list of these, one for each size of 'grid'`,
    );
  return known;
}

function listedOfJson(file: string, name: string, fields: Fields): Machine {
  const { links = [], default_gbps: gbps = null, latency = 0 } = fields;
  const devices = devicesOfJson(file, fields);
  if (!Array.isArray(links)) throw new MachineError(`${file}: 'links' is not a list`);
  const ids = new Set(devices.map(({ id }) => id));
  const pairs = new Map<string, number>();
  // `isArray` makes arrays of any; the elements are checked one by one.
  for (const link of links as unknown[]) {
    const parts = Array.isArray(link)
      ? // `isArray` makes arrays of any; the elements are checked one by one.
        (link as unknown[]).map((part, i) =>
          i === 2 ? rateOf(part, `${file}: a link's bandwidth`) : numberOf(part, `${file}: a link`),
        )
      : [];
    if (parts.length < 3) {
      throw new MachineError(`${file}: a link is [from, to, gigabits per second]`);
    }
    const [from, to, rate] = parts;
    for (const id of [from, to])
      if (!ids.has(id)) throw new MachineError(`${file}: a link names device ${id}, which is not there`);
    pairs.set(`${from}>${to}`, rate);
    pairs.set(`${to}>${from}`, rate);
  }
  const otherwise = gbps === null ? null : rateOf(gbps, `${file}: 'default_gbps'`);
  const seconds = secondsOf(latency, `${file}: 'latency'`);
  return makeMachine(name, devices, (from, to) => pairs.get(`${from}>${to}`) ?? otherwise, {
    latency: seconds,
    links: [[...pairs], otherwise, seconds],
  });
}

function devicesOfJson(file: string, { devices: listed, device }: Fields): MachineDevice[] {
  if (typeof listed === 'number' && Number.isInteger(listed) && listed > 0) {
    currentBudget().check('devices', `${file}: the machine has`, listed);
    const model = deviceOfJson(device ?? {}, 1, `'device'`, file);
    return Array.from({ length: listed }, (_, i) => ({ ...model, id: i + 1 }));
  }
  if (!Array.isArray(listed) || listed.length === 0)
    throw new MachineError(`${file}: 'devices' is neither a list of devices nor a number of them`);
  return listed.map((entry: unknown, i) => {
    const fields = record(entry, `${file}: device ${i}`);
    const { id = i, ...rest } = fields;
    return deviceOfJson(rest, numberOf(id, `${file}: 'id' of device ${i}`), `device ${i}`, file);
  });
}
