import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, LoadCachedOp } from '@shardform/dialect-ttcore';
import {
  layoutOf,
  LinearOp,
  MatmulOp,
  PagedScaledDotProductAttentionDecodeOp,
  ScaledDotProductAttentionDecodeOp,
  ScaledDotProductAttentionOp,
  TILE,
} from '@shardform/dialect-ttnn';
import {
  BlockArgument,
  isInstance,
  type Operation,
  product,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { attentionOf } from './flops.ts';
import { TILE_CYCLES, type MachineLimits } from './machine-limits.ts';
import { attentionSizes, productSizes } from './products.ts';

/** The shortest time in which a chip can read the weights of a function's products and compute these. */
export interface Roofline {
  readonly dramBoundOps: number;
  readonly computeBoundOps: number;
  /** Products whose weights may not be what memory holds. */
  readonly skippedOps: number;
  readonly paramsCount: number;
  readonly paramsBytes: number;
  readonly milliseconds: number;
}

/** Weights are taken as numbers of 8 bits with an exponent for each 16 of them. */
const BFP8_BYTES = 17 / 16;

interface Work {
  readonly weights: readonly Value<RankedTensorType>[];
  /** Products of two tiles. */
  readonly tileProducts: number;
}

/** Adds up the larger of both times of each product with weights of a function. */
export function rooflineOf(func: FuncOp, limits: MachineLimits): Roofline {
  const sums = {
    dramBoundOps: 0,
    computeBoundOps: 0,
    skippedOps: 0,
    paramsCount: 0,
    paramsBytes: 0,
    milliseconds: 0,
  };
  func.walk((op) => {
    const work = workOf(op);
    if (work === null) return;
    if (work === 'unknown' || !work.weights.every((weight) => isReadFromMemory(weight, func))) {
      sums.skippedOps++;
      return;
    }
    const count = work.weights.reduce((sum, { type }) => sum + product(type.shape), 0);
    const bytes = work.weights.reduce(
      (sum, { type }) => sum + Math.round(product(type.shape) * BFP8_BYTES),
      0,
    );
    const reading = (bytes / limits.dramBandwidth) * 1e6;
    const computing = (work.tileProducts * TILE_CYCLES.hifi2 * 1e6) / (limits.cores * limits.clock);
    sums.paramsCount += count;
    sums.paramsBytes += bytes;
    sums.milliseconds += Math.max(reading, computing) / 1000;
    if (reading >= computing) sums.dramBoundOps++;
    else sums.computeBoundOps++;
  });
  return sums;
}

const tiles = (size: number): number => Math.ceil(size / TILE);

/** The work of a product with weights; `unknown` where a mask says only at run time how much it is. */
function workOf(op: Operation): Work | 'unknown' | null {
  if (op instanceof MatmulOp || op instanceof LinearOp) {
    const sizes = productSizes(op, op.transposeA?.value === 1n);
    const tileProducts =
      sizes === null ? 0 : sizes.count * tiles(sizes.rows) * tiles(sizes.inner) * tiles(sizes.columns);
    return { weights: [op.b], tileProducts };
  }
  // One query per sequence: reading the cache takes all the time.
  if (op instanceof ScaledDotProductAttentionDecodeOp || op instanceof PagedScaledDotProductAttentionDecodeOp)
    return { weights: [op.key, op.value], tileProducts: 0 };
  if (!(op instanceof ScaledDotProductAttentionOp)) return null;
  const sizes = op.attentionMask === null ? attentionSizes(attentionOf(op)) : null;
  if (sizes === null) return 'unknown';
  const { count, queries, keys, keyLength, valueLength, isHalved } = sizes;
  const all = count * tiles(queries) * tiles(keys) * (tiles(keyLength) + tiles(valueLength));
  return { weights: [op.key, op.value], tileProducts: isHalved ? Math.floor(all / 2) : all };
}

/**
 * Returns true if a tensor in DRAM is a weight as the model has it: a weight or cache among the arguments, or a cached
 * value that is no larger than what it is made of, as copies of heads are.
 */
function isReadFromMemory(value: Value<RankedTensorType>, func: FuncOp): boolean {
  if (layoutOf(value.type)?.bufferType !== 'dram') return false;
  if (value instanceof BlockArgument) {
    if (value.owner !== func.entry) return false;
    const attrs = valueAttrs(func, 'arg_attrs', value.index);
    const role = attrs.get('ttcore.argument_type');
    if (attrs.get('ttcore.kv_cache') !== null) return true;
    return role instanceof ArgumentTypeAttr && (role.value === 'parameter' || role.value === 'constant');
  }
  const { definingOp } = value;
  if (!(definingOp instanceof LoadCachedOp)) return false;
  return totalNumbers(definingOp.operandValues()) === totalNumbers(definingOp.results);
}

function totalNumbers(values: readonly Value[]): number {
  return values.reduce(
    (sum, { type }) => sum + (isInstance(RankedTensorType, type) ? product(type.shape) : 0),
    0,
  );
}
