import { createHash } from 'node:crypto';
import { lookUp, version } from '@shardform/ir-core';
import {
  type Candidate,
  candidateText,
  type LowerBound,
  type Outcomes,
  type Rejection,
  type SearchResult,
} from '@shardform/passes-dist';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { integer, list, number, record, type Shape, text } from '../json-rpc/shape.ts';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import { readInputText } from '../utf8-text.ts';
import type { EvaluationJson, SearchJson } from './distribution-schemas.ts';
import type { SearchValues } from './search-arguments.ts';

/** A part of a search. */
export interface PartOfSearch {
  /** From 1 to `of`. */
  readonly number: number;
  readonly of: number;
}

/** The most parts that a search can have. */
const MOST_PARTS = 65_536;

/** Reads `3/16`, the value of `--part`. @returns `null` where it was not given. @throws UsageError */
export function partOf({ part, ...values }: SearchValues): PartOfSearch | null {
  if (values.merge.length > 0) {
    const given = { ...values, part };
    refuseIdleFlags(given, ['part', 'csv', 'workers'], "beside '--merge', which evaluates nothing");
  }
  if (part === null) return null;
  refuseIdleFlags(values, ['csv'], "beside '--part', whose outcomes are in the JSON");
  const [number, of] = (/^([0-9]+)\/([0-9]+)$/.exec(part) ?? []).slice(1).map(Number);
  if (number === undefined || of === undefined || number < 1 || number > of || of > MOST_PARTS)
    throw new UsageError(
      `flag '--part' expects a part and the number of parts, at most ${MOST_PARTS}, such as 3/16, got '${part}'`,
    );
  return { number, of };
}

/** Bounds of a part, as they are found. */
export type PartBounds = Map<Candidate, LowerBound>;

/** Returns what other parts are merged with. */
export function partJson(
  { number, of }: PartOfSearch,
  search: string,
  bounds: PartBounds,
): NonNullable<SearchJson['part']> {
  return {
    ...{ number, of, search },
    bounds: [...bounds].map(([candidate, { latency, peakBytes }]) => ({
      ...{ candidate: candidateText(candidate), latency, peakBytes },
    })),
  };
}

/** Flags on which the outcomes depend, beside files. */
const SETTINGS = [
  ...[
    'model',
    'batch',
    'batch-args',
    'dtype',
    'cost-model',
    'machine',
    'fusion',
    'gbps',
    'devices',
    'memory',
  ],
  ...['schedules', 'chunks', 'recompute', 'exhaustive', 'pareto'],
] as const satisfies readonly (keyof SearchValues)[];

/** Returns what tells searches apart: the program, the machine and all that the outcomes depend on. @throws UsageError */
export function searchDigest(file: string | undefined, values: SearchValues, input: ToolInput): string {
  const { machine } = values;
  const isFile = machine?.endsWith('.json') === true;
  const hash = createHash('sha256');
  // On other computers, files have other names.
  const settings = SETTINGS.map((name) => (name === 'machine' && isFile ? null : values[name]));
  hash.update(JSON.stringify([version, ...settings]));
  for (const path of [file, isFile ? machine : null])
    hash.update(
      path === undefined || path === null
        ? '-'
        : createHash('sha256').update(readInput(path, input)).digest(),
    );
  return hash.digest('hex');
}

const isPart: Shape = record({
  part: record({
    ...{ number: integer, of: integer, search: text },
    bounds: list(record({ candidate: text, latency: number, peakBytes: number })),
  }),
  evaluations: list(
    record({
      ...{ data: integer, horizontal: integer, pipeline: integer, microbatches: integer, chunks: integer },
      ...{ schedule: text, latency: number, throughput: number, peakBytes: number },
    }),
  ),
  rejected: list(record({ candidate: text, reason: text })),
});

/**
 * Returns the outcomes of all parts of a search, read from their JSON.
 *
 * @throws UsageError for files that are no parts of this search, and for missing ones.
 */
export function outcomesOfParts(paths: readonly string[], search: string, input: ToolInput): Outcomes {
  const parts = paths.map((path) => readPart(path, search, input));
  const { of } = parts[0]!.part;
  const given = new Map(parts.map((own, i) => [own.part.number, paths[i]!]));
  parts.forEach(({ part }, i) => {
    if (part.of !== of)
      throw new UsageError(`'${paths[i]}' is one of ${part.of} parts, '${paths[0]}' one of ${of}`);
    if (given.get(part.number) !== paths[i])
      throw new UsageError(
        `'${paths[i]}' and '${given.get(part.number)}' are both part ${part.number} of ${of}`,
      );
  });
  const missing = Array.from({ length: of }, (_, i) => i + 1).find((number) => !given.has(number));
  if (missing !== undefined)
    throw new UsageError(`part ${missing} of ${of} is missing: '--part ${missing}/${of} --json' makes it`);
  const bounds = new Map(parts.flatMap(({ part }) => part.bounds.map((own) => [own.candidate, own])));
  const evaluations = new Map(parts.flatMap((own) => own.evaluations.map((one) => [textOf(one), one])));
  const rejected = new Map(parts.flatMap((own) => own.rejected.map((one) => [one.candidate, one.reason])));
  const rejection = (candidate: Candidate): Rejection => ({
    candidate,
    reason: lookUp(rejected, candidateText(candidate)),
  });
  return {
    // A candidate that has a bound may be rejected all the same when it is evaluated.
    bound: (candidate) => bounds.get(candidateText(candidate)) ?? rejection(candidate),
    evaluation(candidate) {
      const known = evaluations.get(candidateText(candidate));
      if (known === undefined) return rejection(candidate);
      const { latency, throughput, peakBytes } = known;
      return { candidate, latency, throughput, peakBytes };
    },
  };
}

type PartJson = Pick<SearchJson, 'evaluations' | 'rejected'> & {
  readonly part: NonNullable<SearchJson['part']>;
};

function readPart(path: string, search: string, input: ToolInput): PartJson {
  let json: unknown;
  try {
    json = JSON.parse(readInputText(path, input));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`'${path}' is no JSON: ${error.message}`);
    throw error;
  }
  const problem = isPart(json, path);
  if (problem !== null)
    throw new UsageError(`${problem}: it is not what 'dist search --part I/N --json' prints`);
  // `isPart` has found all that is read.
  const part = json as PartJson;
  if (part.part.search === search) return part;
  throw new UsageError(
    `'${path}' is a part of another search: of another program, machine, version or other flags`,
  );
}

function textOf({ schedule, chunks, recompute, ...degrees }: EvaluationJson): string {
  // Schedules are those that a search of this version has written.
  return candidateText({ degrees, schedule: schedule as Candidate['schedule'], chunks, recompute });
}

/** Tells what a part is for. */
export function partText({ number, of }: PartOfSearch, { candidates }: SearchResult): string {
  return `part ${number} of ${of}, of ${candidates} candidates; '--merge' takes what '--json' prints\n`;
}
