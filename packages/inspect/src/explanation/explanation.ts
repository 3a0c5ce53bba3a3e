import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { DataFlowEdgeOp, factorSymbol, NamedComputationOp } from '@shardform/dialect-sdy';
import type { Context, Operation, Value } from '@shardform/ir-core';
import type { AxisMove, RejectionReason, ShardingExplanation } from '@shardform/passes-sharding';
import { resultName, scopeOf, userNameOf } from '../names/location-names.ts';
import { callsAround, describeOp, functionOf, type NamedValues, locationOf } from '../names/named-values.ts';
import { originOf } from './origin.ts';

/** The JSON form of an explanation; `version` changes when fields change their meaning. */
export interface ExplanationJson {
  readonly version: 1;
  /** As the text calls it. */
  readonly value: string;
  /** The name in the user's program, or `null`. */
  readonly name: string | null;
  readonly function: string | null;
  /** For a value in a called function: the calls that this inlined copy belongs to, the innermost first. */
  readonly calls: readonly string[];
  readonly type: string;
  readonly operation: string | null;
  /** The name scopes of the operation and its name in the user's program, or `null`. */
  readonly scope: string | null;
  readonly place: string | null;
  readonly sharding: string | null;
  readonly axes: readonly AxisJson[];
  readonly rejections: readonly RejectionJson[];
}

/** The origin of an axis. */
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
  /** The first value that had the axis, and its annotation. */
  readonly origin: {
    readonly value: string;
    readonly because: string;
    /** The sharding that is written there, or `null`. */
    readonly sharding: string | null;
    readonly place: string | null;
  };
}

/** An axis that a value did not get. */
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

/** The program and the state that explanations are computed from. */
export interface ExplainedProgram {
  readonly names: NamedValues;
  readonly context: Context;
  /** The calls of the program that an operation was inlined at, the innermost first. */
  readonly callsAt?: (op: Operation) => readonly Operation[];
}

/**
 * Returns the explanation of a value with the names of the text. @param value of the program that shardings were
 * propagated in.
 */
export function explanationJson(
  value: Value,
  { sharding, axes, rejections }: ShardingExplanation,
  { names, context, callsAt }: ExplainedProgram,
): ExplanationJson {
  const original = names.original(value);
  const { definingOp } = original;
  return {
    version: 1,
    value: names.textName(original) ?? names.describe(original),
    name: userNameOf(original) ?? returnedName(original),
    function: functionOf(original)?.symName.value ?? null,
    calls: [
      ...callsAround(value),
      ...(value.definingOp === null ? [] : (callsAt?.(value.definingOp) ?? [])),
    ].map((call) => callText(call, names)),
    type: String(original.type),
    operation: definingOp?.name ?? null,
    scope: definingOp === null ? null : scopeOf(definingOp),
    place: definingOp === null ? null : locationOf(definingOp),
    sharding: sharding === null ? null : String(sharding),
    axes: axes.map(({ axis, dimension, way }) => {
      const first = way.at(-1)?.from ?? value;
      const { because, sharding: given, place } = originOf(first, axis, names, context);
      return {
        axis: axis.text,
        dimension,
        // Edges are put beside values by passes: nothing moves at them.
        way: way.filter(({ op }) => !(op instanceof DataFlowEdgeOp)).map((move) => moveJson(move, names)),
        origin: {
          value: names.describe(first),
          because,
          sharding: given === null ? null : String(given),
          place,
        },
      };
    }),
    rejections: rejections
      .filter(({ op }) => !(op instanceof DataFlowEdgeOp))
      .map(({ axis, dimension, op, factor, holder, reason, instead }) => ({
        axis: axis.text,
        dimension,
        holder: names.describe(holder),
        operation: op.name,
        place: locationOf(op),
        factor: factorSymbol(factor),
        reason,
        instead: instead?.text ?? null,
      })),
  };
}

/** The name in the user's program of the result of the main function that a value is returned as; `null` if unknown. */
function returnedName(value: Value): string | null {
  for (const { owner, index } of value.uses()) {
    const func = owner instanceof ReturnOp ? owner.parentOp : null;
    const name = func instanceof FuncOp ? resultName(func, index) : null;
    if (name !== null) return name;
  }
  return null;
}

/** `the call %14 of @f (train.py:28)`. */
function callText(call: Operation, names: NamedValues): string {
  const place = locationOf(call);
  const name = call.results.length === 0 ? null : names.textName(names.original(call.getResult()));
  const which = name === null ? 'the call' : `the call ${name.replace(/#0$/, '')}`;
  return place === null ? which : `${which} (${place})`;
}

function moveJson(
  { op, from, factor, fromOperand, toOperand }: AxisMove,
  names: NamedValues,
): AxisJson['way'][number] {
  return {
    from: names.describe(from),
    operation: op instanceof FuncOp || op instanceof NamedComputationOp ? describeOp(op) : op.name,
    place: locationOf(op),
    factor: factor < 0 ? null : factorSymbol(factor),
    direction: fromOperand === toOperand ? 'sideways' : fromOperand ? 'forward' : 'backward',
  };
}
