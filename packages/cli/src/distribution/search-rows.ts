import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Candidate, type Evaluation, isRejection, type Rejection } from '@shardform/passes-dist';
import { csvField } from '../csv-text.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { readInputText } from '../utf8-text.ts';
import { scheduleNamed, type SearchArguments } from './search-arguments.ts';

// DistIR's columns, then ours.
const COLUMNS =
  'model_size,world_size,batch_size,dp_degree,hp_degree,pp_degree,num_microbatches,latency,throughput,peak_memory,schedule,recompute,cost_model,chunks,settings,rejected';

/** Flags without columns of their own that outcomes depend on. */
const SETTINGS = ['batch-args', 'dtype', 'machine', 'gbps'] as const;

/** The outcomes of a search as stored in a file: sorted rows. */
export class SearchRows {
  readonly #rows = new Map<string, Evaluation | Rejection>();
  readonly #model: string;
  readonly #batch: string;
  readonly #costModel: string;
  readonly #settings: string;

  constructor({ model, workload, values }: SearchArguments) {
    this.#model = model;
    this.#batch = String(workload.batch);
    this.#costModel = workload.costModel;
    this.#settings = SETTINGS.flatMap((name) => {
      const value = values[name];
      return value === null ? [] : [`--${name} ${value}`];
    }).join(' ');
  }

  get(candidate: Candidate): Evaluation | Rejection | null {
    return this.#rows.get(keyOf(candidate)) ?? null;
  }

  add(outcome: Evaluation | Rejection): void {
    this.#rows.set(keyOf(outcome.candidate), outcome);
  }

  /** Adds the rows of a file, if it is there. @throws UsageError when they are not of the same search. */
  read(path: string, input: ToolInput): void {
    if (!existsSync(resolve(input.cwd, path))) return;
    const [header, ...lines] = readInputText(path, input).trimEnd().split('\n');
    if (header !== COLUMNS) throw new UsageError(`'${path}' has other columns than a search writes`);
    for (const line of lines) {
      const fields = fieldsOf(line);
      const isOfOther =
        fields.length !== COLUMNS.split(',').length ||
        fields[0] !== this.#model ||
        fields[2] !== this.#batch ||
        fields[12] !== this.#costModel ||
        fields[14] !== this.#settings;
      if (isOfOther) throw new UsageError(`'${path}' is of another search: ${line}`);
      this.add(outcomeOf(fields));
    }
  }

  /** The file's text. */
  text(): string {
    const rows = [...this.#rows.values()].map((outcome) => this.#rowOf(outcome));
    return `${[COLUMNS, ...rows.sort()].join('\n')}\n`;
  }

  #rowOf(outcome: Evaluation | Rejection): string {
    const { degrees, schedule, recompute, chunks = 1 } = outcome.candidate;
    const { data, horizontal, pipeline, microbatches } = degrees;
    const [figures, reason] = isRejection(outcome)
      ? [['', '', ''], outcome.reason]
      : [[outcome.latency, outcome.throughput, outcome.peakBytes], ''];
    return [
      ...[this.#model, data * horizontal * pipeline, this.#batch, data, horizontal, pipeline, microbatches],
      ...figures,
      ...[schedule, recompute, this.#costModel, chunks, this.#settings, reason],
    ]
      .map((field) => csvField(String(field)))
      .join();
  }
}

function outcomeOf(fields: readonly string[]): Evaluation | Rejection {
  const [data, horizontal, pipeline, microbatches, latency, throughput, peakBytes] = fields
    .slice(3, 10)
    .map(Number);
  const candidate: Candidate = {
    degrees: { data: data!, horizontal: horizontal!, pipeline: pipeline!, microbatches: microbatches! },
    schedule: scheduleNamed(fields[10]!),
    recompute: fields[11] === 'true',
    chunks: Number(fields[13]),
  };
  const reason = fields[15]!;
  if (reason !== '') return { candidate, reason };
  return { candidate, latency: latency!, throughput: throughput!, peakBytes: peakBytes! };
}

function keyOf({ degrees, schedule, recompute, chunks = 1 }: Candidate): string {
  const { data, horizontal, pipeline, microbatches } = degrees;
  return [data, horizontal, pipeline, microbatches, schedule, recompute, chunks].join();
}

function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
