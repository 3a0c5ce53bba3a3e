import { collectiveName } from '@shardform/dialect-stablehlo';
import { ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import type { Cause, ValueSite } from '../cause.ts';

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
  const isCallback =
    name.includes('callback') || isCallbackTarget(origin.instruction.attributes.customCallTarget);
  if (!isCallback || (op !== null && op.name !== 'stablehlo.custom_call')) return null;
  return {
    kind: 'single-device',
    text: `one device calls the host for ${title || 'a callback'} and gives the result to all`,
  };
}

function isCallbackTarget(target: string | undefined): boolean {
  return target?.includes('callback') === true;
}

/** The program asks for another sharding of a value. */
export function constraint({ op, axes, title, value, nameOf }: ValueSite): Cause | null {
  if (!(op instanceof ShardingConstraintOp) && !(op instanceof ReshardOp)) return null;
  const moved = value === null ? null : nameOf(value);
  return {
    kind: 'constraint',
    text: `${title} asks for another sharding${moved === null ? '' : ` of ${moved}`} than it has along ${axes.join(', ')}`,
  };
}

/** Values of sizes that the mesh does not divide are whole at the borders of a program. */
export function uneven({ collective, array, op }: ValueSite): Cause | null {
  const dim = collective.instruction.attributes.dimensions?.[0];
  const size = dim === undefined ? undefined : array.result.dimensions[dim];
  if (op !== null || collective.kind !== 'all_gather' || size === undefined) return null;
  return {
    kind: 'indivisible',
    text: `parts of a padded size along dimension ${dim} (${size} elements in all) are gathered where the program takes or gives the value`,
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
