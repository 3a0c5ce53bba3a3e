import { scheduleNames } from '@shardform/passes-dist';
import {
  chromeTrace,
  ganttSvg,
  ganttRows,
  ganttText,
  opHistogram,
  summaryReport,
} from '@shardform/runtime-dist';
import { bytesText } from '@shardform/inspect';
import { type ToolInput, type ToolResult, UsageError, writeOutput } from '../tool-io.ts';
import { parseFlags } from './parse-flags.ts';
import { simulationPage } from './simulation-page.ts';
import { type ProgramValues, simulatedProgram, strategyFlags } from './simulated-program.ts';
import { percentText, secondsText, tableText } from './units.ts';
import { warningLines } from './unknown-loops.ts';
import { WORKLOAD_HELP, workloadFlags } from './workload.ts';

const HELP = `Tells how long a distributed program takes, what each device spends its time on, and how much memory it needs.

Usage: shardform dist simulate FILE.mlir [flags]
       shardform dist simulate FILE.mlir --batch-args LIST --degrees D/H/P/K [flags]
       shardform dist simulate --model NAME --batch N --degrees D/H/P/K [flags]

  shardform dist simulate --model mlp-small --batch 65536 --degrees 4/2/2/8 --machine dgx2
  shardform dist simulate step.mlir --trace step.json

  --degrees D/H/P/K  replicas, shards, pipeline stages, microbatches
  --schedule NAME    ${scheduleNames.join(', ')}; pipedream by default
  --chunks N         parts of the model on each device with interleaved-1f1b, 2 by default
  --recompute        stages keep their inputs only
${WORKLOAD_HELP}  --cost-model both  the two models side by side
  --trace FILE       write a trace for Perfetto or about:tracing
  --svg FILE         write a picture of all devices' time and memory
  --html FILE        write all that is known as a page
  --json             print JSON
`;

/** `shardform dist simulate`. @throws UsageError or ModuleError. */
export function distSimulate(args: readonly string[], input: ToolInput): ToolResult {
  const { values, positionals } = readArguments(args);
  if (values.help === true) return { stdout: HELP, stderr: '', exitCode: 0 };
  if (values['cost-model'] === 'both')
    return { stdout: sideBySide(positionals, values, input), stderr: '', exitCode: 0 };
  const simulated = simulatedProgram(positionals, values, input);
  const { name, program, simulation, machine, batch, isBackward, warnings } = simulated;
  const report = summaryReport(program, simulation, machine);
  if (values.trace !== undefined) writeOutput(values.trace, JSON.stringify(chromeTrace([simulated])), input);
  if (values.svg !== undefined) writeOutput(values.svg, ganttSvg(program, simulation, isBackward), input);
  const throughput = batch === null ? null : batch / report.latency;
  if (values.html !== undefined) {
    const html = simulationPage({ ...simulated, machine: machine.name, report, throughput });
    writeOutput(values.html, html, input);
  }
  if (values.json === true) {
    const json = {
      version: 1,
      name,
      ...report,
      throughput,
      operations: opHistogram(program),
      warnings,
    };
    return { stdout: `${JSON.stringify(json)}\n`, stderr: '', exitCode: 0 };
  }
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
    `latency      ${secondsText(report.latency)}`,
    ...(throughput === null ? [] : [`throughput   ${throughput.toPrecision(6)} samples/s`]),
    `peak memory  ${bytesText(report.peakBytes)}`,
    `bubble       ${percentText(report.bubbleRatio)}`,
    `MFU          ${percentText(report.mfu)}`,
    ...(report.criticalPath === null ? [] : [`longest path ${pathText(report.criticalPath, share)}`]),
  ];
  const table = tableText([['', 'compute', 'communication', 'idle', 'peak'], ...rows]);
  return { stdout: `${head.join('\n')}\n\n${table}`, stderr: warningLines(warnings), exitCode: 0 };
}

/** `MatMul 61.2%, Send 20.1%, …`: what the chain of operations that ends last consists of. */
function pathText(
  path: readonly { readonly kind: string; readonly seconds: number }[],
  share: (seconds: number) => string,
): string {
  const shown = path.slice(0, 4).map(({ kind, seconds }) => `${kind} ${share(seconds)}`);
  return path.length > 4 ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** What DistIR's cost model and ours say about the same program. */
function sideBySide(files: readonly string[], values: ProgramValues, input: ToolInput): string {
  const reports = (['distir', 'roofline'] as const).map((model) => {
    const simulated = simulatedProgram(files, { ...values, 'cost-model': model }, input);
    return { simulated, report: summaryReport(simulated.program, simulated.simulation, simulated.machine) };
  });
  const [first] = reports;
  const { batch, name, machine } = first!.simulated;
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
  return `${name} on ${machine.name}\n\n${tableText(rows)}`;
}

/** `shardform dist show`: the terminal's picture. @throws UsageError or ModuleError. */
export function picture(args: readonly string[], input: ToolInput): string {
  const { values, positionals } = readArguments(args);
  const { name, program, simulation, isBackward } = simulatedProgram(positionals, values, input);
  const columns = Number(values.columns ?? 100);
  if (!Number.isInteger(columns) || columns < 1)
    throw new UsageError(`flag '--columns' expects a number of columns`);
  const rows = ganttRows(program, simulation, columns, isBackward);
  return `${name}: ${secondsText(simulation.latency)}\n${ganttText(rows)}`;
}

function readArguments(args: readonly string[]) {
  return parseFlags(
    'dist simulate',
    {
      ...workloadFlags,
      ...strategyFlags,
      trace: { type: 'string' },
      svg: { type: 'string' },
      html: { type: 'string' },
      columns: { type: 'string' },
      json: { type: 'boolean' },
    },
    args,
  );
}
