import { type Machine, machineKey } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import {
  type Alternative,
  type AlternativeCost,
  AlternativeSearch,
  byTime,
  chipOfSharding,
  type ShardingChip,
  type Study,
  textWithMoves,
} from '@shardform/study';

import { defineAnswer } from '../define-view.ts';

/** Other shardings of arguments with what the program costs with them, as far as they were tried. */
export interface WhatIf {
  /** `null` where there is nothing to compare with. */
  readonly now: AlternativeCost | null;
  readonly tried: number;
  readonly possible: number;
  /** True if all were tried, or as many as a program of this size may have. */
  readonly isDone: boolean;
  /** The fastest first. */
  readonly alternatives: readonly ListedAlternative[];
}

/** Other shardings of arguments. */
export interface ListedAlternative {
  /** Its number in the order of trials. */
  readonly index: number;
  readonly moves: readonly ListedMove[];
  readonly cost: AlternativeCost;
}

/** Another sharding of arguments that are alike. */
export interface ListedMove {
  /** The first of their names. */
  readonly names: readonly string[];
  readonly count: number;
  readonly chip: ShardingChip;
}

/** Operations that are partitioned in all trials: 10 trials of a program of 10,000. */
const WORK = 100_000;
/** Milliseconds after which the trials so far are told. */
const PAUSE = 300;
const MOST_NAMES = 3;

const searches = new WeakMap<Study, Map<string, AlternativeSearch>>();

/** Goes on trying other shardings for a moment, and tells what is known; with an edit, the program's text with one of them. */
export default defineAnswer(
  ({ study, machine }, { edit }: { readonly edit?: number }): WhatIf & { readonly text: string | null } => {
    const search = searchOf(study, machine);
    const wanted = edit === undefined ? undefined : search.tried[edit];
    const start = performance.now();
    while (edit === undefined && !search.isDone && performance.now() - start < PAUSE) search.advance();
    const listed = search.tried.flatMap((alternative, index) => listedOf(alternative, index, study));
    return {
      now: search.now,
      tried: search.tried.length,
      possible: search.possible,
      isDone: search.isDone,
      alternatives: listed.sort((a, b) => byTime(a.cost, b.cost)),
      text: wanted === undefined ? null : textWithMoves(study.model, wanted.moves),
    };
  },
);

function searchOf(study: Study, machine: Machine): AlternativeSearch {
  const known = searches.get(study) ?? new Map<string, AlternativeSearch>();
  searches.set(study, known);
  const key = machineKey(machine);
  let search = known.get(key);
  if (search === undefined) {
    search = new AlternativeSearch(study.module, study.context, study.measured(machine), {
      machine,
      work: WORK,
      partitioner: study.partitioner,
    });
    known.set(key, search);
  }
  return search;
}

function listedOf({ moves, cost }: Alternative, index: number, study: Study): ListedAlternative[] {
  const main = programEntry(study.module);
  if (cost === null || main === null) return [];
  const named = moves.map(({ args, sharding }) => ({
    names: args.slice(0, MOST_NAMES).map((arg) => study.names.describe(main.entry.getArgument(arg))),
    count: args.length,
    chip: chipOfSharding(sharding),
  }));
  return [{ index, moves: named, cost }];
}
