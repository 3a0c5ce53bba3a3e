import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Candidate,
  candidateText,
  degreeGrid,
  type Evaluation,
  type ScheduleName,
  scheduleNames,
  search,
  type SearchResult,
  type Workload,
} from '@shardform/passes-dist';
import { bytesText } from '@shardform/inspect';
import { type ToolInput, type ToolResult, UsageError, writeOutput } from '../tool-io.ts';
import { secondsText, tableText } from './units.ts';
import {
  chunkCounts,
  positiveNumber,
  scheduleOf,
  WORKLOAD_HELP,
  workloadFlags,
  workloadOf,
} from './workload.ts';
import { functionWorkload } from './function-workload.ts';

const HELP = `Finds the fastest way to distribute a model over devices that fits into their memory.

Usage: shardform dist search --model NAME --batch N --devices N [flags]
       shardform dist search FILE.mlir --batch-args LIST --devices N [flags]

  shardform dist search step.mlir --batch-args 2,3 --devices 8 --machine a100x8 --schedules all
  shardform dist search --model mlp-medium --batch 65536 --devices 16 --memory 32 --machine dgx2

  --devices N        devices; all products of replicas, shards and stages are candidates
  --memory GB        what a device may hold, in 10^9 bytes; by default anything
  --schedules LIST   ${scheduleNames.join(', ')},
                     separated by commas, or all; pipedream by default
  --chunks LIST      parts of the model on each device with interleaved-1f1b, 2 by default
  --recompute        candidates that compute activations again as well
  --exhaustive       simulate all candidates, not only those that may be best
  --pareto           all candidates that no other beats in both time and memory
  --top N            how many are shown, 10 by default
  --csv FILE         write all that was simulated; what the file has already is not simulated again
  --json             print JSON
${WORKLOAD_HELP}`;

/** `shardform dist search`. @throws UsageError */
export function distSearch(args: readonly string[], input: ToolInput): ToolResult {
  const { values, positionals } = readArguments(args);
  if (values.help === true) return { stdout: HELP, stderr: '', exitCode: 0 };
  const devices = positiveNumber('devices', values.devices);
  const [file, other] = positionals;
  if (other !== undefined) throw new UsageError(`too many input files: '${file!}' and '${other}'`);
  const { name: model, workload } =
    file === undefined
      ? { name: String(values.model), workload: workloadOf(values, devices, input) }
      : functionWorkload(file, values, devices, input);
  const candidates = candidatesOf(
    devices,
    workload.batch,
    values.schedules ?? 'pipedream',
    values.recompute === true,
    values.chunks,
  );
  const memory = positiveNumber('memory', values.memory, Infinity) * 1e9;
  const known =
    values.csv === undefined ? new Map<string, Evaluation>() : readRows(values.csv, model, workload, input);
  const found = search(workload, candidates, {
    memory,
    mode: values.exhaustive === true ? 'exhaustive' : 'pruned',
    pareto: values.pareto === true,
    known: (candidate) => known.get(keyOf(candidate)) ?? null,
    onEvaluation: (_, done, total) =>
      input.progress?.update(done / total, `${done} of at most ${total} candidates`),
  });
  input.progress?.clear();
  if (values.csv !== undefined)
    writeOutput(values.csv, csvText(model, workload, [...known.values(), ...found.evaluations]), input);
  if (values.json === true) return { stdout: `${JSON.stringify(jsonOf(found))}\n`, stderr: '', exitCode: 0 };
  return {
    stdout: reportText(found, memory, values.pareto === true, Number(values.top ?? 10)),
    stderr: '',
    exitCode: 0,
  };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...workloadFlags,
        devices: { type: 'string' },
        memory: { type: 'string' },
        schedules: { type: 'string' },
        chunks: { type: 'string' },
        recompute: { type: 'boolean' },
        exhaustive: { type: 'boolean' },
        pareto: { type: 'boolean' },
        top: { type: 'string' },
        csv: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function candidatesOf(
  devices: number,
  batch: number,
  schedules: string,
  recompute: boolean,
  chunks: string | undefined,
): Candidate[] {
  const names =
    schedules === 'all' ? scheduleNames : schedules.split(',').map((name) => scheduleOf(name.trim()));
  return degreeGrid(devices, batch).flatMap((degrees) => {
    // Without a pipeline there is nothing to schedule.
    const own: readonly ScheduleName[] = degrees.pipeline > 1 ? names : names.slice(0, 1);
    const again = recompute ? [false, true] : [false];
    return own.flatMap((schedule) =>
      chunkCounts(degrees.pipeline > 1 ? chunks : '1', schedule).flatMap((count) =>
        again.map((is) => ({ degrees, schedule, recompute: is, chunks: count })),
      ),
    );
  });
}

function reportText(found: SearchResult, memory: number, pareto: boolean, top: number): string {
  const { best, candidates, evaluated, rejected } = found;
  const fitting = found.evaluations.filter(({ peakBytes }) => peakBytes <= memory);
  const shown = (pareto ? found.front : fitting).slice(0, top);
  const counts = `${evaluated} of ${candidates} candidates simulated\n`;
  const reasons =
    rejected.length === 0
      ? ''
      : `${rejected.length} are no programs, such as ${candidateText(rejected[0]!.candidate)}: ${rejected[0]!.reason}\n`;
  if (best === null) return `nothing fits into ${bytesText(memory)}\n${counts}${reasons}`;
  const rows = shown.map(({ candidate, latency, throughput, peakBytes }) => [
    candidateText(candidate),
    secondsText(latency),
    throughput.toPrecision(6),
    bytesText(peakBytes),
  ]);
  return tableText([['D/H/P/K', 'latency', 'samples/s', 'peak'], ...rows]) + counts + reasons;
}

function jsonOf({ best, evaluations, front, candidates, evaluated, rejected }: SearchResult) {
  const of = ({ candidate, latency, throughput, peakBytes }: Evaluation) => ({
    ...candidate.degrees,
    schedule: candidate.schedule,
    chunks: candidate.chunks ?? 1,
    recompute: candidate.recompute,
    latency,
    throughput,
    peakBytes,
  });
  return {
    version: 1,
    best: best === null ? null : of(best),
    front: front.map(of),
    evaluations: evaluations.map(of),
    candidates,
    evaluated,
    rejected: rejected.map(({ candidate, reason }) => ({ candidate: candidateText(candidate), reason })),
  };
}

// DistIR's columns, then ours.
const COLUMNS =
  'model_size,world_size,batch_size,dp_degree,hp_degree,pp_degree,num_microbatches,latency,throughput,peak_memory,schedule,recompute,cost_model,chunks';

function keyOf(candidate: Candidate): string {
  const { data, horizontal, pipeline, microbatches } = candidate.degrees;
  const { schedule, recompute, chunks = 1 } = candidate;
  return [data, horizontal, pipeline, microbatches, schedule, recompute, chunks].join();
}

function csvText(model: string, { batch, costModel }: Workload, evaluations: readonly Evaluation[]): string {
  const rows = new Map<string, string>();
  for (const { candidate, latency, throughput, peakBytes } of evaluations) {
    const { data, horizontal, pipeline, microbatches } = candidate.degrees;
    const start = [model, data * horizontal * pipeline, batch, data, horizontal, pipeline, microbatches];
    const end = [
      latency,
      throughput,
      peakBytes,
      candidate.schedule,
      candidate.recompute,
      costModel,
      candidate.chunks ?? 1,
    ];
    rows.set(keyOf(candidate), [...start, ...end].join());
  }
  return `${[COLUMNS, ...[...rows.values()].sort()].join('\n')}\n`;
}

/** What a file of an earlier search has of the same workload. */
function readRows(
  path: string,
  model: string,
  { batch, costModel }: Workload,
  input: ToolInput,
): Map<string, Evaluation> {
  const file = resolve(input.cwd, path);
  const rows = new Map<string, Evaluation>();
  if (!existsSync(file)) return rows;
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (header !== COLUMNS) throw new UsageError(`'${path}' has other columns than a search writes`);
  for (const line of lines) {
    const fields = line.split(',');
    if (fields[0] !== model || Number(fields[2]) !== batch || fields[12] !== costModel) {
      throw new UsageError(`'${path}' is of another search: ${line}`);
    }
    const [data, horizontal, pipeline, microbatches, latency, throughput, peakBytes] = fields
      .slice(3, 10)
      .map(Number);
    const candidate: Candidate = {
      degrees: { data: data!, horizontal: horizontal!, pipeline: pipeline!, microbatches: microbatches! },
      schedule: scheduleOf(fields[10]!),
      recompute: fields[11] === 'true',
      chunks: Number(fields[13]),
    };
    rows.set(keyOf(candidate), {
      candidate,
      latency: latency!,
      throughput: throughput!,
      peakBytes: peakBytes!,
    });
  }
  return rows;
}
