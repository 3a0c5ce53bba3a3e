import type { Machine } from '@shardform/cost-model';
import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { partitionSpec } from '@shardform/passes-planning';
import {
  type AlternativeCost,
  AlternativeSearch,
  byTime,
  type ShardingMove,
  type Study,
} from '@shardform/study';

/** Other shardings of arguments with which a step takes less time. */
export interface Suggestion {
  readonly changes: readonly SuggestedChange[];
  readonly seconds: number;
  /** That each device sends. */
  readonly bytes: number;
  /** That a device holds at most. */
  readonly peakBytes: number;
}

/** Arguments that are split otherwise. */
export interface SuggestedChange {
  /** Names of arguments. */
  readonly names: readonly string[];
  /** As JAX writes it. */
  readonly spec: string;
}

/** Operations that may be partitioned for trials: some seconds. */
const WORK = 8000;
const MOST = 3;
/** The part of the time of a step that a suggestion takes at most. */
const WORTHWHILE = 0.99;

/** Returns shardings of arguments with which a step is faster, each partitioned and simulated; the fastest first. */
export function suggestions(study: Study, machine: Machine): Suggestion[] {
  const { module, context, partitioner } = study;
  const options = { machine, work: WORK, partitioner };
  const search = new AlternativeSearch(module, context, study.measured(machine), options);
  const { now } = search;
  const func = programEntry(module);
  if (now === null || func === null) return [];
  while (!search.isDone) search.advance();
  const faster = search.tried.flatMap(({ moves, cost }) =>
    cost !== null && cost.seconds < now.seconds * WORTHWHILE ? [{ moves, cost }] : [],
  );
  return faster
    .sort((a, b) => byTime(a.cost, b.cost))
    .slice(0, MOST)
    .map(({ moves, cost }) => suggestionOf(moves, cost, func, study));
}

function suggestionOf(
  moves: readonly ShardingMove[],
  { seconds, bytes, peakBytes }: AlternativeCost,
  func: FuncOp,
  { names }: Study,
): Suggestion {
  const changes = moves.map(({ args, sharding }) => ({
    names: args.map((index) => names.describe(func.entry.getArgument(index))),
    spec: partitionSpec(sharding),
  }));
  return { changes, seconds, bytes, peakBytes };
}
