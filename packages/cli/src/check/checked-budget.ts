import { bytesText, oneLine } from '@shardform/ir-core';
import {
  type Facts,
  type InsertedCollective,
  secondsText,
  type TimeFacts,
  timeParts,
} from '@shardform/study';
import type { Budget, CollectiveLimit } from './budget.ts';
import { UsageError } from '../tool-io.ts';
import type { HeldJson } from '../sim/held-schema.ts';
import type { CheckedJson } from './check-schema.ts';

/** What a budget is compared with. */
export interface CheckedProgram {
  readonly collectives: readonly InsertedCollective[];
  readonly facts: Facts;
  /** The specs of arguments and results by their names; `null` where a PartitionSpec can't say it. */
  readonly specs: ReadonlyMap<string, string | null>;
  /** What a device holds at the peak, the largest first; asked for only where that is too much. */
  readonly held: () => readonly HeldJson[];
  /** The time of a step that was measured, which takes the place of the simulated one; `null` for none. */
  readonly measured: { readonly file: string; readonly seconds: number } | null;
}

/** Compares a program with a budget. */
export function checkedBudget(budget: Budget, program: CheckedProgram): CheckedJson[] {
  const { facts } = program;
  return [
    ...collectiveChecks(budget, program),
    ...(budget.sent === null
      ? []
      : [sizeCheck('sent', '', 'each device sends', facts.sent.bytes, budget.sent, program.collectives)]),
    ...[...budget.sentAlong].map(([axis, most]) => {
      checkAxes(axis, facts);
      const own = program.collectives.filter(
        ({ axisNames, bytesMeaning }) => axisNames.join(', ') === axis || bytesMeaning === 'at-least',
      );
      const bytes = own.reduce((sum, collective) => sum + bytesOf(collective), 0);
      return sizeCheck('sent-along', axis, `along ${axis} each device sends`, bytes, most, own);
    }),
    ...(budget.memory === null ? [] : [memoryCheck(program, budget.memory)]),
    ...(budget.time === null
      ? []
      : [
          program.measured === null
            ? timeCheck(facts, budget.time)
            : measuredCheck(program.measured, budget.time),
        ]),
    ...[...budget.shardings].map(([name, spec]) => shardingCheck(name, spec, program.specs)),
  ];
}

/** @throws UsageError for an axis that the mesh does not have. */
function checkAxes(axes: string, { mesh }: Facts): void {
  const known = mesh?.axes.map(({ name }) => name) ?? [];
  const unknown = axes.split(', ').find((axis) => !known.includes(axis));
  if (unknown === undefined) return;
  throw new UsageError(
    `the budget limits what is sent along '${unknown}', but the mesh has ${known.length === 0 ? 'no axes' : known.join(', ')}`,
  );
}

function collectiveChecks({ collectives: limits }: Budget, { collectives }: CheckedProgram): CheckedJson[] {
  const kinds = [...new Set(collectives.map(({ kind }) => kind))];
  const rest = limits.get('*');
  const named = [...limits].filter(([kind]) => kind !== '*');
  const unnamed = rest === undefined ? [] : kinds.filter((kind) => !limits.has(kind));
  return [...named, ...unnamed.map((kind) => [kind, rest!] as const)].map(([kind, limit]) =>
    collectiveCheck(
      kind,
      limit,
      collectives.filter((own) => own.kind === kind),
    ),
  );
}

function collectiveCheck(
  kind: string,
  { unit, most }: CollectiveLimit,
  own: readonly InsertedCollective[],
): CheckedJson {
  if (unit === 'bytes') {
    const bytes = own.reduce((sum, collective) => sum + bytesOf(collective), 0);
    return sizeCheck('collectives', kind, `by ${kind} each device sends`, bytes, most, own);
  }
  const holds = own.length <= most;
  return {
    rule: 'collectives',
    subject: kind,
    holds,
    message: `${own.length} ${kind}, ${most === 0 ? 'none' : `at most ${most}`} allowed`,
    limit: most,
    found: own.length,
    findings: holds ? [] : own.map(finding),
  };
}

function sizeCheck(
  rule: string,
  subject: string,
  what: string,
  bytes: number,
  most: number,
  own: readonly InsertedCollective[],
): CheckedJson {
  // Nobody knows what else is sent.
  const unknown = own.filter(({ bytesMeaning }) => bytesMeaning === 'at-least');
  const holds = bytes <= most && unknown.length === 0;
  const largest = [...own].sort((a, b) => bytesOf(b) - bytesOf(a));
  return {
    ...{ rule, subject, holds, limit: most, found: bytes },
    message: `${what} ${unknown.length === 0 ? '' : 'at least '}${limited(bytes, most, bytesText)}`,
    findings: holds ? [] : (bytes > most ? largest : unknown).map(finding),
  };
}

/** So many of the largest tensors are named that a device holds at the peak. */
const MOST_HELD = 5;

function memoryCheck({ facts: { memory, problems }, held }: CheckedProgram, most: number): CheckedJson {
  const holds = memory !== null && memory.bytes <= most;
  const largest = holds || memory === null ? [] : held().slice(0, MOST_HELD);
  return {
    ...{ rule: 'memory', subject: '', holds, limit: most, found: memory?.bytes ?? null },
    findings: largest.map(heldFinding),
    message:
      memory === null
        ? `the memory of a device is unknown: ${problems[0] ?? 'the program cannot be simulated'}`
        : `a device holds ${limited(memory.bytes, most, bytesText)}`,
  };
}

/** `temporary x @ w (model.py:3), 2.0 MiB at the peak`. */
function heldFinding({ kind, bytes, name, operation, value }: HeldJson) {
  const what = [kind, name ?? operation ?? value ?? ''].filter((own) => own !== '').join(' ');
  return { place: null, message: `${what}, ${bytesText(bytes)} at the peak` };
}

/** `compute 120.0 µs, y 30.0 µs, contention 60.0 µs`. */
function partsText(time: TimeFacts): string {
  return timeParts(time)
    .map(({ name, seconds }) => `${name} ${secondsText(seconds)}`)
    .join(', ');
}

function timeCheck({ time, problems }: Facts, most: number): CheckedJson {
  const holds = time !== null && time.seconds <= most;
  return {
    ...{ rule: 'time', subject: '', holds, limit: most, found: time?.seconds ?? null, findings: [] },
    message:
      time === null
        ? `the time of a step is unknown: ${problems[0] ?? 'the program cannot be simulated'}`
        : `a step takes ${limited(time.seconds, most, secondsText)}${holds ? '' : `: ${partsText(time)}`}`,
  };
}

function measuredCheck(
  { file, seconds }: NonNullable<CheckedProgram['measured']>,
  most: number,
): CheckedJson {
  return {
    ...{ rule: 'time', subject: '', holds: seconds <= most, limit: most, found: seconds, findings: [] },
    message: `a step of ${oneLine(file)} takes ${limited(seconds, most, secondsText)}`,
  };
}

function shardingCheck(name: string, spec: string, specs: CheckedProgram['specs']): CheckedJson {
  const found = specs.get(name);
  const message =
    found === undefined
      ? `there is no '${name}'; there are ${listed([...specs.keys()])}`
      : `${name} is ${found ?? 'split as no PartitionSpec says'}, expected ${spec}`;
  const holds = typeof found === 'string' && normalSpec(found) === normalSpec(spec);
  return { rule: 'sharding', subject: name, holds, message, limit: null, found: null, findings: [] };
}

/** Messages name so many values. */
const MOST_NAMES = 12;

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more names` : '';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

/** Without what is whole at the end, quotes and spaces: `P('x', None)` is `P("x")`. */
function normalSpec(spec: string): string {
  return spec
    .replaceAll('"', "'")
    .replaceAll(/\s/g, '')
    .replace(/^PartitionSpec/, 'P')
    .replace(/,\)$/, ')')
    .replace(/(^P\(|,)None(?:,None)*\)$/, (_, start: string) => (start === ',' ? ')' : 'P()'));
}

/** `12.0 KiB, at most 10.0 KiB allowed`, and by how much it is more where rounding hides that. */
function limited(found: number, most: number, text: (value: number) => string): string {
  const hidden = found > most && text(found) === text(most) ? `, which is ${text(found - most)} less` : '';
  return `${text(found)}, at most ${text(most)} allowed${hidden}`;
}

function bytesOf({ bytes, executions }: InsertedCollective): number {
  return bytes * executions;
}

function finding({
  kind,
  axisNames,
  name,
  value,
  bytes,
  bytesMeaning,
  executions,
  place,
  reason,
}: InsertedCollective) {
  const times = executions === 1 ? '' : ` ${executions} times`;
  const along = axisNames.length === 0 ? '' : ` along ${axisNames.map(oneLine).join(', ')}`;
  const why = reason === null ? '' : `: ${reason}`;
  return {
    place,
    message: `${kind}${along} of ${name ?? value ?? 'a value'}, ${bytesMeaning === 'exact' ? '' : `${bytesMeaning.replace('-', ' ')} `}${bytesText(bytes)}${times}${why}`,
  };
}
