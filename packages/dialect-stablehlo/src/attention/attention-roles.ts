import { type Operation, RankedTensorType } from '@shardform/ir-core';
import type { AttentionCall } from './attention-call.ts';
import type { AttentionDims } from './attention-dims.ts';
import { operandShape } from './attention-operands.ts';

/** Sizes of a call of attention by the names of its dimensions. */
interface Sizes {
  readonly batch: readonly number[];
  readonly heads: number;
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
}

/** What a dimension of a tensor of a call is: batches by their numbers, heads of queries or keys, the sequence of queries, or else. */
export type AttentionRole = number | 'heads' | 'kvHeads' | 'queries' | null;

/** The roles of the dimensions of all operands and results of a call; `null` for those of a tensor in which they are not known. */
export interface AttentionRoles {
  readonly operands: readonly (readonly AttentionRole[] | null)[];
  readonly results: readonly (readonly AttentionRole[] | null)[];
}

/**
 * Returns the roles of the dimensions of a call's tensors. Those with the shape of queries or keys are laid out as these; results of
 * cuDNN, statistics of rows and biases have batches and heads first.
 */
export function attentionRoles(op: Operation, call: AttentionCall): AttentionRoles {
  const sizes = sizesOf(op, call);
  const { query, key, value } = call;
  const operands = op.operands.map((_, i) => {
    if (i === query.index) return rolesOf(operandShape(op, i).length, query.dims, true);
    if (i === key.index) return rolesOf(operandShape(op, i).length, key.dims, false);
    if (i === value.index) return rolesOf(operandShape(op, i).length, value.dims, false);
    return otherRoles(operandShape(op, i), op, call, sizes);
  });
  const results = op.results.map(({ type }) =>
    otherRoles(type instanceof RankedTensorType ? type.shape : [], op, call, sizes),
  );
  return { operands, results };
}

function sizesOf(op: Operation, { query, key }: AttentionCall): Sizes {
  const [ofQueries, ofKeys] = [operandShape(op, query.index), operandShape(op, key.index)];
  const size = (shape: readonly number[], dim: number | null): number =>
    dim === null ? 1 : (shape[dim] ?? 1);
  return {
    batch: query.dims.batch.map((dim) => size(ofQueries, dim)),
    heads: size(ofQueries, query.dims.heads),
    kvHeads: size(ofKeys, key.dims.heads),
    queries: size(ofQueries, query.dims.sequence),
    keys: size(ofKeys, key.dims.sequence),
  };
}

function rolesOf(rank: number, { batch, heads, sequence }: AttentionDims, isQuery: boolean): AttentionRole[] {
  return Array.from({ length: rank }, (_, dim) => {
    if (batch.includes(dim)) return batch.indexOf(dim);
    if (dim === heads) return isQuery ? 'heads' : 'kvHeads';
    return dim === sequence && isQuery ? 'queries' : null;
  });
}

/** Roles of a tensor that is neither queries nor keys nor values. */
function otherRoles(
  shape: readonly number[],
  op: Operation,
  { query, key }: AttentionCall,
  sizes: Sizes,
): readonly AttentionRole[] | null {
  if (shape.length === 0 || shape.includes(0)) return shape.map(() => null);
  const same = (index: number): boolean => operandShape(op, index).join() === shape.join();
  if (same(query.index)) return rolesOf(shape.length, query.dims, true);
  if (same(key.index)) return rolesOf(shape.length, key.dims, false);
  return leadingRoles(shape, sizes);
}

/** Batches, heads and then queries or keys, of which some may be 1; what follows is whole. */
function leadingRoles(
  shape: readonly number[],
  { batch, heads, kvHeads, queries, keys }: Sizes,
): readonly AttentionRole[] | null {
  const outer = batch.length;
  const fits = (dim: number, size: number): boolean => shape[dim] === size || shape[dim] === 1;
  if (!batch.every((size, dim) => shape.length > dim && fits(dim, size))) return null;
  const roles: AttentionRole[] = shape.map((size, dim) => (dim < outer && size === batch[dim] ? dim : null));
  if (shape.length <= outer) return roles;
  const isOfKeys =
    shape[outer] === kvHeads && shape[outer + 1] === keys && (kvHeads !== heads || keys !== queries);
  if (!isOfKeys && !fits(outer, heads)) return null;
  if (shape[outer] !== 1 || heads === 1) roles[outer] = isOfKeys ? 'kvHeads' : 'heads';
  if (isOfKeys || shape.length <= outer + 1) return roles;
  if (shape[outer + 1] === queries) roles[outer + 1] = 'queries';
  return roles;
}
