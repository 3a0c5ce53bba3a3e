import { chromeTrace, machinePresets, type MemoryEstimate, type Simulation } from '@shardform/runtime-dist';
import { bytesText } from '@shardform/inspect';
import { defineCommand } from '../command/define-command.ts';
import { jsonLine } from '../command/json-output.ts';
import { simulatedProgram } from '../distribution/simulated-program.ts';
import { warningLines } from '../distribution/unknown-loops.ts';
import { percentText, secondsText, tableText } from '../distribution/units.ts';
import { writeOutput } from '../tool-io.ts';
import { withMeshNumbers } from './mesh-numbers.ts';
import {
  type CostlyOperation,
  costlyOperations,
  slowestDevice,
  type TimeShare,
  timeShares,
} from './time-shares.ts';

/** What `shardform sim --json` prints; `version` changes when members change their meaning. */
export interface SimulatedTimeJson {
  readonly version: 1;
  /** The machine's name. */
  readonly machine: string;
  readonly devices: number;
  /** Seconds until the last device is done. */
  readonly seconds: number;
  /** What the slowest device does with them. */
  readonly shares: readonly TimeShare[];
  readonly slowestDevice: number;
  /** What the slowest device spends most of its time on, the longest first. */
  readonly costly: readonly CostlyOperation[];
  readonly peakMemory: PeakMemory;
  /** What the times don't contain. */
  readonly warnings: readonly string[];
}

/** The most that a device needs, and what it consists of. */
export interface PeakMemory {
  readonly bytes: number;
  readonly device: number;
  /** Bytes, where all devices run the same program; `null` for programs of the dist dialect. */
  readonly parts: MemoryParts | null;
  /** What is not counted, or not known for sure. */
  readonly notes: readonly string[];
}

/** Bytes of arguments, results and what is needed in between; results in the memory of donated arguments once more. */
export interface MemoryParts {
  readonly arguments: number;
  readonly results: number;
  readonly temporaries: number;
  readonly aliased: number;
}

/** So many of the costly operations are told. */
const MOST_SHOWN = 10;

/** `shardform sim`. */
export const sim = defineCommand({
  name: 'sim',
  description: `Partitions a program and tells how long it takes on a machine, what with, and how much memory a device needs.`,
  usage: ['FILE [--topology MACHINE] [--trace FILE.json] [--memory FILE.csv] [--json]'],
  examples: [
    'shardform sim step.mlir --topology t3k',
    'shardform sim step.mlir --topology machine.json --trace trace.json --memory memory.csv',
  ],
  flags: {
    topology: {
      value: 'MACHINE',
      description: `a JSON file, or ${Object.keys(machinePresets).join(', ')}; see below`,
    },
    trace: { value: 'FILE', description: 'write what each device does when, for ui.perfetto.dev' },
    memory: { value: 'FILE', description: 'write how many bytes each device holds when, as CSV' },
    json: { description: 'print JSON' },
  },
  notes: `A machine without --topology is what the program's dist.topology says, or else equal devices of 14 TFLOP/s and 900 GB/s
with 25 Gbit/s between any two. In files, numbers are FLOP/s, bytes per second, seconds, bytes and Gbit/s:
  {"devices": 8, "device": {"flops": 1e14, "dram": 1e12, "launch": 1e-5, "memory": 8e10}, "default_gbps": 400}
  {"grid": [2, 4], "wraps": false, "device": {...}, "default_gbps": 200, "latency": 1e-6}
  {"devices": [{"id": 1, "flops": 1e14}, ...], "links": [[1, 2, 400], ...]}
Devices of machines are counted from 1; what is told has the mesh's numbers, from 0. A program that has been distributed with
the dist dialect, or a strategy that is to be tried: shardform dist.`,
  run([file], flags, input) {
    const simulated = simulatedProgram([file!], { machine: flags.topology ?? undefined }, input);
    const { program, machine, warnings } = simulated;
    const simulation = withMeshNumbers(simulated.simulation);
    if (flags.trace !== null)
      writeOutput(flags.trace, JSON.stringify(chromeTrace([{ ...simulated, simulation }])), input);
    if (flags.memory !== null) writeOutput(flags.memory, memoryCsv(simulation), input);
    const slowest = slowestDevice(simulation);
    const shares = timeShares(program, simulation, slowest);
    const peak = peakOf(simulation, simulated.memory);
    const costly = costlyOperations(program, simulation, slowest).slice(0, MOST_SHOWN);
    const { latency } = simulation;
    if (flags.json) {
      const json: SimulatedTimeJson = {
        version: 1,
        machine: machine.name,
        devices: simulation.devices.length,
        seconds: latency,
        shares,
        slowestDevice: slowest,
        costly,
        peakMemory: peak,
        warnings,
      };
      return { stdout: jsonLine(json), stderr: '', exitCode: 0 };
    }
    const parts = shares.map(
      ({ name, seconds }) => `${name} ${percentText(latency === 0 ? 0 : seconds / latency)}`,
    );
    const line = [
      secondsText(latency),
      ...parts,
      ` peak ${bytesText(peak.bytes)} on device ${peak.device}`,
      ...(flags.trace === null ? [] : [` -> open ${flags.trace} in ui.perfetto.dev`]),
    ];
    const rows = costly.map(({ label, seconds, executions }) => [
      label,
      secondsText(seconds),
      percentText(latency === 0 ? 0 : seconds / latency),
      `x${executions}`,
    ]);
    const table = rows.length === 0 ? '' : `\n${tableText(rows)}`;
    return {
      stdout: `${line.join('  ')}\n${memoryText(peak)}${table}`,
      stderr: warningLines(warnings),
      exitCode: 0,
    };
  },
});

function peakOf({ devices }: Simulation, memory: MemoryEstimate | null): PeakMemory {
  if (memory !== null) {
    const { arguments: inputs, results, temporaries, aliased, peak, notes } = memory;
    const parts = { arguments: inputs, results, temporaries, aliased };
    return { bytes: peak, device: devices[0]?.device ?? 0, parts, notes };
  }
  const most = devices.reduce(
    (found, { device, peakBytes }) =>
      (peakBytes ?? 0) > found.bytes ? { bytes: peakBytes ?? 0, device } : found,
    { bytes: 0, device: 0 },
  );
  return { ...most, parts: null, notes: [] };
}

/** `memory: arguments 4.0 MiB + results 1.0 MiB + temporaries 2.0 MiB`, and what isn't counted. */
function memoryText({ bytes, parts, notes }: PeakMemory): string {
  if (parts === null || bytes === 0) return '';
  const sum = [
    `arguments ${bytesText(parts.arguments)}`,
    `results ${bytesText(parts.results)}`,
    `temporaries ${bytesText(parts.temporaries)}`,
  ].join(' + ');
  const donated = parts.aliased === 0 ? '' : ` - donated ${bytesText(parts.aliased)}`;
  return [`memory: ${sum}${donated}\n`, ...notes.map((note) => `  not certain: ${note}\n`)].join('');
}

/** A row for each time at which what a device holds changes. */
function memoryCsv({ memory }: Simulation): string {
  const rows = [...memory]
    .sort(([a], [b]) => a - b)
    .flatMap(([device, points]) => points.map(({ time, bytes }) => `${device},${time},${bytes}`));
  return `device,seconds,bytes\n${rows.map((row) => `${row}\n`).join('')}`;
}
