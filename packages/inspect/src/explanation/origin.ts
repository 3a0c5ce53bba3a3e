import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  type AxisRefAttr,
  axesOverlap,
  functionResultSharding,
  getSharding,
  ManualComputationOp,
  ShardingConstraintOp,
  ShardingGroupOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { BlockArgument, type Context, type Operation, type Value } from '@shardform/ir-core';
import { resultName, scopeOf } from '../names/location-names.ts';
import { describeOp, type NamedValues, locationOf } from '../names/named-values.ts';

/** The annotation in the original program by which a value is split along an axis. */
export interface Origin {
  /** A clause, such as `with_sharding_constraint at train.py:34 says so`. */
  readonly because: string;
  /** The sharding that is written there, or `null`. */
  readonly sharding: TensorShardingAttr | null;
  /** `file:line` of the annotation, or `null`. */
  readonly place: string | null;
}

/**
 * Returns the annotation that an axis of a value originates from. @param value of the program, or of a copy of it that
 * has its tags.
 */
export function originOf(value: Value, axis: AxisRefAttr, names: NamedValues, context: Context): Origin {
  const original = names.original(value);
  const isMeant = (sharding: TensorShardingAttr | null): sharding is TensorShardingAttr =>
    sharding !== null && [...sharding.axes()].some((own) => axesOverlap(own, axis));
  const { definingOp } = original;
  const constraints = [definingOp, ...original.users()].filter((op) => op instanceof ShardingConstraintOp);
  for (const op of constraints)
    if (isMeant(op.sharding))
      return { because: constraintText(op), sharding: op.sharding, place: locationOf(op) };
  const own = getSharding(original, context);
  if (isMeant(own)) return { ...ownOrigin(original, names), sharding: own };
  for (const use of original.uses()) {
    const func = use.owner instanceof ReturnOp ? use.owner.parentOp : null;
    if (!(func instanceof FuncOp)) continue;
    const sharding = functionResultSharding(func, use.index);
    if (isMeant(sharding)) return { because: resultText(func, use.index), sharding, place: null };
  }
  for (const op of original.users())
    if (op instanceof ShardingGroupOp)
      return {
        because: `it is in a sharding group, at ${describeOp(op)}`,
        sharding: null,
        place: locationOf(op),
      };
  return {
    because: 'the program says so',
    sharding: null,
    place: definingOp === null ? null : locationOf(definingOp),
  };
}

/** JAX's name of a constraint, where JAX wrote it. */
function constraintText(op: Operation): string {
  const isOfJax = scopeOf(op)?.endsWith('sharding_constraint') === true;
  const place = locationOf(op);
  return isOfJax
    ? `with_sharding_constraint${place === null ? '' : ` at ${place}`} says so`
    : `${describeOp(op)} says so`;
}

function ownOrigin(value: Value, names: NamedValues): Pick<Origin, 'because' | 'place'> {
  const { definingOp } = value;
  if (value instanceof BlockArgument) {
    const holder = value.owner.parentOp;
    const which = `argument ${value.index} of ${describeOp(holder)}`;
    const name = names.describe(value);
    const because = `in_shardings of ${name === which ? which : `${name}, ${which},`} says so`;
    return { because, place: holder === null || holder instanceof FuncOp ? null : locationOf(holder) };
  }
  if (definingOp === null) return { because: 'the program says so', place: null };
  const attribute = definingOp instanceof ManualComputationOp ? 'out_shardings' : 'the sharding attribute';
  return { because: `${attribute} of ${describeOp(definingOp)} says so`, place: locationOf(definingOp) };
}

function resultText(func: FuncOp, index: number): string {
  const name = resultName(func, index);
  const which = `result ${index} of ${describeOp(func)}`;
  return `out_shardings of ${name === null ? which : `${name}, ${which},`} says so`;
}
