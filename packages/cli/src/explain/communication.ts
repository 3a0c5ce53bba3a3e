import { FuncOp } from '@shardform/dialect-func';
import type { AxisRefAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import { type NamedValues, originOf, resultName } from '@shardform/inspect';
import { BlockArgument, bytesText, type Context, type Value } from '@shardform/ir-core';
import type { ShardingExplanation } from '@shardform/passes-sharding';
import type { InsertedCollective } from '../partition/collective-schema.ts';
import { type CheaperSharding, sentBytes, type ShardingTrials } from './cheaper-sharding.ts';
import type { CheaperJson, CommunicationJson, CommunicationOriginJson } from './explanation-schema.ts';
import type { ValueCollectives } from './value-collectives.ts';

/** A program before propagation. */
export interface Program {
  readonly main: FuncOp | null;
  /** All of the program. */
  readonly collectives: readonly InsertedCollective[];
  readonly around: ValueCollectives;
  readonly trials: ShardingTrials;
  readonly context: Context;
  readonly names: NamedValues;
  /** `file:line` of a value's name in the text, or `null`. */
  readonly placeOfName: (value: Value) => string | null;
}

/**
 * Returns the collectives of a value, their reasons, and cheaper alternatives.
 *
 * @param value of the original program.
 * @param operands of its operation, in the propagated program.
 */
export function communicationOf(
  value: Value,
  operands: readonly Value[],
  explain: (value: Value) => ShardingExplanation,
  program: Program,
): CommunicationJson[] {
  const bytesNow = sentBytes(program.collectives);
  const known = new Set(program.collectives.map(keyOf));
  return program.around.around(value).map((collective) => {
    const names = new Set(collective.axisNames);
    const from = originsOf(operands, names, explain, program.names).map(([origin, axis]) =>
      originJson(origin, axis, program),
    );
    const args = [...new Set(from.flatMap(({ argument }) => argument ?? []))];
    const { cheaper, tried, possible } = program.trials.cheaper(args, names, bytesNow);
    return {
      ...collective,
      from,
      cheaper: cheaper === null ? null : cheaperJson(cheaper, known, bytesNow, program),
      tried,
      possible,
    };
  });
}

function cheaperJson(
  { argument, tied, sharding, collectives, bytes, heldBytes, heldBytesNow }: CheaperSharding,
  known: ReadonlySet<string>,
  bytesNow: number,
  { main, names }: Program,
): CheaperJson {
  const nameOf = (index: number): string => names.describe(main!.entry.arguments[index]!);
  return {
    value: nameOf(argument),
    argument,
    sharding: dimsText(sharding),
    tied: [
      ...tied.args.map(nameOf),
      ...tied.results.map((index) => resultName(main!, index) ?? `result ${index}`),
    ],
    collectives: collectives.filter((other) => !known.has(keyOf(other))),
    bytes,
    bytesNow,
    heldBytes,
    heldBytesNow,
  };
}

/** Returns the same for people, as lines. */
export function communicationLines(communication: readonly CommunicationJson[]): string[] {
  if (communication.length === 0) return [];
  return ['', '  communication', ...communication.flatMap(linesOf)];
}

function linesOf(communication: CommunicationJson): string[] {
  const { kind, axes, bytes, reason, place, from } = communication;
  const where = place === null ? '' : ` (${place})`;
  return [
    `    ${kind} ${axes}, each device sends ${bytesText(bytes)}: ${reason ?? 'the program says so'}${where}`,
    ...from.map((origin) => {
      const at = origin.place === null || origin.because.includes(origin.place) ? '' : `, ${origin.place}`;
      const split = origin.sharding === null ? '' : ` ${origin.sharding}`;
      return `      from ${origin.value}${split}: ${origin.because}${at}`;
    }),
    ...cheaperLines(communication),
  ];
}

function cheaperLines({ cheaper, tried, possible }: CommunicationJson): string[] {
  if (possible === 0) return [];
  const count = tried === possible ? `${tried}` : `${tried} of ${possible}`;
  const of = `other sharding${possible === 1 ? '' : 's'} tried`;
  if (cheaper === null) return [`      cheaper: none of ${count} ${of}`];
  const { value, sharding, tied, collectives, heldBytes, heldBytesNow } = cheaper;
  const instead = collectives.map((other) => `${other.kind} ${other.axes} ${bytesText(other.bytes)}`);
  const others = tied.length === 0 ? '' : `, and with it ${tied.join(', ')},`;
  const held =
    heldBytes === heldBytesNow
      ? ''
      : `; each device holds ${bytesText(heldBytes)} of it instead of ${bytesText(heldBytesNow)}`;
  return [
    `      cheaper, of ${count} ${of}: ${value}${others} as ${sharding} -> ${instead.join(', ') || 'no other collective'}; in all ${bytesText(cheaper.bytes)} instead of ${bytesText(cheaper.bytesNow)}${held}`,
  ];
}

/** The values that are annotated with some axes, from their origins to the operands. */
function originsOf(
  operands: readonly Value[],
  axisNames: ReadonlySet<string>,
  explain: (value: Value) => ShardingExplanation,
  names: NamedValues,
): [Value, AxisRefAttr][] {
  const origins = new Map<Value, AxisRefAttr>();
  for (const operand of operands)
    for (const { axis, way } of explain(operand).axes) {
      const origin = names.original(way.at(-1)?.from ?? operand);
      if (axisNames.has(axis.name) && !origins.has(origin)) origins.set(origin, axis);
    }
  return [...origins];
}

function originJson(
  origin: Value,
  axis: AxisRefAttr,
  { main, names, context, placeOfName }: Program,
): CommunicationOriginJson {
  const isArgument = origin instanceof BlockArgument && origin.owner.parentOp === main;
  const { because, sharding, place } = originOf(origin, axis, names, context);
  return {
    value: names.describe(origin),
    argument: isArgument ? origin.index : null,
    sharding: sharding === null ? null : dimsText(sharding),
    because,
    place: origin.definingOp === null ? placeOfName(origin) : place,
  };
}

function dimsText({ dims }: TensorShardingAttr): string {
  return `[${dims.map(({ text }) => text).join(', ')}]`;
}

/** Collectives of two versions of a program that are the same. */
function keyOf({ kind, axes, bytes, place }: InsertedCollective): string {
  return [kind, axes, bytes, place].join('|');
}
