import { defaults } from '@shardform/cost-model';
import { bytesText } from '@shardform/ir-core';
import { costModelNames } from '@shardform/passes-dist';
import {
  chromeTrace,
  ganttSvg,
  opHistogram,
  type SummaryReport,
  summaryReport,
} from '@shardform/runtime-dist';
import { percentText, secondsText } from '@shardform/study';
import { FILE } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { jsonText } from '../json-text.ts';
import { type ToolInput, writeOutput } from '../tool-io.ts';
import { simulationSchema } from './distribution-schemas.ts';
import { simulationPage } from './simulation-page.ts';
import { type ProgramValues, type SimulatedProgram, simulatedProgram } from './simulated-program.ts';
import { trainingHint } from './simulated-work.ts';
import { tableText } from './table-text.ts';
import { warningLines } from './warning-lines.ts';
import { strategyFlags, workloadFlags } from './workload.ts';

/** `shardform dist simulate`. @throws UsageError or ModuleError. */
export const distSimulate = defineCommand({
  name: 'dist simulate',
  description: 'Simulates a distributed program: time, its breakdown by device, and memory.',
  usage: [
    'FILE.mlir [flags]',
    'FILE.mlir --batch-args LIST --degrees D/H/P/K [flags]',
    '--model NAME --batch N --degrees D/H/P/K [flags]',
  ],
  examples: [
    'shardform dist simulate --model mlp-small --batch 65536 --degrees 4/2/2/8 --machine dgx2',
    'shardform dist simulate step.mlir --trace step.json',
  ],
  flags: {
    ...strategyFlags,
    ...workloadFlags,
    'cost-model': {
      ...workloadFlags['cost-model'],
      choices: [...costModelNames, 'both'],
      description: `${workloadFlags['cost-model'].description}; both: distir and roofline side by side`,
    },
    trace: { value: 'FILE', type: 'output', description: 'write a trace for Perfetto or about:tracing' },
    svg: { value: 'FILE', type: 'output', description: "write a picture of all devices' time and memory" },
    html: { value: 'FILE', type: 'output', description: 'write all that is known as a page' },
  },
  positionals: [{ ...FILE, optional: true }],
  tool: {
    name: 'simulate_strategy',
    flags: ['model', 'batch', 'batch-args', 'degrees', 'schedule', 'chunks', 'recompute', 'dtype', 'machine'],
  },
  run([file], values, input) {
    const model = values['cost-model'];
    const isBoth = model === 'both';
    if (isBoth) refuseIdleFlags(values, ['trace', 'svg', 'html', 'json'], "beside '--cost-model both'");
    const given: ProgramValues = { ...values, 'cost-model': isBoth ? 'distir' : model };
    const simulated = simulatedProgram(file, given, input);
    const { program, simulation, machine, batch, isBackward, warnings } = simulated;
    const report = summaryReport(program, simulation, machine);
    if (values.trace !== null) writeOutput(values.trace, jsonText(chromeTrace([simulated])), input);
    if (values.svg !== null) writeOutput(values.svg, ganttSvg(program, simulation, isBackward), input);
    const throughput = batch === null ? null : batch / report.latency;
    if (values.html !== null) {
      const html = simulationPage({ ...simulated, machine: machine.name, report, throughput });
      writeOutput(values.html, html, input);
    }
    const both = isBoth ? sideBySide(file, given, input) : null;
    return {
      data: { ...simulated, report, throughput, hint: trainingHint(values.model), sideBySide: both },
      messages: warningLines(warnings),
    };
  },
  text: (simulated) => simulated.sideBySide ?? simulationText(simulated),
  json: {
    name: 'simulation',
    get schema() {
      return simulationSchema;
    },
    of: simulationJson,
  },
});

/** A simulation with its report. */
interface ReportedProgram extends SimulatedProgram {
  readonly report: SummaryReport;
  /** Samples per second, if the batch size is known. */
  readonly throughput: number | null;
  /** How to simulate training instead; `null` where this is training. */
  readonly hint: string | null;
  /** The comparison of cost models, if requested. */
  readonly sideBySide: string | null;
}

function simulationJson({
  name,
  simulated,
  machine,
  program,
  report,
  throughput,
  warnings,
}: ReportedProgram) {
  return {
    version: 1 as const,
    name,
    simulated,
    machine: machine.name,
    ...report,
    throughput,
    operations: opHistogram(program),
    warnings,
  };
}

function simulationText({ name, simulated, hint, machine, report, throughput }: ReportedProgram): string {
  const share = (seconds: number): string => percentText(report.latency === 0 ? 0 : seconds / report.latency);
  const rows = report.devices.map(({ device, compute, communication, idle, peakBytes }) => [
    `device ${device}`,
    share(compute),
    share(communication),
    share(idle),
    bytesText(peakBytes),
  ]);
  const head = [
    `${name} on ${machine.name}: ${report.ops} ${report.ops === 1 ? 'operation' : 'operations'}`,
    ...(simulated === null ? [] : [simulated]),
    ...(hint === null ? [] : [hint]),
    `latency      ${secondsText(report.latency)}`,
    ...(throughput === null ? [] : [`throughput   ${throughput.toPrecision(6)} samples/s`]),
    `peak memory  ${bytesText(report.peakBytes)}`,
    `bubble       ${percentText(report.bubbleRatio)}`,
    `MFU          ${percentText(report.mfu)}`,
    ...(report.criticalPath === null ? [] : [`longest path ${pathText(report.criticalPath, share)}`]),
  ];
  const table = tableText([['', 'compute', 'communication', 'idle', 'peak'], ...rows]);
  return `${head.join('\n')}\n\n${table}`;
}

/** `MatMul 61.2%, Send 20.1%, …`: what the chain of operations that ends last consists of. */
function pathText(
  path: readonly { readonly kind: string; readonly seconds: number }[],
  share: (seconds: number) => string,
): string {
  const shown = path.slice(0, 4).map(({ kind, seconds }) => `${kind} ${share(seconds)}`);
  return path.length > 4 ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** Compares DistIR's cost model and ours on the same program. */
function sideBySide(file: string | undefined, values: ProgramValues, input: ToolInput): string {
  // Both on one machine: without a name, that of DistIR.
  const gbps = values.machine === null ? (values.gbps ?? defaults.gbps) : values.gbps;
  const reports = (['distir', 'roofline'] as const).map((model) => {
    const simulated = simulatedProgram(file, { ...values, gbps, 'cost-model': model }, input);
    return { simulated, report: summaryReport(simulated.program, simulated.simulation, simulated.machine) };
  });
  const [first] = reports;
  const { batch, name, machine, simulated } = first!.simulated;
  const hint = trainingHint(values.model);
  const head = [`${name} on ${machine.name}`, simulated, hint].filter((line) => line !== null);
  const row = (label: string, of: (report: (typeof reports)[number]['report']) => string): string[] => [
    label,
    ...reports.map(({ report }) => of(report)),
  ];
  const rows = [
    ['', 'distir', 'roofline'],
    row('latency', ({ latency }) => secondsText(latency)),
    ...(batch === null ? [] : [row('samples/s', ({ latency }) => (batch / latency).toPrecision(6))]),
    row('peak memory', ({ peakBytes }) => bytesText(peakBytes)),
    row('bubble', ({ bubbleRatio }) => percentText(bubbleRatio)),
    row('MFU', ({ mfu }) => percentText(mfu)),
  ];
  return `${head.join('\n')}\n\n${tableText(rows)}`;
}
