import { FuncOp } from '@shardform/dialect-func';
import { bytesText, type NamedValues, placeOf } from '@shardform/inspect';
import { BlockArgument, type Context, type ModuleOp, type Value } from '@shardform/ir-core';
import type { ShardingExplanation } from '@shardform/passes-sharding';
import { type InsertedCollective, listCollectives } from '../partition/collective-list.ts';
import type { ReasonRecorder } from '../partition/reasons.ts';
import { argumentSharding, sentBytes, type ShardingTrials } from './cheaper-sharding.ts';
import { valueCollectives } from './value-collectives.ts';

/** A collective around a value, where its axes come from, and what would be cheaper. */
export interface CommunicationJson extends InsertedCollective {
  readonly from: readonly CommunicationOriginJson[];
  /** `null` when no other sharding of those arguments makes devices send less, and for programs of thousands of operations. */
  readonly cheaper: CheaperJson | null;
}

/** A value that the program itself splits along an axis of a collective. */
export interface CommunicationOriginJson {
  readonly value: string;
  /** `null` where the program says it elsewhere than at an argument of the main function. */
  readonly argument: number | null;
  readonly sharding: string | null;
  readonly place: string | null;
}

/** A sharding with which the program communicates less, while devices hold as much of the argument. */
export interface CheaperJson {
  readonly value: string;
  readonly argument: number;
  readonly sharding: string;
  /** What takes the place of the collective: those that the program has not got now. */
  readonly collectives: readonly InsertedCollective[];
  /** Bytes that each device sends in the whole program with it, and now. */
  readonly bytes: number;
  readonly bytesNow: number;
}

/** What is known of a program before propagation. */
export interface Program {
  /** As it was given. */
  readonly module: ModuleOp;
  /** With its collectives. */
  readonly collectives: ModuleOp;
  readonly reasons: ReasonRecorder;
  readonly trials: ShardingTrials;
  readonly context: Context;
  readonly names: NamedValues;
  /** `file:line` of a value's name in the text, or `null`. */
  readonly placeOfName: (value: Value) => string | null;
}

/**
 * What devices communicate for a value and around it.
 *
 * @param value of the module as it was given.
 * @param operands of its operation, in the module that `explain` knows.
 */
export function communicationOf(
  value: Value,
  operands: readonly Value[],
  explain: (value: Value) => ShardingExplanation,
  program: Program,
): CommunicationJson[] {
  const { collectives, reasons, context } = program;
  const all = listCollectives(collectives, context, reasons);
  return valueCollectives(value, collectives, context, reasons).map((collective) => {
    const names = new Set(collective.axisNames);
    const origins = originsOf(operands, names, explain);
    const from = origins.map((origin) => originJson(origin, program));
    const args = from.flatMap(({ argument }) => argument ?? []);
    const bytesNow = sentBytes(all);
    const cheaper = program.trials.cheaper(args, names, bytesNow);
    if (cheaper === null) return { ...collective, from, cheaper };
    const known = new Set(all.map(keyOf));
    return {
      ...collective,
      from,
      cheaper: {
        value: from.find(({ argument }) => argument === cheaper.argument)!.value,
        argument: cheaper.argument,
        sharding: dimsText(cheaper.sharding),
        collectives: cheaper.collectives.filter((other) => !known.has(keyOf(other))),
        bytes: cheaper.bytes,
        bytesNow,
      },
    };
  });
}

/** The same for people, as lines. */
export function communicationLines(communication: readonly CommunicationJson[]): string[] {
  if (communication.length === 0) return [];
  return ['', '  communication', ...communication.flatMap(linesOf)];
}

function linesOf({ kind, axes, bytes, reason, place, from, cheaper }: CommunicationJson): string[] {
  const where = place === null ? '' : ` (${place})`;
  const lines = [
    `    ${kind} ${axes}, each device sends ${bytesText(bytes)}: ${reason ?? 'the program says so'}${where}`,
    ...from.map((origin) => {
      const at = origin.place === null ? '' : `, ${origin.place}`;
      const split = origin.sharding === null ? '' : ` ${origin.sharding}`;
      return `      from ${origin.value}${split}, as the program says${at}`;
    }),
  ];
  if (cheaper === null) return lines;
  const instead = cheaper.collectives.map((other) => `${other.kind} ${other.axes} ${bytesText(other.bytes)}`);
  return [
    ...lines,
    `      cheaper: ${cheaper.value} as ${cheaper.sharding} -> ${instead.join(', ') || 'no collective'}; in all ${bytesText(cheaper.bytes)} instead of ${bytesText(cheaper.bytesNow)}`,
  ];
}

/** The values that the program itself splits along some axes, from where they came to the operands. */
function originsOf(
  operands: readonly Value[],
  names: ReadonlySet<string>,
  explain: (value: Value) => ShardingExplanation,
): Value[] {
  const origins = new Set<Value>();
  for (const operand of operands)
    for (const { axis, way } of explain(operand).axes)
      if (names.has(axis.name)) origins.add(way.at(-1)?.from ?? operand);
  return [...origins];
}

function originJson(origin: Value, { module, names, placeOfName }: Program): CommunicationOriginJson {
  const func = origin instanceof BlockArgument ? origin.owner.parentOp : null;
  const isArgument =
    origin instanceof BlockArgument && func instanceof FuncOp && func.symName.value === 'main';
  const argument = isArgument ? origin.index : null;
  const sharding = argument === null ? null : argumentSharding(module, argument);
  return {
    value: names.describe(origin),
    argument,
    sharding: sharding === null ? null : dimsText(sharding),
    place: origin.definingOp === null ? placeOfName(origin) : placeOf(origin.definingOp),
  };
}

function dimsText({ dims }: NonNullable<ReturnType<typeof argumentSharding>>): string {
  return `[${dims.map(({ text }) => text).join(', ')}]`;
}

/** Collectives of two versions of a program that are the same. */
function keyOf({ kind, axes, bytes, place }: InsertedCollective): string {
  return [kind, axes, bytes, place].join('|');
}
