import { bytesText } from '@shardform/ir-core';
import { availableParallelism } from 'node:os';
import {
  type Candidate,
  candidateText,
  degreeGrid,
  type Evaluation,
  isRejection,
  partOfCandidates,
  searchAmong,
  type SearchResult,
  spreadSearch,
} from '@shardform/passes-dist';
import { secondsText } from '@shardform/study';
import { FILE } from '../command/command.ts';
import { type Answer, defineCommand } from '../command/define-command.ts';
import { type ToolInput, writeDump } from '../tool-io.ts';
import { type EvaluationJson, type SearchJson, searchSchema } from './distribution-schemas.ts';
import { warningLines } from './warning-lines.ts';
import {
  chunkCounts,
  schedulesOf,
  searchArguments,
  type SearchArguments,
  searchFlags,
  type SearchValues,
} from './search-arguments.ts';
import { outcomesOfParts, type PartBounds, partJson, partOf, partText, searchDigest } from './search-part.ts';
import { simulatedStepText, trainingHint } from './simulated-work.ts';
import { SearchProgress } from './search-progress.ts';
import { SearchRows } from './search-rows.ts';
import { searchThreads } from './search-threads.ts';
import { tableText } from './table-text.ts';

/** Default of `--top`. */
const MOST_SHOWN = 10;

/** Milliseconds before a search starts other threads, unless their number is given. */
const HEAD_START_MS = 1000;

/** Milliseconds between writes of the results to the file. */
const WRITING_MS = 2000;

/** Exit codes of an interrupted command. */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 } as const;

/** `shardform dist search`. @throws UsageError or ModuleError */
export const distSearch = defineCommand({
  name: 'dist search',
  description: 'Finds the fastest way to distribute a model over devices that fits into their memory.',
  usage: ['--model NAME --batch N --devices N [flags]', 'FILE.mlir --batch-args LIST --devices N [flags]'],
  notes: `On several computers, each searches a part, and the parts are merged; the result is that of one search:
  shardform dist search step.mlir --batch-args 2,3 --devices 64 --part 1/2 --json > part-1.json
  shardform dist search step.mlir --batch-args 2,3 --devices 64 --part 2/2 --json > part-2.json
  shardform dist search step.mlir --batch-args 2,3 --devices 64 --merge part-1.json --merge part-2.json`,
  examples: [
    'shardform dist search step.mlir --batch-args 2,3 --devices 8 --machine a100x8 --schedules all',
    'shardform dist search --model mlp-medium --batch 65536 --devices 16 --memory 32GB --machine dgx2',
  ],
  flags: searchFlags,
  positionals: [{ ...FILE, optional: true }],
  tool: {
    name: 'search_strategies',
    flags: [
      'model',
      'batch',
      'batch-args',
      'devices',
      'memory',
      'schedules',
      'chunks',
      'recompute',
      'dtype',
      'machine',
    ],
  },
  async run([file], values, input): Promise<Answer<SearchAnswer>> {
    const read = searchArguments(file, values, input);
    const { devices, workload } = read;
    const about = aboutOf(read);
    const all = candidatesOf(devices, workload.batch, values);
    const memory = values.memory ?? Infinity;
    const mode = values.exhaustive ? ('exhaustive' as const) : ('pruned' as const);
    const { csv, workers, pareto, merge } = values;
    const part = partOf(values);
    const messages = warningLines(read.warnings);
    if (merge.length > 0) {
      const outcomes = outcomesOfParts(merge, searchDigest(file, values, input), input);
      const merged = searchAmong(all, { memory, mode, pareto }, outcomes);
      return { data: { found: merged, about, memory, values, interrupted: null, part: null }, messages };
    }
    const candidates = part === null ? all : partOfCandidates(all, part.number, part.of);
    const bounds: PartBounds = new Map();
    const start = searchThreads(workers ?? availableParallelism(), file, values, input);
    const rows = new SearchRows(read);
    if (csv !== null) rows.read(csv, input);
    const write = (): void => {
      if (csv !== null) writeDump(csv, rows.text(), input);
    };
    const progress = new SearchProgress(input.progress, memory);
    let lastWritten = performance.now();
    const { found, endedBy } = await interruptible(input, (signal) => {
      // Whoever searches for hours learns at once that the file can't be written.
      write();
      return spreadSearch(workload, candidates, {
        ...{ memory, mode, pareto },
        onBound: (first, bound) => {
          if (!isRejection(bound)) bounds.set(first, bound);
        },
        onBounded: (done, total) => progress.bounded(done, total),
        known: (candidate) => rows.get(candidate),
        onOutcome: (outcome, done, total) => {
          rows.add(outcome);
          progress.simulated(outcome, done, total);
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
    const own =
      part === null || !found.isComplete ? null : partJson(part, searchDigest(file, values, input), bounds);
    const data = { found, about, memory, values, part: own };
    if (!found.isComplete)
      return { data: { ...data, interrupted: interruptedText(found, csv) }, exitCode: INTERRUPTED[endedBy] };
    return { data: { ...data, interrupted: null }, messages };
  },
  text({ found, about, memory, values, interrupted, part }) {
    if (interrupted !== null && found.best === null) return { stdout: '', stderr: interrupted };
    const hint = trainingHint(values.model);
    const head =
      [about, ...(hint === null ? [] : [hint]), ''].join('\n') + (part === null ? '' : partText(part, found));
    const stdout = head + reportText(found, memory, values.pareto, values.top ?? MOST_SHOWN);
    return { stdout, stderr: interrupted ?? '' };
  },
  json: {
    name: 'strategy-search',
    get schema() {
      return searchSchema;
    },
    of: ({ found, about, part }) => ({ ...jsonOf(found, about), part }),
  },
});

/** The result of a search, and how to show it. */
interface SearchAnswer {
  readonly found: SearchResult;
  /** What was simulated, and on which machine. */
  readonly about: string;
  /** Bytes that a device may hold. */
  readonly memory: number;
  readonly values: SearchValues;
  /** Notice of an interrupted search; `null` if it is complete. */
  readonly interrupted: string | null;
  /** What is merged with other parts; `null` of a whole search. */
  readonly part: SearchJson['part'];
}

/** `mlp-xs: forward pass, ... in fp16; 64 samples on 4 devices of dgx2`. */
function aboutOf({ simulated, workload: { batch, machine }, devices }: SearchArguments): string {
  const where = devices === 1 ? 'a device' : `${devices} devices`;
  return `${simulatedStepText(simulated, batch)} on ${machine.name === where ? where : `${where} of ${machine.name}`}`;
}

type Signal = keyof typeof INTERRUPTED;

/** Makes Ctrl-C end the work early, and a second one end the command. Other programs handle Ctrl-C themselves. */
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

function interruptedText({ best, evaluations, rejected }: SearchResult, csv: string | null): string {
  const hint =
    csv === null
      ? 'with --csv FILE, a search can be taken up again'
      : `the same command goes on with what '${csv}' has`;
  const count = evaluations.length + rejected.length;
  const answer = best === null ? '' : ', of which the best are shown';
  return `shardform: interrupted after ${count} candidate${count === 1 ? '' : 's'}${answer}; ${hint}\n`;
}

function candidatesOf(devices: number, batch: number, values: SearchValues): Candidate[] {
  const names = schedulesOf(values);
  return degreeGrid(devices, batch).flatMap((degrees) => {
    // Without a pipeline there is nothing to schedule.
    const isPipeline = degrees.pipeline > 1;
    const own = isPipeline ? names : names.slice(0, 1);
    const again = values.recompute ? [false, true] : [false];
    return own.flatMap((schedule) =>
      (isPipeline ? chunkCounts(values, schedule) : [1]).flatMap((chunks) =>
        again.map((recompute) => ({ degrees, schedule, recompute, chunks })),
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
  if (best === null) return `${nothingText(found, memory)}\n${counts}${reasons}`;
  const rows = shown.map(({ candidate, latency, throughput, peakBytes }) => [
    candidateText(candidate),
    secondsText(latency),
    throughput.toPrecision(6),
    bytesText(peakBytes),
  ]);
  return tableText([['D/H/P/K', 'latency', 'samples/s', 'peak'], ...rows]) + counts + reasons;
}

/** Says why a search has found nothing. */
function nothingText({ candidates, rejected }: SearchResult, memory: number): string {
  if (candidates === 0)
    return 'there is nothing to try: replicas, shards and stages are powers of two, and so is the number of devices';
  return rejected.length === candidates
    ? 'no candidate is a program'
    : `nothing fits into ${bytesText(memory)}`;
}

function jsonOf(found: SearchResult, simulated: string): Omit<SearchJson, 'part'> {
  const { best, evaluations, front, candidates, evaluated, rejected } = found;
  const of = ({ candidate, latency, throughput, peakBytes }: Evaluation): EvaluationJson => ({
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
    simulated,
    best: best === null ? null : of(best),
    front: front.map(of),
    evaluations: evaluations.map(of),
    candidates,
    evaluated,
    rejected: rejected.map(({ candidate, reason }) => ({ candidate: candidateText(candidate), reason })),
  };
}
