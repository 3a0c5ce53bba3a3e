import { bytesText } from '@shardform/ir-core';
import { chromeTrace, type MemoryPoint, memoryRulesText, type Simulation } from '@shardform/runtime-dist';
import {
  ASSUMED_MACHINE,
  contentionText,
  type Facts,
  type PeakMemory,
  percentText,
  rateText,
  secondsText,
  type SimulatedTime,
  type StepSize,
  throughputOf,
  throughputText,
} from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { COMPILED_USAGE, compiledFlags, compiledStudy } from '../compiled/compiled-flags.ts';
import { assignedMemoryOf } from '../compiled/read-compiled.ts';
import { warningLines } from '../distribution/warning-lines.ts';
import { tableText } from '../distribution/table-text.ts';
import { jsonText } from '../json-text.ts';
import { areaChart } from '../table/terminal-chart.ts';
import { writeOutput } from '../tool-io.ts';
import { heldAtPeak, heldOfCompiled, heldText } from './held-at-peak.ts';
import type { HeldJson } from './held-schema.ts';
import { allFlag } from '../table/length-flags.ts';
import { studiedProgram } from '../studied-program.ts';
import { type MeasuredFile, simulatedCompiled, simulatedFile } from './simulated-file.ts';
import { simulatedTimeSchema } from './simulated-time-schema.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { costFlag } from './cost-flag.ts';
import { spareText } from '../spare-text.ts';
import { exposedText, isHidden } from '../table/exposed-text.ts';
import { attentionPasses } from './attention-passes.ts';
import { fusedAttentionFlag } from './fused-attention-flag.ts';
import { machineFlag } from './machine-flag.ts';

/** `shardform sim`. */
export const sim = defineCommand({
  name: 'sim',
  description: `Partitions a program and estimates its time on a machine, the breakdown of the time, and the peak memory of a device.`,
  usage: [
    'FILE [--machine MACHINE] [--tokens N] [--peak] [--trace FILE.json] [--memory FILE.csv] [--json]',
    `FILE ${COMPILED_USAGE} [--machine MACHINE] [--peak] [--trace FILE.json] [--json]`,
  ],
  examples: [
    'shardform sim step.mlir --machine t3k',
    'shardform sim step.mlir --machine a100x8 --peak',
    'shardform sim step.mlir --hlo /tmp/dump --machine h100:1x8',
    'shardform sim step.mlir --machine machine.json --trace trace.json --memory memory.csv',
  ],
  flags: {
    machine: machineFlag,
    cost: costFlag,
    'fused-attention': fusedAttentionFlag,
    partitioner: partitionerFlag,
    ...compiledFlags,
    tokens: {
      value: 'N',
      type: 'integer',
      least: 1,
      description: 'tokens of a step, for tokens/s; those of the argument that has token ids unless given',
    },
    batch: { value: 'N', type: 'integer', least: 1, description: 'samples of a step, for samples/s' },
    peak: { description: 'list what a device holds when it needs most memory' },
    all: allFlag,
    check: { description: 'exit with 1 if the program does not fit into the memory of a device' },
    trace: {
      value: 'FILE',
      type: 'output',
      description: 'write a trace of all devices, for ui.perfetto.dev',
    },
    memory: {
      value: 'FILE',
      type: 'output',
      description: 'write the memory of each device over time, as CSV',
    },
  },
  notes: `Without --machine the machine is that of the program's dist.topology, or else one that is assumed: h100, in nodes
of up to 8 devices. In files, numbers are FLOP/s, bytes per second, seconds, bytes and Gbit/s:
  {"devices": 8, "device": {"flops": 1e14, "dram": 1e12, "launch": 1e-5, "memory": 8e10}, "default_gbps": 400}
  {"grid": [2, 4], "wraps": false, "device": {...}, "default_gbps": 200, "latency": 1e-6}
  {"nodes": 4, "per_node": 8, "device": "h100", "inside_gbps": 2960, "between_gbps": 2960, "cards": 8}
  {"devices": [{"id": 1, "flops": 1e14}, ...], "links": [[1, 2, 400], ...]}
The program is partitioned as 'shardform partition' does it, with --partitioner best for the machine. With --hlo, it is the program that
XLA has compiled: in the order of its schedule, with its fusions and collectives, and with the memory of its buffer assignment, where the
dump has that. With --compile, which compiles for CPUs, only the collectives of GPUs and TPUs are those that XLA has compiled.
'shardform machines' lists the machines that have names, and prints them as such files.
Devices of machines are numbered from 1; reports use the mesh's numbers, from 0. For programs of the dist dialect, and for
strategies, see shardform dist.`,
  tool: { name: 'cost', flags: ['machine', 'cost', 'fused-attention', 'partitioner'] },
  async run([file], flags, input) {
    const studied = studiedProgram(file!, input, flags.machine);
    const compiled = await compiledStudy(studied.study, flags, input);
    const assigned =
      compiled === null
        ? assignedMemoryOf(file!, studied.study, input)
        : compiled.measured(machineOfProgram(compiled.study.module, flags.machine, input)).memory;
    if (compiled !== null)
      refuseIdleFlags(flags, ['fused-attention'], 'of a compiled program, whose kernels are known');
    if (assigned !== null)
      refuseIdleFlags(flags, ['memory'], 'of a compiled program: its buffer assignment has no times');
    const { simulated, report, facts, ...about } =
      compiled === null
        ? simulatedFile(
            file!,
            studied,
            {
              memory: assigned?.peak ?? null,
              machineName: flags.machine,
              fusedAttention: flags['fused-attention'],
            },
            input,
          )
        : simulatedCompiled(compiled, flags.machine, input);
    if (flags.trace !== null) writeOutput(flags.trace, jsonText(chromeTrace([simulated])), input);
    if (flags.memory !== null) writeOutput(flags.memory, memoryCsv(simulated.simulation), input);
    const heldRows = (): HeldJson[] =>
      assigned === null ? heldAtPeak(studied, flags.machine, input) : heldOfCompiled(assigned);
    if (!flags.peak) refuseIdleFlags(flags, ['all'], "without '--peak'");
    const held = flags.peak ? heldRows() : null;
    const history = flags.peak && assigned === null ? largestHistory(simulated.simulation) : null;
    return {
      data: {
        report,
        facts: withSize(facts, flags),
        ...about,
        held,
        history,
        isAll: flags.all,
        trace: flags.trace,
      },
      messages: warningLines(report.warnings),
      exitCode: flags.check && fits(report) === false ? 1 : 0,
    };
  },
  text: simulationText,
  json: {
    name: 'simulated-time',
    get schema() {
      return simulatedTimeSchema;
    },
    of: ({ report, facts, choice, program, partitioner, held }) => ({
      version: 1 as const,
      ...report,
      fits: fits(report),
      ...{ program, partitioner },
      choice: choice === null ? null : { ...choice, tried: [...choice.tried] },
      facts,
      held,
    }),
  },
});

/** Facts of a program with the sizes of its step that a user gives. */
function withSize(
  facts: Facts,
  { tokens, batch }: { readonly tokens: number | null; readonly batch: number | null },
): Facts {
  const given: readonly StepSize[] = [
    ...(tokens === null ? [] : [{ unit: 'tokens', perStep: tokens, source: '--tokens' } as const]),
    ...(batch === null ? [] : [{ unit: 'samples', perStep: batch, source: '--batch' } as const]),
  ];
  const { time, devices, throughput } = facts;
  if (time === null || given.length === 0) return facts;
  const read = throughput.filter(({ unit }) => given.every((own) => own.unit !== unit));
  const own = given.flatMap((size) => throughputOf(size, { seconds: time.seconds, devices }) ?? []);
  return { ...facts, throughput: [...read, ...own] };
}

/** Whether the peak is within the memory of a device; `null` where that is not limited. */
function fits({ peakMemory, capacity }: SimulatedTime): boolean | null {
  return capacity === null ? null : peakMemory.bytes <= capacity;
}

/** A report, what is known in numbers, and the file of the trace, if one was written. */
interface SimAnswer extends Pick<
  MeasuredFile,
  'report' | 'facts' | 'choice' | 'program' | 'partitioner' | 'partitionedText'
> {
  /** What is held at the peak, if that was asked for. */
  readonly held: readonly HeldJson[] | null;
  /** The memory over time of the device that needs most, if the peak was asked for; `null` where that is not known. */
  readonly history: readonly MemoryPoint[] | null;
  /** Whether all of it is listed. */
  readonly isAll: boolean;
  readonly trace: string | null;
}

function simulationText({ report, facts, partitionedText, held, history, isAll, trace }: SimAnswer): string {
  const { machine, isAssumed, rates, seconds: latency, shares, costly, peakMemory: peak } = report;
  const percent = (seconds: number): string => percentText(latency === 0 ? 0 : seconds / latency);
  const line = [
    secondsText(latency),
    ...shares.map(({ name, seconds }) => `${name} ${percent(seconds)}`),
    ` peak ${bytesText(peak.bytes)} on device ${peak.device}`,
    ...(trace === null ? [] : [` -> open ${trace} in ui.perfetto.dev`]),
  ];
  const rows = costly.map((own) => [
    own.label,
    exposedText(own.seconds, own.hidden),
    isHidden(own.seconds, own.hidden) ? '' : percent(own.seconds),
    `x${own.executions}`,
  ]);
  const table = rows.length === 0 ? '' : `\n${tableText(rows)}`;
  return `${line.join('  ')}\non ${machine}${partText(report)}${isAssumed ? `; ${ASSUMED_MACHINE}` : ''}\n${rates}\n${contentionLines(facts)}${throughputLines(facts)}${useText(report)}${attentionText(report)}${fitText(report)}${partitionedText === null ? '' : `${partitionedText}\n`}${hiddenText(report)}${memoryText(peak)}${table}${held === null ? '' : heldText(held, isAll)}${history === null ? '' : historyText(history, latency)}`;
}

/** `contention: 860.4 us of all_reduce along n, network between nodes` of each. */
function contentionLines({ time }: Facts): string {
  return (time?.contention ?? []).map((own) => `contention: ${contentionText(own)}\n`).join('');
}

/** `, 8 of its 16 devices`. */
function partText({ devices, machineDevices }: SimulatedTime): string {
  return devices === machineDevices || devices === 0 ? '' : `, ${devices} of its ${machineDevices} devices`;
}

/** A line for each unit that is processed. */
function throughputLines({ throughput }: Facts): string {
  return throughput.map((own) => `${throughputText(own)}\n`).join('');
}

/** `12.5 TFLOP/s of each device, 17 % of its peak`. */
function useText({ use }: SimulatedTime): string {
  if (use === null) return '';
  return `${rateText(use.flopsPerSecond)} of each device in products, ${percentText(use.ofPeak)} of its peak\n`;
}

/** `attention: 2 forward and 1 backward kernels, fused`. */
function attentionText({ fusedAttention }: SimulatedTime): string {
  if (fusedAttention === null) return '';
  return `attention: ${attentionPasses(fusedAttention).join(' and ')} taken as fused kernels, as --fused-attention on asks\n`;
}

function fitText(report: SimulatedTime): string {
  const { capacity, peakMemory } = report;
  if (capacity === null) return '';
  const has = `${bytesText(capacity)} that a device has`;
  if (fits(report) === false) return `does not fit: ${bytesText(peakMemory.bytes)} of the ${has}\n`;
  const spare = spareText(peakMemory.bytes, capacity);
  return spare === '' ? '' : `fits into the ${has}${spare}\n`;
}

/** `communication: 8.0 µs exposed + 12.0 µs contention + 24.0 µs hidden by computation`, where some is hidden. */
function hiddenText({ communication: { exposed, contention, hidden } }: SimulatedTime): string {
  if (hidden === 0) return '';
  const parts = [
    `${secondsText(exposed)} exposed`,
    ...(contention > 0 ? [`${secondsText(contention)} contention`] : []),
    `${secondsText(hidden)} hidden by computation`,
  ];
  return `communication: ${parts.join(' + ')}\n`;
}

/** `memory: arguments 4.0 MiB + results 1.0 MiB + temporaries 2.0 MiB`, and what isn't counted. */
function memoryText({ bytes, parts, rules, notes }: PeakMemory): string {
  if (parts === null || bytes === 0) return '';
  const sum = [
    `arguments ${bytesText(parts.arguments)}`,
    `results ${bytesText(parts.results)}`,
    `temporaries ${bytesText(parts.temporaries)}`,
  ].join(' + ');
  const donated = parts.aliased === 0 ? '' : ` - donated ${bytesText(parts.aliased)}`;
  return [
    `memory: ${sum}${donated}\n`,
    ...(rules === null ? [] : [`memory rules: ${memoryRulesText(rules)}\n`]),
    ...notes.map((note) => `  not certain: ${note}\n`),
  ].join('');
}

/** The memory of the device that holds most at a time. */
function largestHistory({ memory }: Simulation): readonly MemoryPoint[] | null {
  const peak = (points: readonly MemoryPoint[]): number =>
    points.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const histories = [...memory.values()].filter((points) => points.length > 0);
  return histories.reduce<readonly MemoryPoint[] | null>(
    (most, own) => (most === null || peak(own) > peak(most) ? own : most),
    null,
  );
}

const CHART = { width: 72, height: 6 } as const;

/** The memory of a device over the time of a step, drawn. */
function historyText(history: readonly MemoryPoint[], seconds: number): string {
  const points = history.map(({ time, bytes }) => ({ time, value: bytes }));
  const lines = areaChart(points, seconds, CHART).map((line) => `  ${line}`);
  const end = secondsText(seconds);
  return ['', 'memory of a device over a step:', ...lines, `  0${end.padStart(CHART.width - 1)}`, ''].join(
    '\n',
  );
}

/** A row for each time at which what a device holds changes. */
function memoryCsv({ memory }: Simulation): string {
  const rows = [...memory]
    .sort(([a], [b]) => a - b)
    .flatMap(([device, points]) => points.map(({ time, bytes }) => `${device},${time},${bytes}`));
  return `device,seconds,bytes\n${rows.map((row) => `${row}\n`).join('')}`;
}
