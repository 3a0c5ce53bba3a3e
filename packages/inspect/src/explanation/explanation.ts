import { FuncOp } from '@shardform/dialect-func';
import { factorSymbol, ShardingConstraintOp, ShardingGroupOp } from '@shardform/dialect-sdy';
import { BlockArgument, type Value } from '@shardform/ir-core';
import type { AxisMove, RejectionReason, ShardingExplanation } from '@shardform/passes-sharding';
import { describeOp, functionOf, type NamedValues, placeOf } from '../names/named-values.ts';

/** The JSON form of an explanation; `version` changes when fields change their meaning. */
export interface ExplanationJson {
  readonly version: 1;
  readonly value: string;
  readonly function: string | null;
  readonly type: string;
  readonly operation: string | null;
  readonly place: string | null;
  readonly sharding: string | null;
  readonly axes: readonly AxisJson[];
  readonly rejections: readonly RejectionJson[];
}

/** Where an axis comes from. */
export interface AxisJson {
  readonly axis: string;
  readonly dimension: number;
  /** The moves that brought it, the last one first. */
  readonly way: readonly {
    readonly from: string;
    readonly operation: string;
    readonly place: string | null;
    /** The symbol of the factor in the operation's sharding rule. */
    readonly factor: string | null;
    readonly direction: 'forward' | 'backward' | 'sideways';
  }[];
  /** The value that had the axis first, and what says so. */
  readonly origin: { readonly value: string; readonly because: string };
}

/** What a value did not get. */
export interface RejectionJson {
  readonly axis: string;
  readonly dimension: number;
  readonly holder: string;
  readonly operation: string;
  readonly place: string | null;
  readonly factor: string;
  readonly reason: RejectionReason;
  readonly instead: string | null;
}

/** The explanation of a value with the names of the text. */
export function explanationJson(
  value: Value,
  { sharding, axes, rejections }: ShardingExplanation,
  names: NamedValues,
): ExplanationJson {
  const { definingOp } = value;
  return {
    version: 1,
    value: names.describe(value),
    function: functionOf(value)?.symName.value ?? null,
    type: String(value.type),
    operation: definingOp?.name ?? null,
    place: definingOp === null ? null : placeOf(definingOp),
    sharding: sharding === null ? null : String(sharding),
    axes: axes.map(({ axis, dimension, way }) => {
      const first = way.at(-1)?.from ?? value;
      return {
        axis: axis.text,
        dimension,
        way: way.map((move) => moveJson(move, names)),
        origin: { value: names.describe(first), because: originOf(first) },
      };
    }),
    rejections: rejections.map(({ axis, dimension, op, factor, holder, reason, instead }) => ({
      axis: axis.text,
      dimension,
      holder: names.describe(holder),
      operation: op.name,
      place: placeOf(op),
      factor: factorSymbol(factor),
      reason,
      instead: instead?.text ?? null,
    })),
  };
}

function moveJson(
  { op, from, factor, fromOperand, toOperand }: AxisMove,
  names: NamedValues,
): AxisJson['way'][number] {
  return {
    from: names.describe(from),
    operation: op instanceof FuncOp ? describeOp(op) : op.name,
    place: placeOf(op),
    factor: factor < 0 ? null : factorSymbol(factor),
    direction: fromOperand === toOperand ? 'sideways' : fromOperand ? 'forward' : 'backward',
  };
}

/** What in the program gives a value its sharding. */
function originOf(value: Value): string {
  for (const user of value.users()) {
    if (user instanceof ShardingConstraintOp) return `${describeOp(user)} says so`;
    if (user instanceof ShardingGroupOp) return `it is in a sharding group, at ${describeOp(user)}`;
  }
  const { definingOp } = value;
  if (value instanceof BlockArgument)
    return `argument ${value.index} of ${describeOp(value.owner.parentOp)} says so`;
  return definingOp === null
    ? 'the program says so'
    : `${describeOp(definingOp)} says so, or the result of the function`;
}
