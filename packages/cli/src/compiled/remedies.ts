import { programEntry } from '@shardform/dialect-func';
import type { HloModule } from '@shardform/hlo-module';
import { deviceCount, partition } from '@shardform/inspect';
import { printOp } from '@shardform/ir-core';
import {
  candidateChanges,
  changedProgram,
  collectiveSums,
  CompiledStudy,
  givenSharding,
  heldBytes,
  listCollectives,
  moved,
  operationCount,
  type ProgramChange,
  singleMoves,
  Study,
} from '@shardform/study';
import { compileAllByXla, compiledModule } from '../engine/compile-on-xla.ts';
import type { XlaProcessOptions } from '../engine/xla-process.ts';
import type { ChangeText, SourceLines } from './change-text.ts';
import { activationEdits, proposedEdit, type ProposedEdit } from './proposed-edits.ts';

/** A change of the user's program with which the compiled program sends less. */
export interface Remedy {
  /** The edits, which belong together. */
  readonly edits: readonly ChangeText[];
  /** Bytes that each device sends in the compiled program with it. */
  readonly bytes: number;
  /** Bytes that each device holds of the changed values with it, and now. */
  readonly heldBytes: number;
  readonly heldBytesNow: number;
  /** Whether the edits of the user's program make exactly the program that was compiled. */
  readonly isExact: boolean;
  /** The program with it, as XLA compiles it. */
  readonly changed: CompiledStudy;
}

/** Which changes are tried, and how they are counted. */
export interface RemedyOptions {
  /** Whether collectives count as XLA for CPUs has them; as accelerators execute them by default. */
  readonly isAsCompiled?: boolean;
  /** Whether changes are left out whose edits change more than was compiled. */
  readonly isExactOnly?: boolean;
}

/** The outcome of trying changes. */
export interface TriedRemedies {
  /** Those that send less, the one that sends least first. */
  readonly remedies: readonly Remedy[];
  /** Number of changes that XLA compiled. */
  readonly compiled: number;
  /** Bytes that each device sends as the program is, compiled in the same way. */
  readonly bytesNow: number;
}

/** Shardings of arguments that are compiled: those that send least as XLA is predicted to partition them. */
const MOST_ARGUMENTS = 4;
/** Changes at collectives that are compiled. */
const MOST_CHANGES = 12;
/** Operations of all programs that are partitioned to find the shardings of arguments. */
const MOST_OPERATIONS = 8000;
/** Operations of all programs that are compiled, some tens of seconds, and the programs that are compiled in any case. */
const [COMPILED_OPERATIONS, FEWEST_COMPILED] = [20_000, 4];
/** The part of the bytes that a remedy sends at most. */
const WORTHWHILE = 0.99;

/**
 * Tries small changes of a program by compiling them, all in one process: other shardings of arguments and results, constraints that keep
 * activations split along the batch, and constraints that are added, changed or left out at the collectives that send most.
 *
 * @throws UsageError when Python or jax is missing.
 */
export async function tryRemedies(
  compiled: CompiledStudy,
  { isAsCompiled = false, isExactOnly = false }: RemedyOptions,
  options: XlaProcessOptions,
  linesOf: SourceLines,
): Promise<TriedRemedies> {
  const { study, collectives } = compiled;
  const { module, context } = study;
  if (collectiveSums(collectives).bytes === 0) return { remedies: [], compiled: 0, bytesNow: 0 };
  const small = [...argumentMoves(study), ...candidateChanges(study, collectives, MOST_CHANGES)];
  const edits = [...activationEdits(study), ...small.map((own) => proposedEdit(own, study, linesOf))];
  // The program itself is compiled, too: a dump may be that of another compiler.
  const programs = new Map<string, ProposedEdit | null>([[printOp(module, context), null]]);
  const most = Math.max(FEWEST_COMPILED, Math.floor(COMPILED_OPERATIONS / operationCount(module)));
  for (const edit of edits) {
    if ((isExactOnly && !edit.isExact) || programs.size > most) continue;
    const text = printOp(changedProgram(module, edit.changes), context);
    if (!programs.has(text)) programs.set(text, edit);
  }
  const { outcomes } = await compileAllByXla([...programs.keys()], deviceCount(module), options);
  const modules = outcomes.map((outcome) => (outcome.text === null ? null : compiledModule(outcome)));
  const studyOf = (own: Study, hlo: HloModule): CompiledStudy =>
    new CompiledStudy(own, hlo, compiled.compiler, null, true);
  const sentBy = (own: CompiledStudy): number =>
    collectiveSums(isAsCompiled ? own.collectives : own.onAccelerators).bytes;
  const [hloNow] = modules;
  const bytesNow = hloNow == null ? 0 : sentBy(studyOf(study, hloNow));
  const remedies = [...programs].flatMap(([text, edit], i): Remedy[] => {
    const { [i]: hlo } = modules;
    if (edit === null || hlo == null) return [];
    const changed = studyOf(Study.read('changed.mlir', text, context), hlo);
    const bytes = sentBy(changed);
    if (bytes >= bytesNow * WORTHWHILE) return [];
    const held = heldBy(edit.changes, study);
    return [{ edits: edit.texts(), bytes, isExact: edit.isExact, changed, ...held }];
  });
  remedies.sort((a, b) => a.bytes - b.bytes || a.heldBytes - b.heldBytes);
  return { remedies, compiled: modules.filter((hlo) => hlo !== null).length - 1, bytesNow };
}

/** The shardings of arguments with which the program is predicted to send least. */
function argumentMoves({ module, context }: Study): readonly (readonly ProgramChange[])[] {
  const func = programEntry(module);
  if (func === null) return [];
  const most = Math.max(1, Math.floor(MOST_OPERATIONS / operationCount(module)));
  const priced = singleMoves(module, func)
    .slice(0, most)
    .flatMap((move) => {
      const other = moved(module, [move]);
      const { result } = context.diagnostics.capture(() => partition(other, context));
      if (result.collectives === null) return [];
      return [{ move, bytes: collectiveSums(listCollectives(result.collectives, context)).bytes }];
    });
  return priced
    .sort((a, b) => a.bytes - b.bytes)
    .slice(0, MOST_ARGUMENTS)
    .map(({ move }) => [{ kind: 'arguments', move }]);
}

/** Bytes of changed values that each device holds. */
function heldBy(
  changes: readonly ProgramChange[],
  { module }: Study,
): Pick<Remedy, 'heldBytes' | 'heldBytesNow'> {
  const func = programEntry(module);
  let [then, now] = [0, 0];
  for (const change of changes)
    if (change.kind === 'constrain') {
      then += heldBytes(change.value.type, change.sharding, module);
      now += heldBytes(change.value.type, change.now, module);
    } else if (change.kind === 'arguments' && func !== null)
      for (const index of change.move.args) {
        const type = func.functionType.inputs[index]!;
        then += heldBytes(type, change.move.sharding, module);
        now += heldBytes(type, givenSharding(func, 'arg_attrs', index), module);
      }
  return { heldBytes: then, heldBytesNow: now };
}
