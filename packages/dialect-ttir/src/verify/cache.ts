import type { Tensor } from '@shardform/ir-core';
import { dataTypeOf } from '@shardform/dialect-ttcore';
import { shapeText } from '../broadcast.ts';
import { isFloat, isInteger, type Problems } from './problems.ts';

/** The operands that writes into a cache have in common. */
interface Caching {
  readonly cache: Tensor;
  readonly input: Tensor;
}

/** A cache has pages of whole tiles. */
const TILE_ROWS = 32;

function* kindProblems({ cache, input }: Caching): Problems {
  const [to, from] = [dataTypeOf(cache.type.elementType), dataTypeOf(input.type.elementType)];
  if (to !== from)
    yield `Cache and input tensors must have the same dtype. Got cache dtype = ${String(to)}, input dtype = ${String(from)}`;
  if (cache.type.rank !== 4) yield 'Cache tensor must be a 4D tensor';
  if (input.type.rank !== 4) yield 'Input tensor must be a 4D tensor';
}

/** Heads and features of the operand are those of the cache. */
function areHeadsAlike(cache: readonly number[], input: readonly number[]): boolean {
  return cache[1] === input[1] && cache[3] === input[3];
}

/** Checks a step of a sequence against the cache it is written into. */
export function* updateCacheProblems(op: Caching): Problems {
  yield* kindProblems(op);
  const [cache, input] = [op.cache.type.shape, op.input.type.shape];
  if (input[0] !== 1)
    yield `Input tensor requires that dim 0 have size 1, got input dim 0 size = ${input[0]!}`;
  // Upstream's message closes the parenthesis before the shape.
  if (!areHeadsAlike(cache, input))
    yield `Cache tensor shape must match input tensor shape on dims 1 and 3. Got cache shape ${shapeText(cache)}, input shape ()${input.join('x')})`;
}

/** Checks a sequence against the cache it is written into. */
export function* fillCacheProblems(op: Caching): Problems {
  yield* kindProblems(op);
  const [cache, input] = [op.cache.type.shape, op.input.type.shape];
  if (input[2]! > cache[2]!)
    yield `Input tensor requires that dim 2 have a size which is less than or equal to the size of dim 2 of the cache tensor. Got cache dim 2 size = ${cache[2]!}, input dim 2 size = ${input[2]!}`;
  if (!areHeadsAlike(cache, input))
    yield `Cache tensor shape must match input tensor shape on dims 1 and 3. Got cache shape ${shapeText(cache)}, input shape ${shapeText(input)}`;
}

/** A step of each user to be written into a cache, which may be paged. */
export interface PagedUpdate extends Caching {
  readonly updateIndex: Tensor;
  readonly pageTable: Tensor | null;
}

/** Shapes of a step and a cache. */
export function* pagedUpdateShapeProblems({ cache, input, updateIndex, pageTable }: PagedUpdate): Problems {
  const [to, from, index] = [cache.type.shape, input.type.shape, updateIndex.type.shape];
  if (to.length !== 4) yield 'Cache tensor must be a 4D tensor';
  if (from.length !== 4) yield 'Input tensor must be a 4D tensor';
  if (index.length !== 1) yield 'Update index tensor must be a 1D tensor';
  if (pageTable !== null && to[2]! % TILE_ROWS !== 0)
    yield `Block size must be divisible by 32, got ${to[2]!}`;
  if (from[0] !== 1) yield `Input tensor must have dim 0 be equal to 1, got ${from[0]!}`;
  if (from[1] !== index[0])
    yield `Input tensor must have shape equal to the number of users (determined by update index shape): ${index[0]!}, got ${from[1]!}`;
  if (from[3] !== to[3])
    yield `Input tensor must have dim 3 be equal to the head dimension (determined by cache shape): ${to[3]!}, got ${from[3]!}`;
}

/** There is a row of pages for each user. */
export function* pageTableProblems({ updateIndex, pageTable }: PagedUpdate): Problems {
  if (pageTable === null) return;
  const [users] = updateIndex.type.shape;
  const { shape } = pageTable.type;
  if (shape.length !== 2) yield 'Page table tensor must be a 2D tensor';
  if (shape[0] !== users)
    yield `Page table tensor must have dim 0 be equal to the number of users (determined by update index shape): ${users!}, got ${shape[0]!}`;
}

/** A step of each user. */
export function* pagedUpdateCacheProblems(op: PagedUpdate): Problems {
  yield* pagedUpdateShapeProblems(op);
  yield* pageTableProblems(op);
}

/** Checks a sequence against the paged cache it is written into. */
export function* pagedFillCacheProblems(
  op: Caching & { readonly pageTable: Tensor; readonly batchIdxTensor: Tensor | null },
): Problems {
  const [cache, input, pages] = [op.cache.type, op.input.type, op.pageTable.type];
  if (cache.rank !== 4) yield 'Cache tensor must be a 4D tensor';
  if (input.rank !== 4) yield 'Input tensor must be a 4D tensor';
  if (pages.rank !== 2) yield 'Page table tensor must be a 2D tensor';
  if (cache.elementType !== input.elementType) yield 'Cache and input tensors must have the same dtype';
  if (!isFloat(cache.elementType)) yield 'Cache tensor must be a floating point type';
  if (!isFloat(input.elementType)) yield 'Input tensor must be a floating point type';
  if (!isInteger(pages.elementType)) yield 'Page table tensor must be an integer type';
  const batch = input.dimSize(0);
  if (op.batchIdxTensor === null) {
    if (batch !== 1)
      yield `Input batch must be statically 1 when no batch_idx_tensor is provided, got ${batch < 0 ? 'dynamic' : batch}`;
  } else {
    const index = op.batchIdxTensor.type;
    if (index.rank !== 1) yield 'Batch index tensor must be a 1D tensor';
    const length = index.dimSize(0);
    if (length >= 0 && batch >= 0 && length !== batch)
      yield `Batch index tensor must have dim 0 equal to input batch (${batch}), got ${length}`;
    if (!isInteger(index.elementType)) yield 'Batch index tensor must be an integer type';
  }
  const block = cache.dimSize(2);
  if (block % TILE_ROWS !== 0) yield `Block size must be divisible by 32, got ${block}`;
  if (input.shape[1] !== cache.shape[1]) yield 'Input must have the same number of heads as the cache.';
  if (input.shape[3] !== cache.shape[3]) yield 'Input must have same head dimension as cache.';
}
