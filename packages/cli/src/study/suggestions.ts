import type { Machine } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import { printOp } from '@shardform/ir-core';
import { AlternativeSearch, changedProgram, type CompiledStudy, Study } from '@shardform/study';
import { type ChangeText, changeText } from '../compiled/change-text.ts';
import { xlaOptions } from '../compiled/compiled-program.ts';
import { activationEdits } from '../compiled/proposed-edits.ts';
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

/**
 * Returns shardings of arguments, and constraints on activations, with which a step is faster, each partitioned and simulated; the fastest
 * first.
 */
export function predictedSuggestions(study: Study, machine: Machine, input: ToolInput): Suggestion[] {
  const { module, context, partitioner } = study;
  const options = { machine, work: WORK, partitioner };
  const search = new AlternativeSearch(module, context, study.measured(machine), options);
  const { now } = search;
  if (now === null || programEntry(module) === null) return [];
  while (!search.isDone) search.advance();
  const lines = linesOf(input);
  const moved = search.tried.flatMap(({ moves, cost }): Suggestion[] => {
    if (cost === null) return [];
    const edits = moves.map((move) => changeText({ kind: 'arguments', move }, study, lines));
    const { seconds, bytes, peakBytes } = cost;
    return [{ edits, seconds, bytes, peakBytes }];
  });
  return fastest([...constrainedActivations(study, machine), ...moved], now.seconds);
}

function constrainedActivations(study: Study, machine: Machine): Suggestion[] {
  const { module, context, partitioner } = study;
  return activationEdits(study).flatMap((edit): Suggestion[] => {
    const text = printOp(changedProgram(module, edit.changes), context);
    const changed = Study.read('changed.mlir', text, context, undefined, null, partitioner);
    const { time, memory, sent } = changed.measured(machine).facts;
    if (time === null || memory === null) return [];
    return [{ edits: edit.texts(), seconds: time.seconds, bytes: sent.bytes, peakBytes: memory.bytes }];
  });
}

/** The fastest, without those that another one makes needless: that is as fast with some of their edits, or otherwise with one edit. */
function fastest(suggestions: readonly Suggestion[], now: number): Suggestion[] {
  const found: Suggestion[] = [];
  const sorted = suggestions
    .filter(({ seconds }) => seconds < now * WORTHWHILE)
    .sort((a, b) => a.seconds - b.seconds || a.bytes - b.bytes || a.edits.length - b.edits.length);
  for (const own of sorted) {
    if (found.length === MOST) break;
    if (!found.some((other) => isNeedlessBeside(own, other))) found.push(own);
  }
  return found;
}

function isNeedlessBeside(own: Suggestion, other: Suggestion): boolean {
  const changes = new Set(own.edits.map(({ change }) => change));
  if (other.edits.every(({ change }) => changes.has(change))) return true;
  const isSame = other.seconds > own.seconds * WORTHWHILE && other.bytes === own.bytes;
  return isSame && other.edits.length === 1;
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
  const now = compiled.measured(machine).facts.time;
  if (now === null) return [];
  // An edit that changes more than was compiled promises nothing.
  const options = { isExactOnly: true };
  const { remedies } = await tryRemedies(compiled, options, xlaOptions(python, input), linesOf(input));
  const suggestions = remedies.slice(0, MOST_SIMULATED).flatMap(({ edits, changed }): Suggestion[] => {
    const { time, memory, sent } = changed.measured(machine).facts;
    if (time === null || memory === null) return [];
    return [{ edits, seconds: time.seconds, bytes: sent.bytes, peakBytes: memory.bytes }];
  });
  return fastest(suggestions, now.seconds);
}
