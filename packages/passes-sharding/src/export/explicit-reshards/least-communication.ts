import {
  type AxisList,
  areAxisListsEqual,
  axisListSize,
  axisListsOverlap,
  getSharding,
  isAxisListPrefixOf,
  ReshardOp,
  subtractAxes,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { productsOf } from '@shardform/cost-model';
import { ConvolutionOp, DotGeneralOp, DotOp, PadOp, ReverseOp, SliceOp } from '@shardform/dialect-stablehlo';
import {
  elementBitWidth,
  FloatType,
  type Operation,
  product,
  RankedTensorType,
  type Value,
  zip,
} from '@shardform/ir-core';
import { isElementwise } from '../../module/elementwise.ts';
import { project, shardingsOfSplit } from '../../projection/project.ts';
import { isApplicable } from '../exchange-borders/apply-form.ts';
import { borderExchange, type BorderForm, type ExchangeSite } from '../exchange-borders/border-form.ts';
import { exchangeOf, isWorthwhile } from '../exchange-borders/exchange-cost.ts';
import { ALWAYS_HELD } from '../hoist-reshards/invariants.ts';
import type { Recomputation } from '../recompute/recomputation.ts';
import { isCommunicationFree } from '../resolve-permutation-factors/free-dims.ts';
import {
  type Communication,
  permuteOf,
  NO_COMMUNICATION,
  type ReshardBytes,
  together,
} from './reshard-bytes.ts';
import { partialAxes, reducedAxes } from './partial-axes.ts';
import { beforeUnreduced } from './unreduced-collectives.ts';
import type { ReshardEnvironment, ReshardSite } from './reshard-site.ts';
import { isWorthRepeating, type SplitCost, splitCost } from './split-cost.ts';

/** Of a value with more users, the first ones are looked at: each operation asks about its operands. */
const MOST_USERS = 256;

/** Where more splits are possible, the search is given up: the choice made without it stands. */
const MOST_SPLITS = 400;

/** A split of the factors of an operation: axes by factor. */
export type Split = readonly AxisList[];

/** Results of an operation, as they come with one of its splits. */
export interface FreeResults {
  readonly split: Split;
  /** Without bringing results to shardings of theirs. */
  readonly cost: SplitCost;
  /** By result. */
  readonly shardings: readonly TensorShardingAttr[];
}

/** A split with what it costs. */
export interface PricedSplit {
  readonly split: Split;
  /** `null` where the operation can't be executed with it. */
  readonly cost: SplitCost | null;
  /** The cheapest split for each way to split the results, if those may stay as they come. */
  readonly free: readonly FreeResults[];
  /** What was asked about the operation's surroundings: with the same answers, an operation that is like it has the same split. */
  readonly asked: readonly Asked[];
}

/** An operand that is needed with a sharding, and the answer of {@link sharingOf}. */
export interface Asked {
  readonly operand: number;
  readonly needed: TensorShardingAttr;
  readonly sharing: number;
}

/**
 * Returns how many executions of an operation share what is sent for an operand: those of the loops around it for what can be
 * sent before them. Infinitely many, if nothing has to be sent.
 */
export function sharingOf(
  op: Operation,
  operand: number,
  needed: TensorShardingAttr,
  recomputation: Recomputation,
): number {
  const value = op.getOperand(operand);
  if (hasReshard(value, needed) || recomputation.isFree(value, needed)) return Infinity;
  if (recomputation.bytes.local(value.type, needed) > ALWAYS_HELD) return 1;
  return recomputation.trips.usesOf(sourceOf(value), op);
}

/**
 * Chooses how to split the factors of an operation so that devices send the least: to bring the operands to the split, for
 * the operation itself, and to bring the results to where they are wanted. The given split stands where others send as
 * much, where devices would multiply what others multiply too for little, and where it all would take longer. Only elementwise
 * operations take another split that sends as much for less work: they are done before elements are gathered.
 *
 * @param given the choice without the search.
 * @param allowed returns the split without what the operation can't do, such as uneven parts.
 */
export function leastCommunication(
  site: ReshardSite,
  given: Split,
  allowed: (axes: Split) => Split,
  recomputation: Recomputation,
  environment: ReshardEnvironment,
): PricedSplit {
  const { prices } = environment;
  const search = new SplitSearch(site, recomputation, environment);
  let [best, least] = [given, search.costOf(given)?.brought ?? null];
  const { asked } = search;
  if (least === null || least.bytes === 0) return { split: given, cost: least, free: [], asked };
  const alone = least;
  const keepsPrecision = precisionKeeper(site, given);
  const isTied = isElementwise(site.op);
  const free: FreeResults[] = [];
  for (const candidate of search.candidates(given)) {
    const split = allowed(candidate);
    if (split.some((axes, factor) => !areAxisListsEqual(axes, candidate[factor]!))) continue;
    if (!keepsPrecision(split)) continue;
    const costs = search.costOf(split);
    if (costs === null) continue;
    const { brought: cost, kept } = costs;
    const isOtherwise = kept.price <= alone.price && !search.givesResults(split);
    if (isOtherwise && (kept.flops <= alone.flops || isWorthRepeating(kept, alone, prices)))
      addFree(free, split, kept, search.resultShardings(split));
    if (cost.time >= least.time) continue;
    if (cost.flops > least.flops && !isWorthRepeating(cost, least, prices)) continue;
    if (cost.price > least.price || (cost.price === least.price && !isTied)) continue;
    [best, least] = [split, cost];
  }
  return { split: best, cost: least, free: free.sort((a, b) => a.cost.price - b.cost.price), asked };
}

function addFree(
  free: FreeResults[],
  split: Split,
  cost: SplitCost,
  shardings: readonly TensorShardingAttr[],
): void {
  const same = free.findIndex((other) => other.shardings.every((own, i) => own === shardings[i]));
  if (same < 0) free.push({ split, cost, shardings });
  else if (cost.time < free[same]!.cost.time) free[same] = { split, cost, shardings };
}

/**
 * Returns whether a split rounds no more than the given one: a partial sum is rounded to the type of the result, so that
 * one of a short type, which an operation computes in a longer one, is not split where it was not.
 */
function precisionKeeper({ rule, op }: ReshardSite, given: Split): (split: Split) => boolean {
  const isShort = op.resultTypes().some((type) => {
    const element = type instanceof RankedTensorType ? type.elementType : type;
    return element instanceof FloatType && (elementBitWidth(element) ?? 0) < 32;
  });
  if (!isShort) return () => true;
  return (split) => rule.reduction.every((factor) => isAxisListPrefixOf(split[factor]!, given[factor]!));
}

class SplitSearch {
  readonly #site: ReshardSite;
  readonly #bytes: ReshardBytes;
  readonly #recomputation: Recomputation;
  readonly #environment: ReshardEnvironment;
  /** The shardings that operands have before they are resharded for this operation only. */
  readonly #sources: readonly (TensorShardingAttr | null)[];
  readonly asked: Asked[] = [];

  constructor(site: ReshardSite, recomputation: Recomputation, environment: ReshardEnvironment) {
    this.#site = site;
    this.#bytes = recomputation.bytes;
    this.#recomputation = recomputation;
    this.#environment = environment;
    const { context } = environment;
    this.#sources = site.tensors.map(({ value, sharding }, i) =>
      i < site.operandCount ? getSharding(sourceOf(value), context) : sharding,
    );
  }

  /** All splits along axes that operands and results have, each axis for one factor. */
  candidates(given: Split): Split[] {
    const lists = given.map((axes, factor) => this.#listsOf(factor, axes));
    const splits: AxisList[][] = [];
    const extend = (split: AxisList[]): void => {
      if (splits.length > MOST_SPLITS) return;
      if (split.length === lists.length) {
        splits.push(split);
        return;
      }
      for (const axes of lists[split.length]!) {
        if (axes.length > 0 && split.some((own) => axisListsOverlap(own, axes))) continue;
        extend([...split, axes]);
      }
    };
    extend([]);
    return splits.length > MOST_SPLITS ? [] : splits;
  }

  /** Ways to split a factor: as tensors have it, in part, or as factors that are moved along are split. */
  #listsOf(factor: number, given: AxisList): AxisList[] {
    const { rule, projection, mesh } = this.#site;
    const before = project(rule, this.#sources, mesh, { closedIfMissing: true });
    const lists: AxisList[] = [[]];
    const add = (axes: AxisList): void => {
      if (!lists.some((list) => areAxisListsEqual(list, axes))) lists.push(axes);
    };
    if (rule.needReplication.includes(factor)) return lists;
    add(given);
    const movable = [...rule.permutation, ...rule.needReplication];
    for (const { factors } of [...projection.tensors, ...before.tensors]) {
      const axes = factors[factor]?.axes ?? [];
      for (let length = 1; length <= axes.length; length++) add(axes.slice(0, length));
      if (rule.factorType(factor) !== 'pass-through') continue;
      for (const other of movable) {
        const moved = factors[other]?.axes ?? [];
        if (moved.length > 0 && rule.factorSizes[factor]! % axisListSize(moved, mesh) === 0) add(moved);
      }
    }
    return lists;
  }

  /** The shardings of the results that a split gives. */
  resultShardings(split: Split): readonly TensorShardingAttr[] {
    return this.#shardings(split).slice(this.#site.operandCount);
  }

  /** Returns whether results come with the shardings that they have. */
  givesResults(split: Split): boolean {
    const { tensors, operandCount } = this.#site;
    return this.resultShardings(split).every((own, i) => own === tensors[operandCount + i]!.sharding);
  }

  /** The cost of a split, with results that are brought to their shardings or kept as they come; `null` if the operation can't be executed with it. */
  costOf(split: Split): { readonly brought: SplitCost; readonly kept: SplitCost } | null {
    const site = this.#site;
    const { tensors, operandCount } = site;
    if (!splitsInOrder(split, site)) return null;
    const shardings = this.#shardings(split);
    const own = this.#exchange(split, shardings);
    if (own === null) return null;
    const all = [own];
    const brought: Communication[] = [];
    const kept: Communication[] = [];
    let memory = 0;
    const partial = reducedAxes(site, split);
    for (const [i, [{ value }, needed]] of zip(tensors, shardings).entries()) {
      const has = this.#sources[i] ?? TensorShardingAttr.fullyClosed(site.meshOrRef, needed.rank);
      memory += this.#bytes.local(value.type, needed);
      if (i >= operandCount) {
        const summed = subtractAxes(partial, needed.unreducedAxes, site.mesh);
        const to = has.unreducedAxes.length === 0 ? has : beforeUnreduced(value.type, needed, has, site.mesh);
        brought.push(this.#bytes.sent(value.type, needed, to, summed));
        kept.push(this.#bytes.sent(value.type, needed, needed, summed));
      } else if (!isSentAlready(tensors.slice(0, i), shardings, value, needed)) {
        const sent = this.#bytes.sent(value.type, has, needed);
        if (sent.bytes > 0) all.push(shared(sent, this.#sharing(i, needed)));
      }
    }
    const flops = this.#flops(split);
    const arithmetic = flops > 0 ? productsOf(site.op, 0) : 'vector';
    const work = { launches: 0, flops, arithmetic, bytes: memory };
    const { prices } = this.#environment;
    return {
      brought: splitCost(together([...all, ...brought]), work, prices),
      kept: splitCost(together([...all, ...kept]), work, prices),
    };
  }

  #sharing(operand: number, needed: TensorShardingAttr): number {
    const known = this.asked.find((own) => own.operand === operand && own.needed === needed);
    if (known !== undefined) return known.sharing;
    const sharing = sharingOf(this.#site.op, operand, needed, this.#recomputation);
    this.asked.push({ operand, needed, sharing });
    return sharing;
  }

  /** The shardings of operands and results that a split gives. */
  #shardings(split: Split): TensorShardingAttr[] {
    const { projection, mesh, meshOrRef, tensors, operandCount } = this.#site;
    const shardings = shardingsOfSplit(projection, split, meshOrRef, mesh);
    const reduced = reducedAxes(this.#site, split);
    return shardings.map((sharding, i) =>
      i < operandCount || (tensors[i]!.sharding?.unreducedAxes.length ?? 0) === 0
        ? sharding
        : sharding.with({ unreducedAxes: partialAxes(this.#site, i - operandCount, reduced) }),
    );
  }

  /** What it takes for the operation itself; `null` if it can't be executed. */
  #exchange(split: Split, shardings: readonly TensorShardingAttr[]): Communication | null {
    const { op, rule, mesh, tensors, operandCount } = this.#site;
    const { prices } = this.#environment;
    const moving = movedFactors(this.#site).filter((factor) => split[factor]!.length > 0);
    const form = formOf(this.#site, shardings, this.#environment);
    if (form?.isNeeded === true) return exchangeOf(form, mesh, prices);
    if (op instanceof ConvolutionOp && splitsKernelWindow(op, rule, split)) return null;
    if (moving.length === 0) return NO_COMMUNICATION;
    if (form !== null && isWorthwhile(form, mesh, prices)) return exchangeOf(form, mesh, prices);
    const isFree =
      (op instanceof SliceOp || op instanceof PadOp) &&
      moving.every((dim) => isCommunicationFree(op, dim, shardings[0]!, mesh));
    if (isFree) return NO_COMMUNICATION;
    // Devices in reverse order exchange their parts.
    if (op instanceof ReverseOp)
      return permuteOf(this.#bytes.local(op.operand.type, shardings[0]!), (operand) =>
        prices.on(mesh).shift(
          moving.flatMap((factor) => split[factor]!),
          operand,
        ),
      );
    // The dimensions are whole for the operation then.
    const whole = this.#shardings(split.map((axes, factor) => (moving.includes(factor) ? [] : axes)));
    return together(
      zip(tensors, shardings, whole).map(
        (
          [
            {
              value: { type },
            },
            own,
            other,
          ],
          i,
        ) => (i < operandCount ? this.#bytes.sent(type, own, other) : this.#bytes.sent(type, other, own)),
      ),
    );
  }

  /** Of products on a device; of other operations they are nothing beside the memory. */
  #flops(split: Split): number {
    const { op, rule, mesh } = this.#site;
    const isProduct = op instanceof DotGeneralOp || op instanceof DotOp || op instanceof ConvolutionOp;
    if (!isProduct) return 0;
    return (
      2 *
      product(zip(rule.factorSizes, split).map(([size, axes]) => Math.ceil(size / axisListSize(axes, mesh))))
    );
  }
}

/** The factors along which an operation moves elements. */
function movedFactors({ op, rule }: ReshardSite): readonly number[] {
  return op instanceof PadOp ? [...rule.factorSizes.keys()] : rule.permutation;
}

/** Returns how an operation of given shardings is made of borders; `null` if it isn't. */
function formOf(
  { op, mesh, operandCount }: ReshardSite,
  shardings: readonly TensorShardingAttr[],
  { context }: ReshardEnvironment,
): BorderForm | null {
  const exchange = context.query(borderExchange, op);
  const site: ExchangeSite = {
    ...{ op, mesh, operands: shardings.slice(0, operandCount), results: shardings.slice(operandCount) },
    isAsXla: false,
    shardingOf: (value) => getSharding(value, context),
  };
  const form = exchange?.(site) ?? null;
  return form !== null && isApplicable(form, site) ? form : null;
}

/** Returns whether a split needs no part of a factor before all of those major of it in a dimension are split. */
function splitsInOrder(split: Split, { rule, mesh }: ReshardSite): boolean {
  return rule.mappings.every(({ dimMappings }) =>
    dimMappings.every(({ factorIndices }) =>
      factorIndices.every((factor, i) => {
        if (i === 0 || split[factor]!.length === 0) return true;
        const major = factorIndices[i - 1]!;
        return axisListSize(split[major]!, mesh) === rule.factorSizes[major];
      }),
    ),
  );
}

/** Returns whether devices have parts of a convolution's window. */
function splitsKernelWindow(op: ConvolutionOp, { operands }: ReshardSite['rule'], split: Split): boolean {
  return op.dimensionNumbers.kernelSpatialDimensions.some((dim) =>
    operands[1]!.dimMappings[dim]!.factorIndices.some((factor) => split[factor]!.length > 0),
  );
}

function isSentAlready(
  before: ReshardSite['tensors'],
  shardings: readonly TensorShardingAttr[],
  value: ReshardSite['tensors'][number]['value'],
  needed: TensorShardingAttr,
): boolean {
  return before.some((tensor, i) => tensor.value === value && shardings[i] === needed);
}

/** The part of what is sent that one of several executions has. */
function shared({ bytes, steps, collectives, time }: Communication, sharing: number): Communication {
  return {
    bytes: bytes / sharing,
    steps: steps / sharing,
    collectives: collectives / sharing,
    time: time / sharing,
  };
}

/** The value that reshards bring to the sharding of one, where nothing else uses what they make. */
export function sourceOf(value: Value): Value {
  const { definingOp } = value;
  return definingOp instanceof ReshardOp && isInserted(definingOp) && value.hasOneUse
    ? sourceOf(definingOp.input)
    : value;
}

/** Returns whether a reshard was inserted after an operation, whose location it has; others are asked for by the program. */
function isInserted({ input, location }: ReshardOp): boolean {
  return input.definingOp?.location === location;
}

/** Returns whether another operation has the value brought to a sharding: both get the same. */
function hasReshard(value: Value, needed: TensorShardingAttr): boolean {
  let looked = 0;
  for (const user of value.users()) {
    if (user instanceof ReshardOp && user.sharding === needed) return true;
    if (++looked === MOST_USERS) return false;
  }
  return false;
}
