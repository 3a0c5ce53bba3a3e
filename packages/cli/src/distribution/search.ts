import { availableParallelism } from 'node:os';
import {
  type Candidate,
  candidateText,
  degreeGrid,
  type Evaluation,
  type ScheduleName,
  scheduleNames,
  type SearchResult,
  spreadSearch,
} from '@shardform/passes-dist';
import { bytesText } from '@shardform/inspect';
import { numberFlag } from '../command/read-arguments.ts';
import { type ToolInput, type ToolResult, writeDump } from '../tool-io.ts';
import { warningLines } from './unknown-loops.ts';
import { asksForSearchHelp, readSearchArguments } from './search-arguments.ts';
import { SearchRows } from './search-rows.ts';
import { searchThreads } from './search-threads.ts';
import { secondsText, tableText } from './units.ts';
import { chunkCounts, positiveNumber, scheduleOf, WORKLOAD_HELP } from './workload.ts';

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
  --workers N        threads that simulate, by default one for each core; the result is the same with any number
  --csv FILE         write all that was tried, also after Ctrl-C; what the file has already is not tried again
  --json             print JSON
${WORKLOAD_HELP}`;

/** For so many milliseconds a search goes without other threads, unless it is told how many. */
const HEAD_START_MS = 1000;

/** What was found is written to the file again after so many milliseconds. */
const WRITING_MS = 2000;

/** What a shell sees of a command that was interrupted. */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 } as const;

/** `shardform dist search`. @throws UsageError or ModuleError */
export async function distSearch(args: readonly string[], input: ToolInput): Promise<ToolResult> {
  if (asksForSearchHelp(args)) return { stdout: HELP, stderr: '', exitCode: 0 };
  const read = readSearchArguments(args, input);
  const { values, devices, workload } = read;
  const candidates = candidatesOf(
    devices,
    workload.batch,
    values.schedules ?? 'pipedream',
    values.recompute === true,
    values.chunks,
  );
  const memory = positiveNumber('memory', values.memory, Infinity) * 1e9;
  const workers = workerCount(values.workers);
  const start = searchThreads(workers ?? availableParallelism(), args, input);
  const rows = new SearchRows(read);
  const { csv } = values;
  if (csv !== undefined) rows.read(csv, input);
  const write = (): void => {
    if (csv !== undefined) writeDump(csv, rows.text(), input);
  };
  let lastWritten = performance.now();
  const { found, endedBy } = await interruptible(input, (signal) => {
    // Whoever searches for hours learns at once that the file can't be written.
    write();
    return spreadSearch(workload, candidates, {
      memory,
      mode: values.exhaustive === true ? 'exhaustive' : 'pruned',
      pareto: values.pareto === true,
      known: (candidate) => rows.get(candidate),
      onOutcome: (outcome, done, total) => {
        rows.add(outcome);
        input.progress?.update(done / total, `${done} of at most ${total} candidates`);
        if (performance.now() - lastWritten < WRITING_MS) return;
        write();
        lastWritten = performance.now();
      },
      signal,
      headStart: workers === null ? HEAD_START_MS : 0,
      ...(start === undefined ? {} : { start }),
    });
  });
  input.progress?.clear();
  write();
  if (!found.isComplete)
    return { stdout: '', stderr: interruptedText(found, csv), exitCode: INTERRUPTED[endedBy] };
  if (values.json === true) return { stdout: `${JSON.stringify(jsonOf(found))}\n`, stderr: '', exitCode: 0 };
  return {
    stdout: reportText(found, memory, values.pareto === true, Number(values.top ?? 10)),
    stderr: warningLines(read.warnings),
    exitCode: 0,
  };
}

function workerCount(text: string | undefined): number | null {
  return text === undefined
    ? null
    : numberFlag('workers', text, (value) => Number.isInteger(value) && value > 0);
}

type Signal = keyof typeof INTERRUPTED;

/** Lets Ctrl-C end work early, and a second one the command. Inside other programs, Ctrl-C is theirs. */
async function interruptible<T>(
  { program }: ToolInput,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly found: T; readonly endedBy: Signal }> {
  const controller = new AbortController();
  let endedBy: Signal = 'SIGINT';
  const handlers = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
    const stop = (): void => {
      endedBy = signal;
      controller.abort();
    };
    return { signal, stop };
  });
  if (program !== undefined) for (const { signal, stop } of handlers) process.once(signal, stop);
  try {
    return { found: await work(controller.signal), endedBy };
  } finally {
    for (const { signal, stop } of handlers) process.off(signal, stop);
  }
}

function interruptedText({ evaluations, rejected }: SearchResult, csv: string | undefined): string {
  const hint =
    csv === undefined
      ? 'with --csv FILE, a search can be taken up again'
      : `the same command goes on with what '${csv}' has`;
  return `shardform: interrupted after ${evaluations.length + rejected.length} candidates; ${hint}\n`;
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
