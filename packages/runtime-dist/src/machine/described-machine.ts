import type { TopologyAttr } from '@shardform/dialect-dist';
import { currentBudget } from '@shardform/ir-core';
import { numberOf, rateOf, record, secondsOf } from './json-fields.ts';
import { defaults, type Machine, type MachineDevice, MachineError, makeMachine } from './machine.ts';
import { gridMachine } from './presets.ts';

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

/**
 * Returns the machine that JSON describes:
 * `{"devices": [{"id": 1, "flops": 1e14, …}], "links": [[0, 1, 25]], "default_gbps": 25, "latency": 1e-6}`. Links are
 * `[from, to, gigabits per second]` and bidirectional. Equal devices, from 1 on, are described once:
 * `{"devices": 8, "device": {"flops": 1e14, …}, …}`, or
 * `{"grid": [2, 4], "wraps": false, "device": {…}, "default_gbps": 200, "latency": 1e-6}` where only neighbors are
 * linked and the latency is that of one link.
 *
 * @throws MachineError for an invalid description.
 */
export function machineOfJson(file: string, json: unknown): Machine {
  const fields = record(json, file);
  const name = typeof fields.name === 'string' ? fields.name : file;
  const { links = [], default_gbps: gbps = null, latency = 0 } = fields;
  if (fields.grid !== undefined) return gridOfJson(file, name, fields);
  const devices = devicesOfJson(file, fields);
  if (!Array.isArray(links)) throw new MachineError(`${file}: 'links' is no list`);
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

function devicesOfJson(file: string, { devices: listed, device }: Record<string, unknown>): MachineDevice[] {
  if (typeof listed === 'number' && Number.isInteger(listed) && listed > 0) {
    currentBudget().check('devices', `${file}: the machine has`, listed);
    const fields = record(device ?? {}, `${file}: 'device'`);
    return Array.from({ length: listed }, (_, i) => deviceOfJson(fields, i + 1, `'device'`, file));
  }
  if (!Array.isArray(listed) || listed.length === 0)
    throw new MachineError(`${file}: 'devices' is no list of devices and no number of them`);
  return listed.map((entry: unknown, i) =>
    deviceOfJson(record(entry, `${file}: device ${i}`), i, `device ${i}`, file),
  );
}

function deviceOfJson(
  fields: Record<string, unknown>,
  id: number,
  what: string,
  file: string,
): MachineDevice {
  const number = (key: string, otherwise: number, read = numberOf): number =>
    read(fields[key] ?? otherwise, `${file}: '${key}' of ${what}`);
  return {
    id: number('id', id),
    kind: typeof fields.kind === 'string' ? fields.kind : 'gpu',
    flops: number('flops', defaults.flops, rateOf),
    dram: number('dram', defaults.dram, rateOf),
    launch: number('launch', defaults.launch, secondsOf),
    memory: number('memory', Infinity),
  };
}

function gridOfJson(file: string, name: string, fields: Record<string, unknown>): Machine {
  const { grid, wraps = false, default_gbps: gbps = defaults.gbps, latency = 0 } = fields;
  // `isArray` makes arrays of any; the elements are checked one by one.
  const sizes = Array.isArray(grid) ? (grid as unknown[]) : [];
  if (sizes.length === 0 || !sizes.every((size) => Number.isInteger(size) && Number(size) > 0))
    throw new MachineError(`${file}: 'grid' is no list of sizes`);
  const count = sizes.reduce<number>((product, size) => product * Number(size), 1);
  currentBudget().check('devices', `${file}: the machine has`, count);
  if (typeof wraps !== 'boolean') throw new MachineError(`${file}: 'wraps' is neither true nor false`);
  return gridMachine(name, {
    sizes: sizes.map(Number),
    wraps,
    device: deviceOfJson(record(fields.device ?? {}, `${file}: 'device'`), 1, `'device'`, file),
    gbps: rateOf(gbps, `${file}: 'default_gbps'`),
    hopLatency: secondsOf(latency, `${file}: 'latency'`),
  });
}
