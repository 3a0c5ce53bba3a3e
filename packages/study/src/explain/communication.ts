import type { Machine } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import type { AxisRefAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import { originOf, resultName } from '@shardform/inspect';
import { BlockArgument, type Value } from '@shardform/ir-core';

import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import type { Study } from '../study.ts';
import { type MeasuredStages, withoutCosts } from '../time/measured-program.ts';
import { type CheaperSharding, sentBytes, ShardingTrials } from './cheaper-sharding.ts';
import { ValueCollectives } from './value-collectives.ts';

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

/** The communication of a program around its values, and shardings of arguments with which it is less. */
export class Communication {
  readonly #study: Study;
  readonly #measured: MeasuredStages;
  readonly #around: ValueCollectives | null;
  readonly #trials: ShardingTrials;

  /** Partitions the program, unless the study has. @param machine that times are of. */
  constructor(study: Study, machine: Machine) {
    this.#study = study;
    this.#measured = study.measured(machine);
    const { collectives } = study.partitionedFor(machine).stages;
    this.#around =
      collectives === null ? null : new ValueCollectives(collectives, this.#measured.collectives);
    this.#trials = new ShardingTrials(study.module, study.context, machine, study.partitioner);
  }

  /**
   * Returns the collectives of a value, their reasons, and cheaper alternatives; none if the program can't be
   * partitioned. @param value of the source.
   */
  of(value: Value): ValueCommunication[] {
    const { collectives } = this.#measured;
    const bytesNow = sentBytes(collectives);
    const known = new Set(collectives.map(keyOf));
    const operands = value.definingOp?.operandValues() ?? [value];
    return (this.#around?.around(value) ?? []).map((collective) => {
      const names = new Set(collective.axisNames);
      const from = originsOf(operands, names, this.#study).map(([origin, axis]) =>
        originJson(origin, axis, this.#study),
      );
      const args = [...new Set(from.flatMap(({ argument }) => argument ?? []))];
      const { cheaper, tried, possible } = this.#trials.cheaper(args, names, bytesNow);
      return {
        ...withoutCosts(collective),
        from,
        cheaper:
          cheaper === null || this.#gainsNothing(cheaper)
            ? null
            : this.#cheaperJson(cheaper, known, bytesNow),
        tried,
        possible,
      };
    });
  }

  /** Fewer bytes in as much time, or more, are no advice. */
  #gainsNothing({ seconds }: CheaperSharding): boolean {
    const now = this.#measured.facts.time?.seconds ?? null;
    return seconds !== null && now !== null && seconds >= now;
  }

  #cheaperJson(
    { argument, tied, sharding, collectives, ...costs }: CheaperSharding,
    known: ReadonlySet<string>,
    bytesNow: number,
  ): CheaperAlternative {
    const { time, memory } = this.#measured.facts;
    const main = programEntry(this.#study.module)!;
    const nameOf = (index: number): string => this.#study.names.describe(main.entry.getArgument(index));
    return {
      value: nameOf(argument),
      argument,
      sharding: dimsText(sharding),
      tied: [
        ...tied.args.map(nameOf),
        ...tied.results.map((index) => resultName(main, index) ?? `result ${index}`),
      ],
      collectives: collectives.filter((other) => !known.has(keyOf(other))),
      ...costs,
      bytesNow,
      secondsNow: time?.seconds ?? null,
      peakBytesNow: memory?.bytes ?? null,
    };
  }
}

/** The values that are annotated with some axes, from their origins to the operands. */
function originsOf(
  operands: readonly Value[],
  axisNames: ReadonlySet<string>,
  { explainer, identities, names }: Study,
): [Value, AxisRefAttr][] {
  const origins = new Map<Value, AxisRefAttr>();
  for (const operand of operands) {
    // Copies that calls made have their axes from the same annotations.
    const [traced] = explainer.traced(identities.source.idOf(operand));
    for (const { axis, way } of traced?.trace.axes ?? []) {
      const origin = names.original(way.at(-1)?.from ?? operand);
      if (axisNames.has(axis.name) && !origins.has(origin)) origins.set(origin, axis);
    }
  }
  return [...origins];
}

function originJson(origin: Value, axis: AxisRefAttr, study: Study): CommunicationOrigin {
  const { names, context, module, model } = study;
  const isArgument = origin instanceof BlockArgument && origin.owner.parentOp === programEntry(module);
  const { because, sharding, place } = originOf(origin, axis, names, context);
  const line = origin.definingOp === null ? study.lineOf(origin) : null;
  return {
    value: names.describe(origin),
    argument: isArgument ? origin.index : null,
    sharding: sharding === null ? null : dimsText(sharding),
    because,
    place: origin.definingOp === null ? (line === null ? null : `${model.source.name}:${line}`) : place,
  };
}

function dimsText({ dims }: TensorShardingAttr): string {
  return `[${dims.map(({ text }) => text).join(', ')}]`;
}

/** Collectives of two versions of a program that are the same. */
function keyOf({ kind, axes, bytes, place }: InsertedCollective): string {
  return [kind, axes, bytes, place].join('|');
}
