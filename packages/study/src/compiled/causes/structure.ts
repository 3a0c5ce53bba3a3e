import { collectiveName } from '@shardform/dialect-stablehlo';
import { ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { product, RankedTensorType } from '@shardform/ir-core';
import type { Cause, ValueSite } from '../cause.ts';
import { elementsOf } from '../hlo-shapes.ts';
import { shardingText } from '../moved-value.ts';
import { isAlong } from '../partitioned-source.ts';

/** Names of JAX's collectives, which programs write in `shard_map`. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...['psum', 'psum2', 'psum_invariant', 'pmax', 'pmin', 'pbroadcast', 'ppermute', 'pshuffle', 'pgather'],
  ...['all_gather', 'all_gather_invariant', 'all_gather_reduced', 'all_to_all', 'ragged_all_to_all'],
  ...['reduce_scatter', 'psum_scatter', 'unreduced_psum', 'unreduced_reduce_scatter', 'collective_permute'],
]);

/** The program has the collective itself. */
export function written({ op, name, title }: ValueSite): Cause | null {
  const isWritten = (op !== null && collectiveName(op.name) !== null) || WRITTEN.has(name);
  return isWritten ? { kind: 'written', text: `the program asks for it: ${title}` } : null;
}

/** One device calls the host, and the others get its result. */
export function hostCallback({ op, name, title, origin }: ValueSite): Cause | null {
  const isCallback = (op === null || op.name === 'stablehlo.custom_call') && name.includes('callback');
  if (!isCallback && !isCallbackTarget(origin.instruction.attributes.customCallTarget)) return null;
  const called = origin.instruction.metadata?.opName?.split('/').at(-1);
  return {
    kind: 'single-device',
    text: `one device calls the host for ${isCallback ? title : (called ?? 'a callback')} and gives the result to all`,
  };
}

/** Returns whether a custom call is one of a function of the host. */
export function isCallbackTarget(target: string | undefined): boolean {
  return target?.includes('callback') === true;
}

/** The program asks for another sharding of a value. */
export function constraint({ op, axes, title, value, from, source, nameOf }: ValueSite): Cause | null {
  if (!(op instanceof ShardingConstraintOp) && !(op instanceof ReshardOp)) return null;
  const moved = value === null || value.definingOp === op ? null : nameOf(value);
  const asked = shardingText(op.results[0]!, source);
  const text =
    asked === null || asked === from
      ? `another sharding${moved === null ? '' : ` of ${moved}`} than it has along ${axes.join(', ')}`
      : `${asked}${moved === null ? '' : ` of ${moved}`}${from === null ? '' : `, which is ${from} where it is computed`}`;
  return { kind: 'constraint', text: `${title} asks for ${text}` };
}

/** Values of sizes that their devices do not divide are whole at the borders of a program. */
export function uneven({ collective, array, value, axes, source }: ValueSite): Cause | null {
  const dim = collective.instruction.attributes.dimensions?.[0];
  const size = dim === undefined ? undefined : array.result.dimensions[dim];
  if (collective.kind !== 'all_gather' || size === undefined || source === null) return null;
  const shape = value?.type instanceof RankedTensorType ? value.type.shape : null;
  if (value === null || shape === null) return null;
  const dims = source.shardingOf(value)?.dims ?? [];
  const split = shape.filter((_, d) => isAlong(dims[d], axes));
  const isPadded = (split.length === 0 ? shape : split).every((own) => own % size !== 0);
  const whole = source.partOf(value, axes);
  if (!isPadded || (whole !== null && elementsOf(array.result) <= product(whole))) return null;
  return {
    kind: 'indivisible',
    text: `parts of a padded size (${size} elements in all along one dimension) are gathered where the value is used whole`,
  };
}

/** A value that is split by devices where it is computed, and whole where nothing else is known of its use. */
export function usedWhole({ collective, axes, value, nameOf }: ValueSite): Cause | null {
  if (collective.kind !== 'all_gather' || value === null) return null;
  const name = nameOf(value) ?? 'a value';
  return {
    kind: 'conflict',
    text: `${name} is split along ${axes.join(', ')} where it is computed, and is used whole`,
  };
}

/** A permute that no operation asks for changes which device holds which part. */
export function otherOrder({ collective, title }: ValueSite): Cause | null {
  return collective.kind === 'collective_permute'
    ? {
        kind: 'device-order',
        text: `devices hold the parts in another order than ${title === '' ? 'they are needed in' : `${title} needs them`}`,
      }
    : null;
}
