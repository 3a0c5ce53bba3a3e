import type { TopologyAttr } from '@shardform/dialect-dist';
import { defaults, type Machine, type MachineDevice, MachineError, makeMachine } from './machine.ts';

/** The machine that a module's `dist.topology` describes; what it doesn't say is as DistIR assumes. */
export function machineOfTopology(topology: TopologyAttr): Machine {
  const devices = topology.devices.map(({ id, kind, flops, dram, launch, memory }): MachineDevice => ({
    id,
    kind,
    flops: flops ?? defaults.flops,
    dram: dram ?? defaults.dram,
    launch: launch ?? defaults.launch,
    memory: memory ?? Infinity,
  }));
  return makeMachine('dist.topology', devices, (from, to) => topology.gbps(from, to));
}

/**
 * The machine that JSON describes: `{"devices": [{"id": 1, "flops": 1e14, …}], "links": [[0, 1, 25]], "default_gbps":
 * 25, "latency": 1e-6}`. Links are `[from, to, gigabits per second]` and hold both ways.
 *
 * @throws MachineError that says what is wrong.
 */
export function machineOfJson(name: string, json: unknown): Machine {
  const { devices: listed, links = [], default_gbps: gbps = null, latency = 0 } = record(json, name);
  if (!Array.isArray(listed) || listed.length === 0)
    throw new MachineError(`${name}: 'devices' is no list of devices`);
  const devices = listed.map((entry: unknown, i): MachineDevice => {
    const fields = record(entry, `${name}: device ${i}`);
    const number = (key: string, otherwise: number): number =>
      numberOf(fields[key] ?? otherwise, `${name}: '${key}' of device ${i}`);
    return {
      id: number('id', i),
      kind: typeof fields.kind === 'string' ? fields.kind : 'gpu',
      flops: number('flops', defaults.flops),
      dram: number('dram', defaults.dram),
      launch: number('launch', defaults.launch),
      memory: number('memory', Infinity),
    };
  });
  if (!Array.isArray(links)) throw new MachineError(`${name}: 'links' is no list`);
  const ids = new Set(devices.map(({ id }) => id));
  const pairs = new Map<string, number>();
  for (const link of links as unknown[]) {
    const [from, to, rate] = Array.isArray(link)
      ? (link as unknown[]).map((part) => numberOf(part, `${name}: a link`))
      : [];
    if (from === undefined || to === undefined || rate === undefined) {
      throw new MachineError(`${name}: a link is [from, to, gigabits per second]`);
    }
    for (const id of [from, to])
      if (!ids.has(id)) throw new MachineError(`${name}: a link names device ${id}, which is not there`);
    pairs.set(`${from}>${to}`, rate);
    pairs.set(`${to}>${from}`, rate);
  }
  const otherwise = gbps === null ? null : numberOf(gbps, `${name}: 'default_gbps'`);
  return makeMachine(name, devices, (from, to) => pairs.get(`${from}>${to}`) ?? otherwise, {
    latency: numberOf(latency, `${name}: 'latency'`),
  });
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MachineError(`${what} is no object`);
  return value as Record<string, unknown>;
}

function numberOf(value: unknown, what: string): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new MachineError(`${what} is no number that is not negative`);
}
