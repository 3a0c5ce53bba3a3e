import { FuncOp } from '@shardform/dialect-func';
import type { AxisRefAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import { type NamedValues, originOf, resultName } from '@shardform/inspect';
import { BlockArgument, type Context, type Value } from '@shardform/ir-core';
import type { ShardingExplanation } from '@shardform/passes-sharding';
import type { Facts } from '../time/facts.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { type CheaperSharding, sentBytes, type ShardingTrials } from './cheaper-sharding.ts';
import type { ValueCollectives } from './value-collectives.ts';

/** A value that the program itself splits along an axis of a collective. */
export interface CommunicationOrigin {
  readonly value: string;
  /** Which argument of the main function it is. */
  readonly argument: number | null;
  /** That the program gives it. */
  readonly sharding: string | null;
  /** The annotation in the program. */
  readonly because: string;
  /** `file:line`. */
  readonly place: string | null;
}

/** A sharding with which the program communicates less. */
export interface CheaperAlternative {
  /** The argument's name. */
  readonly value: string;
  readonly argument: number;
  /** That it would have. */
  readonly sharding: string;
  /** Other arguments and results that would have it, too. */
  readonly tied: readonly string[];
  /** Those that the program would have and has not now. */
  readonly collectives: readonly InsertedCollective[];
  /** That each device would send in the whole program. */
  readonly bytes: number;
  /** That each device sends in the whole program. */
  readonly bytesNow: number;
  /** That the program would take, and takes; `null` where the cost of some operation is unknown. */
  readonly seconds: number | null;
  readonly secondsNow: number | null;
  /** That a device would hold at most, and holds; `null` where a cost is not known. */
  readonly peakBytes: number | null;
  readonly peakBytesNow: number | null;
  /** Bytes of the argument that each device would hold. */
  readonly heldBytes: number;
  /** Bytes of the argument that each device holds. */
  readonly heldBytesNow: number;
}

/** A collective of a value, the origins of its axes, and cheaper alternatives. */
export interface ValueCommunication extends InsertedCollective {
  readonly from: readonly CommunicationOrigin[];
  /** A sharding of an argument that differs by one axis, with which devices send less. */
  readonly cheaper: CheaperAlternative | null;
  /** Number of other shardings that were tried. */
  readonly tried: number;
  /** Number of shardings that differ by one axis. */
  readonly possible: number;
}

/** A program before propagation. */
export interface CommunicatingProgram {
  readonly main: FuncOp | null;
  /** All of the program. */
  readonly collectives: readonly InsertedCollective[];
  /** What it costs on the machine of the trials. */
  readonly facts: () => Facts;
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
  program: CommunicatingProgram,
): ValueCommunication[] {
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
  { argument, tied, sharding, collectives, ...costs }: CheaperSharding,
  known: ReadonlySet<string>,
  bytesNow: number,
  { main, names, facts }: CommunicatingProgram,
): CheaperAlternative {
  const { time, memory } = facts();
  const nameOf = (index: number): string => names.describe(main!.entry.getArgument(index));
  return {
    value: nameOf(argument),
    argument,
    sharding: dimsText(sharding),
    tied: [
      ...tied.args.map(nameOf),
      ...tied.results.map((index) => resultName(main!, index) ?? `result ${index}`),
    ],
    collectives: collectives.filter((other) => !known.has(keyOf(other))),
    ...costs,
    bytesNow,
    secondsNow: time?.seconds ?? null,
    peakBytesNow: memory?.bytes ?? null,
  };
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
  { main, names, context, placeOfName }: CommunicatingProgram,
): CommunicationOrigin {
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
