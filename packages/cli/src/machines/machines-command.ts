import {
  achievedFlops,
  computingDevices,
  describeMachine,
  isTorus,
  type Machine,
  machineFamilies,
  machinePresets,
  type SimulationAccuracy,
  type Topology,
} from '@shardform/cost-model';
import { bytesText } from '@shardform/ir-core';
import { ratesText } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { machineFor } from '../distribution/workload.ts';
import { tableText } from '../distribution/table-text.ts';
import { jsonText } from '../json-text.ts';
import { UsageError, writeOutput } from '../tool-io.ts';
import { machinesSchema } from './machines-schema.ts';

/** The machines that a call asks for. */
interface MachinesAnswer {
  readonly machines: readonly Machine[];
  /** Of the one that was named. */
  readonly description: Readonly<Record<string, unknown>> | null;
  readonly isWritten: boolean;
}

/** `shardform machines`. @throws UsageError */
export const machinesCommand = defineCommand({
  name: 'machines',
  description: `Lists the machines that '--machine' names, or prints one as JSON, to change and to give to '--machine'.
Machines of any size are named by their devices and a shape: NODESxDEVICES of GPUs, the sizes of a slice of TPUs, and SLICES@SIZES of several slices.`,
  usage: ['', 'NAME [-o FILE]'],
  examples: [
    'shardform machines',
    'shardform machines h100:16x8 -o cluster.json',
    'shardform machines tpuv5e:4@16x16',
  ],
  flags: {
    output: { value: 'FILE', type: 'output', short: 'o', description: 'file to write the description to' },
  },
  positionals: [{ name: 'NAME', description: 'a machine, or devices and a shape', optional: true }],
  tool: { name: 'machines', flags: [] },
  run([name], { output }, input): { readonly data: MachinesAnswer } {
    if (name === undefined) {
      if (output !== null) throw new UsageError("flag '--output' needs a machine");
      const machines = Object.values(machinePresets).map((make) => make());
      return { data: { machines, description: null, isWritten: false } };
    }
    const machine = machineFor({ machine: name, gbps: null }, 0, input);
    const description = describeMachine(machine);
    if (description === null)
      throw new UsageError(`'${name}' has links of pairs of devices, which only its own file describes`);
    if (output !== null) writeOutput(output, `${jsonText(description, 1)}\n`, input);
    return { data: { machines: [machine], description, isWritten: output !== null } };
  },
  text: ({ machines, description, isWritten }) => {
    if (description === null) return `${listText(machines)}\nOf any size: ${machineFamilies.join(', ')}.\n`;
    return isWritten ? '' : `${jsonText(description, 1)}\n`;
  },
  json: {
    name: 'machines',
    get schema() {
      return machinesSchema;
    },
    of: ({ machines }) => ({
      version: 1 as const,
      families: [...machineFamilies],
      machines: machines.map((machine) => ({
        name: machine.name,
        devices: computingDevices(machine),
        rates: ratesText(machine),
        description: { ...describeMachine(machine) },
      })),
    }),
  },
});

function listText(machines: readonly Machine[]): string {
  const rows = machines.map((machine) => {
    const device = machine.devices.get(1)!;
    const { products, accuracy } = device.efficiency ?? {};
    return [
      machine.name,
      String(computingDevices(machine)),
      device.kind,
      (achievedFlops(device, 'f16') / 1e12).toFixed(0),
      products === undefined ? 'peak, lower bound' : reachedText(products, accuracy),
      bytesText(device.memory),
      linksText(machine.topology),
    ];
  });
  const heading = ['name', 'devices', 'device', 'TFLOP/s', 'of peak', 'memory', 'links'];
  return tableText([heading, ...rows]);
}

/** `72 %, error 7 %, f8 15 %`. */
function reachedText(products: number, accuracy: readonly SimulationAccuracy[] = []): string {
  const errors = accuracy.map(
    ({ meanError, of }, i) => `${i === 0 ? 'error' : (of ?? 'others')} ${(100 * meanError).toFixed(0)} %`,
  );
  return [`${(100 * products).toFixed(0)} %`, ...errors].join(', ');
}

function linksText(topology: Topology): string {
  switch (topology.kind) {
    case 'grid':
      if (topology.sizes.every((size) => size === 1)) return 'none';
      return `${topology.sizes.join('x')} ${isTorus(topology) ? 'torus' : 'grid'}, ${topology.gbps} Gb/s`;
    case 'slices':
      return `${topology.slices} slices: ${linksText(topology.slice)}; ${topology.betweenGbps} Gb/s between`;
    case 'nodes': {
      const { nodes, perNode, insideGbps, cards, cardGbps } = topology;
      const between = nodes > 1 ? `, ${cards} x ${cardGbps} Gb/s between` : '';
      return `${nodes} x ${perNode}, ${insideGbps} Gb/s inside${between}`;
    }
    case 'pairs':
      return 'pairs';
  }
}
