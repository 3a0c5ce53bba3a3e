import type { Machine } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import { AlternativeSearch, byTime, CompiledStudy, Study } from '@shardform/study';
import { type ChangeText, changeText } from '../compiled/change-text.ts';
import { xlaOptions } from '../compiled/compiled-program.ts';
import { tryRemedies } from '../compiled/remedies.ts';
import { linesOf } from '../compiled/source-lines.ts';
import type { ToolInput } from '../tool-io.ts';

/** A change of the user's program with which a step takes less time. */
export interface Suggestion {
  /** That belong together. */
  readonly edits: readonly ChangeText[];
  readonly seconds: number;
  /** That each device sends. */
  readonly bytes: number;
  /** That a device holds at most. */
  readonly peakBytes: number;
}

/** Operations that may be partitioned for trials: some seconds. */
const WORK = 8000;
const MOST = 3;
/** Changes of compiled programs that are simulated: those that send least. */
const MOST_SIMULATED = 5;
/** The part of the time of a step that a suggestion takes at most. */
const WORTHWHILE = 0.99;

/** Returns shardings of arguments with which a step is faster, each partitioned and simulated; the fastest first. */
export function predictedSuggestions(study: Study, machine: Machine, input: ToolInput): Suggestion[] {
  const { module, context, partitioner } = study;
  const options = { machine, work: WORK, partitioner };
  const search = new AlternativeSearch(module, context, study.measured(machine), options);
  const { now } = search;
  if (now === null || programEntry(module) === null) return [];
  while (!search.isDone) search.advance();
  const lines = linesOf(input);
  const faster = search.tried.flatMap(({ moves, cost }) =>
    cost !== null && cost.seconds < now.seconds * WORTHWHILE ? [{ moves, cost }] : [],
  );
  return faster
    .sort((a, b) => byTime(a.cost, b.cost))
    .slice(0, MOST)
    .map(({ moves, cost: { seconds, bytes, peakBytes } }) => ({
      edits: moves.map((move) => changeText({ kind: 'arguments', move }, study, lines)),
      ...{ seconds, bytes, peakBytes },
    }));
}

/**
 * Returns changes with which the program that XLA compiles sends less and takes less time, each compiled and simulated; the fastest
 * first.
 *
 * @throws UsageError when Python or jax is missing.
 */
export async function compiledSuggestions(
  compiled: CompiledStudy,
  machine: Machine,
  python: string | null,
  input: ToolInput,
): Promise<Suggestion[]> {
  const { study } = compiled;
  const now = compiled.measured(machine).facts.time;
  if (now === null) return [];
  const { remedies } = await tryRemedies(compiled, false, xlaOptions(python, input), linesOf(input));
  // An edit that changes more than was compiled promises nothing.
  const exact = remedies.filter((own) => own.isExact).slice(0, MOST_SIMULATED);
  const suggestions = exact.flatMap(({ edits, text, module }): Suggestion[] => {
    const changed = Study.read('changed.mlir', text, study.context);
    const { facts } = new CompiledStudy(changed, module, compiled.compiler, null, true).measured(machine);
    const { time, memory, sent } = facts;
    const isFaster = time !== null && memory !== null && time.seconds < now.seconds * WORTHWHILE;
    return isFaster ? [{ edits, seconds: time.seconds, bytes: sent.bytes, peakBytes: memory.bytes }] : [];
  });
  return suggestions.sort((a, b) => a.seconds - b.seconds).slice(0, MOST);
}
