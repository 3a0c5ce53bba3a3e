import type { Machine } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { argumentRules, type SpecRule } from '@shardform/passes-planning';
import {
  type CollectiveRow,
  collectiveRows,
  type CompiledStudy,
  type Facts,
  heldArray,
  type HeldGroup,
  heldGroups,
  memoryReport,
  mergedName,
  ofAnyLayer,
  partitionedText,
  programText,
  type Study,
  writtenAttention,
  type WrittenAttention,
} from '@shardform/study';
import type { Suggestion } from './suggestions.ts';

/** A program on one page: who holds what, what a step sends, how long it takes, and whether it fits. */
export interface StudyPage {
  readonly file: string;
  /** Which program it is, and how it was partitioned. */
  readonly program: string;
  readonly machine: Machine;
  /** As a flag names it; `null` for one that is assumed. */
  readonly machineName: string | null;
  readonly facts: Facts;
  readonly isCompiled: boolean;
  /** With a step of fused kernels in its place; `null` where there is none, or where such kernels are not known. */
  readonly attention: WrittenAttention | null;
  /** The shardings of arguments; `null` for a program without a function with shardings. */
  readonly rules: readonly SpecRule[] | null;
  /** Of arguments, as the text of the program calls them. */
  readonly names: readonly string[];
  /** Those that the step waits for longest first. */
  readonly sends: readonly SentGroup[];
  /** Largest first; `null` where that is not known. */
  readonly holds: readonly HeldGroup[] | null;
  /** Changes with which a step takes less time, the fastest first; `null` where none were tried. */
  readonly suggestions: readonly Suggestion[] | null;
}

/** The machine that a program is studied on. */
export type NamedMachine = Pick<StudyPage, 'machine' | 'machineName'>;

/** Collectives for the same reason, such as those of equal layers. */
export interface SentGroup {
  readonly kind: string;
  readonly axis: string;
  /** Of the value that is moved, in the user's program. */
  readonly name: string | null;
  /** `file:line` of the operation that needs it. */
  readonly place: string | null;
  readonly reason: string | null;
  /** The reason as the partitioner has it; `null` where {@link reason} is all that is known. */
  readonly detail: string | null;
  readonly executions: number;
  /** That each device sends. */
  readonly bytes: number;
  /** That the step is longer for it; `null` where nothing was simulated. */
  readonly seconds: number | null;
  /** While something is computed; `null` where nothing was simulated. */
  readonly hiddenSeconds: number | null;
}

/** Describes a program as it is partitioned here. */
export function predictedPage(
  file: string,
  study: Study,
  named: NamedMachine,
  suggestions: StudyPage['suggestions'],
): StudyPage {
  const { machine } = named;
  const { facts, collectives } = study.measured(machine);
  const { rows } = collectiveRows(study, machine);
  const memory = memoryReport(study, study.source, machine);
  const sends = rows.map((row, i) => sentOf(row, collectives[i]?.place ?? null));
  return {
    ...{
      file,
      ...named,
      facts,
      isCompiled: false,
      attention: writtenAttention(study, study, machine),
      rules: rulesOf(study),
      names: namesOf(study),
      program: partitionedText(study) ?? programText(study),
    },
    sends: grouped(sends),
    holds: 'report' in memory ? heldGroups(memory.report.rows.map(heldArray)) : null,
    suggestions,
  };
}

/** Describes the program that XLA has compiled. */
export function compiledPage(
  file: string,
  compiled: CompiledStudy,
  named: NamedMachine,
  suggestions: StudyPage['suggestions'],
): StudyPage {
  const { machine } = named;
  const { facts, list, memory, text } = compiled.measured(machine);
  return {
    ...{
      file,
      ...named,
      facts,
      isCompiled: true,
      attention: writtenAttention(compiled, compiled.study, machine),
      rules: rulesOf(compiled.study),
      names: namesOf(compiled.study),
      program: text,
    },
    sends: grouped(list.rows.map((row) => sentOf(row, null))),
    holds: heldGroups(memory.rows.map(heldArray)),
    suggestions,
  };
}

function rulesOf(study: Study): SpecRule[] | null {
  // Arguments of a device's program are its parts.
  if (isDeviceProgramOfHlo(study.module)) return null;
  const func = programEntry(study.propagated().module ?? study.module);
  return func === null ? null : argumentRules(func);
}

function namesOf({ module, names }: Study): string[] {
  return (programEntry(module)?.entry.arguments ?? []).map((argument) => names.describe(argument));
}

function sentOf(
  { kind, axis, userName, reason, detail, executions, bytes, seconds, hiddenSeconds }: CollectiveRow,
  place: string | null,
): SentGroup {
  return {
    ...{ kind, axis, name: userName, place, reason, detail },
    ...{ executions, bytes, seconds, hiddenSeconds },
  };
}

function grouped(rows: readonly SentGroup[]): SentGroup[] {
  const groups = new Map<string, SentGroup>();
  for (const row of rows) {
    const { kind, axis, name, place, reason } = row;
    const key = [kind, axis, place, ofAnyLayer(name), ofAnyLayer(reason)].join('|');
    const known = groups.get(key);
    groups.set(key, known === undefined ? row : added(known, row));
  }
  // What was not simulated comes behind what the step does not wait for.
  return [...groups.values()].sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1) || b.bytes - a.bytes);
}

function added(one: SentGroup, other: SentGroup): SentGroup {
  return {
    ...one,
    name: mergedName(one.name, other.name),
    reason: mergedName(one.reason, other.reason),
    executions: one.executions + other.executions,
    bytes: one.bytes + other.bytes,
    seconds: sumOf(one.seconds, other.seconds),
    hiddenSeconds: sumOf(one.hiddenSeconds, other.hiddenSeconds),
  };
}

function sumOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
