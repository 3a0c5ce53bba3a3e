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
    text: `${request} asks for ${shardingText(result, source)}, so that ${title} is computed so, and its operand ${moved} is ${from}`,
  };
}

/** Results of a program are split as `out_shardings` asks. */
export function returned({ collective, value, from, source, nameOf }: ValueSite): Cause | null {
  if (collective.kind === 'all_reduce' || source === null || value === null) return null;
  const request = returnOf(value, source);
  return request === null || request.sharding === from
    ? null
    : {
        kind: 'constraint',
        text: `${request.title} asks for ${request.sharding} of ${nameOf(value)}, which is ${from} where it is computed`,
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

/** The constraint that has the sharding of a value, or of one that follows elementwise; `null` if there is none. */
function requestOf(value: Value, source: PartitionedSource): string | null {
  const wanted = shardingText(value, source);
  let at: Value | undefined = value;
  for (let steps = 0; steps < MOST_STEPS && at !== undefined; steps++) {
    if (shardingText(at, source) !== wanted) return null;
    const users: readonly Operation[] = at.users();
    const constraint = users.find((user) => user instanceof ShardingConstraintOp);
    if (constraint !== undefined) {
      const place = locationOf(constraint);
      return `with_sharding_constraint${place === null ? '' : ` (${place.slice(place.lastIndexOf('/') + 1)})`}`;
    }
    const output = returnOf(at, source);
    if (output !== null) return output.title;
    at = users.find((user) => user.hasTrait(elementwise))?.results[0];
  }
  return null;
}

/** The result of the program that a value is, if the program says how it is split. */
function returnOf(
  value: Value,
  source: PartitionedSource,
): { readonly title: string; readonly sharding: string } | null {
  const func = source.entry;
  if (func === null || !(value.type instanceof RankedTensorType)) return null;
  const index = func.entry.getTerminator().operandValues().indexOf(value);
  const sharding = index < 0 ? null : givenSharding(func, 'res_attrs', index);
  if (sharding === null) return null;
  const name = resultName(func, index);
  return {
    title: `out_shardings${name === null ? '' : ` of ${name}`}`,
    sharding: dimsText(value.type, sharding),
  };
}
