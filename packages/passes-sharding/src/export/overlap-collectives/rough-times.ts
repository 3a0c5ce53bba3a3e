import { CallOp } from '@shardform/dialect-func';
import {
  AsyncDoneOp,
  BroadcastInDimOp,
  BroadcastOp,
  ConcatenateOp,
  ConstantOp,
  ConvolutionOp,
  DotGeneralOp,
  IotaOp,
  PadOp,
  PartitionIdOp,
  ReduceOp,
  ReplicaIdOp,
  ReshapeOp,
  SliceOp,
  TransposeOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import { type AnyOpClass, type Operation, product, RankedTensorType } from '@shardform/ir-core';
import { isElementwise } from '../../module/elementwise.ts';
import { isOneOf } from '../../module/is-one-of.ts';
import { BYTE_PRICES, type Prices, timeOf } from '../../module/prices.ts';
import { pricedTrips } from '../../module/loop-trips.ts';
import { tensorBytes, trafficOf } from '../combine-collectives/traffic-of.ts';
import type { Task } from './tasks.ts';

/** Of a program for no machine: those of a device of a T3000, with links of 200 Gb/s. */
const ROUGH_PRICES: Prices = {
  ...BYTE_PRICES,
  ...{ launch: 5, memory: 288e3, flops: 74e6, link: { step: 1, rate: 25e3 } },
};

/** Microseconds. */
export type RoughTime = Pick<Task, 'compute' | 'communication'>;

const NONE: RoughTime = { compute: 0, communication: 0 };

const FREE: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([
  ...[ConstantOp, IotaOp, PartitionIdOp, ReplicaIdOp, ReshapeOp, AsyncDoneOp],
]);

const FUSED_MOVES: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([
  ...[BroadcastOp, BroadcastInDimOp, ConcatenateOp, PadOp, SliceOp, TransposeOp],
]);

/**
 * How long operations take, roughly: schedules need to know which are longer than others. What compilers fuse into its users
 * takes no time.
 */
export class RoughTimes {
  readonly #prices: Prices;
  readonly #functions = new Map<Operation, RoughTime>();

  constructor(prices: Prices = BYTE_PRICES) {
    this.#prices = prices.isOfMachine ? prices : ROUGH_PRICES;
  }

  of(op: Operation): RoughTime {
    if (op.definition.isTerminator || isOneOf(op, FREE)) return NONE;
    const traffic = trafficOf(op);
    if (traffic !== null) return { compute: 0, communication: timeOf(traffic, this.#prices.link) };
    if (op instanceof CallOp) return this.#called(op.calledFunction());
    if (op instanceof WhileOp) return this.inside(op, pricedTrips(op));
    const hasBlocks = op.regions.some(({ blocks }) => blocks.length > 0);
    const isKernel = isElementwise(op) || op instanceof ReduceOp || op.name.startsWith('stablehlo.reduce');
    if (hasBlocks && !isKernel && /\.(if|case|async_start|optimization_barrier)$/.test(op.name))
      return this.inside(op, 1);
    return isFused(op) ? NONE : { compute: this.#kernelTime(op), communication: 0 };
  }

  #called(callee: Operation | null): RoughTime {
    if (callee === null) return { compute: this.#prices.launch, communication: 0 };
    const known = this.#functions.get(callee);
    if (known !== undefined) return known;
    this.#functions.set(callee, NONE);
    const time = this.inside(callee, 1);
    this.#functions.set(callee, time);
    return time;
  }

  /** The times of what an operation has in its regions. */
  inside(op: Operation, times = 1): RoughTime {
    let [compute, communication] = [0, 0];
    for (const { blocks } of op.regions)
      for (const block of blocks)
        for (const inner of block) {
          const own = this.of(inner);
          compute += own.compute * times;
          communication += own.communication * times;
        }
    return { compute, communication };
  }

  #kernelTime(op: Operation): number {
    const { launch, memory, flops } = this.#prices;
    const bytes = tensorBytes(op.operandTypes()) + tensorBytes(op.resultTypes());
    return launch + Math.max(bytes / memory, flopsOf(op) / flops);
  }
}

function isFusible(op: Operation): boolean {
  return isElementwise(op) || isOneOf(op, FUSED_MOVES);
}

function isFused(op: Operation): boolean {
  if (!isFusible(op)) return false;
  if (op.hasNoUses()) return false;
  for (const result of op.results) {
    for (let use = result.firstUse; use !== null; use = use.nextUse) {
      const user = use.owner;
      if (user.parent !== op.parent || !(isFusible(user) || user instanceof ReduceOp)) return false;
    }
  }
  return true;
}

/** Of products; others are bound by their memory. */
function flopsOf(op: Operation): number {
  if (op instanceof DotGeneralOp) {
    const { shape } = op.lhs.type;
    const contracted = op.dotDimensionNumbers.lhsContractingDimensions.map((dim) => shape[dim]!);
    return 2 * elementsOf(op.result.type) * product(contracted);
  }
  if (!(op instanceof ConvolutionOp)) return 0;
  const features = op.rhs.type.shape[op.dimensionNumbers.kernelOutputFeatureDimension] ?? 1;
  return (2 * elementsOf(op.result.type) * elementsOf(op.rhs.type)) / features;
}

function elementsOf(type: unknown): number {
  return type instanceof RankedTensorType && type.hasStaticShape ? product(type.shape) : 0;
}
