import { ShardingConstraintOp } from '@shardform/dialect-sdy';
import { elementwise } from '@shardform/dialect-stablehlo';
import { locationOf, resultName } from '@shardform/inspect';
import { type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { givenSharding } from '../../explain/other-shardings.ts';
import type { Cause, CauseSite, ValueSite } from '../cause.ts';
import { dimsText, shardingText } from '../moved-value.ts';
import type { PartitionedSource } from '../partitioned-source.ts';

/** Elementwise operations between a value and a request. */
const MOST_STEPS = 8;

/** An operation is split as a constraint behind it asks, or as the program's result, and its operand otherwise. */
export function requested(site: ValueSite): Cause | null {
  const { op, title, value, from, source, collective, nameOf } = site;
  const [result] = op?.results ?? [];
  if (op === null || source === null || value === null || result === undefined) return null;
  if (collective.kind === 'all_reduce' || value.definingOp === op || !isSplitOtherwise(op, value, site))
    return null;
  const request = requestOf(result, source);
  if (request === null) return null;
  const moved = nameOf(value);
  return {
    kind: 'constraint',
    text: `${request} asks for ${shardingText(result, source)}, so that ${title} is computed so, and its operand ${moved} is ${from ?? 'split otherwise'}`,
  };
}

/** Results of a program are split as `out_shardings` asks. */
export function returned({ collective, value, from, source, nameOf }: ValueSite): Cause | null {
  if (collective.kind === 'all_reduce' || source === null || value === null) return null;
  const index = resultOf(value, source);
  if (index === null || source.entry === null || !(value.type instanceof RankedTensorType)) return null;
  const sharding = dimsText(value.type, givenSharding(source.entry, 'res_attrs', index));
  return sharding === from
    ? null
    : {
        kind: 'constraint',
        text: `${titleOf(index, source)} asks for ${sharding} of ${nameOf(value)}, which is ${from ?? 'split otherwise'} where it is computed`,
      };
}

/** Returns whether a result of an operation is split along the axes of a collective in another dimension than an operand. */
function isSplitOtherwise(op: Operation, value: Value, { source, axes }: CauseSite): boolean {
  const index = op.operandValues().indexOf(value);
  const [result] = op.results;
  if (index < 0 || result === undefined || source === null) return false;
  const given = source.shardingOf(value)?.dims ?? [];
  const got = source.shardingOf(result)?.dims ?? [];
  return given.some((dim, d) => {
    const same = source.sameDimension(op, index, d, op.operands.length);
    const before = dim.axes.filter(({ name }) => axes.includes(name)).join();
    const after =
      same === null ? null : (got[same]?.axes ?? []).filter(({ name }) => axes.includes(name)).join();
    return after !== null && before !== after;
  });
}

/** Who asks for the sharding of a value or of one that follows elementwise; `null` if nobody does. */
function requestOf(value: Value, source: PartitionedSource): string | null {
  const found = askingFor(value, source);
  if (found === null) return null;
  if (typeof found === 'number') return titleOf(found, source);
  const place = locationOf(found);
  return `with_sharding_constraint${place === null ? '' : ` (${place.slice(place.lastIndexOf('/') + 1)})`}`;
}

/** Returns the constraint that asks for the sharding of a value or of one that follows elementwise; `null` if there is none. */
export function constraintBehind(value: Value, source: PartitionedSource): ShardingConstraintOp | null {
  const found = askingFor(value, source);
  return found instanceof ShardingConstraintOp ? found : null;
}

function askingFor(value: Value, source: PartitionedSource): ShardingConstraintOp | number | null {
  const wanted = shardingText(value, source);
  let at: Value | undefined = value;
  for (let steps = 0; steps < MOST_STEPS && at !== undefined; steps++) {
    if (shardingText(at, source) !== wanted) return null;
    const users: readonly Operation[] = at.users();
    const constraint = users.find((user) => user instanceof ShardingConstraintOp);
    if (constraint !== undefined) return constraint;
    const index = resultOf(at, source);
    if (index !== null) return index;
    at = users.find((user) => user.hasTrait(elementwise))?.results[0];
  }
  return null;
}

/** Returns the number of the result of the program that a value is, if the program says how it is split; `null` if it is none. */
export function resultOf(value: Value, { entry }: PartitionedSource): number | null {
  const index = entry?.entry.getTerminator().operandValues().indexOf(value) ?? -1;
  return entry === null || index < 0 || givenSharding(entry, 'res_attrs', index) === null ? null : index;
}

function titleOf(index: number, { entry }: PartitionedSource): string {
  const name = entry === null ? null : resultName(entry, index);
  return `out_shardings${name === null ? '' : ` of ${name}`}`;
}
