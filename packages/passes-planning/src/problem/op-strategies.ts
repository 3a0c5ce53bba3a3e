import { kernelSeconds } from '@shardform/cost-model';
import { bytesOfType, type MachineDevice } from '@shardform/cost-model';
import type { OpShardingRuleAttr, TensorMappingAttr } from '@shardform/dialect-sdy';
import { type Operation, product, RankedTensorType, type Type } from '@shardform/ir-core';
import { possibleShards } from '@shardform/passes-sharding';

import type { CommunicationPrices } from './communication-prices.ts';
import {
  type DimSplits,
  evenSplits,
  isEven,
  isNearlyEven,
  paddedSize,
  partsOf,
  partsOfDim,
  splitsKey,
  splitsOfSizes,
  unsplit,
} from './dim-splits.ts';
import { type KernelWork, moving } from './kernel-prices.ts';

/** A way to divide an operation among devices. */
export interface Strategy {
  /** How it needs its operands. */
  readonly operands: readonly DimSplits[];
  /** How it leaves its results. */
  readonly results: readonly DimSplits[];
  /** That its kernel takes. */
  readonly seconds: number;
  /** Into so many parts its work is divided. */
  readonly parts: number;
  /** Seconds that adding up partial results takes, or leaving results as the program wants them. */
  readonly communication: number;
  /** Of partial results, on one device. */
  readonly partialBytes: number;
}

/** A machine's device and the communication among its likes. */
export interface Prices {
  readonly device: MachineDevice;
  readonly communication: CommunicationPrices;
}

/**
 * Returns the ways to divide an operation: its factors are split along axes of the mesh, evenly or padded a little, and
 * partial results of split reductions are all-reduced, or reduce-scattered onto dimensions of the result.
 *
 * @param rule `null` for an operation that every device does as a whole.
 */
export function opStrategies(
  op: Operation,
  rule: OpShardingRuleAttr | null,
  work: KernelWork,
  prices: Prices,
): Strategy[] {
  if (rule === null) return [wholeStrategy(op, work, prices)];
  const axes = prices.communication.axisSizes.filter((size) => size > 1).length;
  const most = axes > 2 ? MOST_OF_MANY_AXES : MOST_STRATEGIES;
  return fastest(cheapest(allStrategies(op, rule, work, prices)), most);
}

/** So many ways of one operation are considered, so that solving takes bounded time: on more than two axes, there are many. */
const [MOST_STRATEGIES, MOST_OF_MANY_AXES] = [1000, 100];

/** Of ways that need and leave tensors alike, the first of the cheapest is left. */
function cheapest(strategies: readonly Strategy[]): Strategy[] {
  const best = new Map<string, Strategy>();
  const secondsOf = ({ seconds, communication }: Strategy): number => seconds + communication;
  for (const own of strategies) {
    const key = [...own.operands, ...own.results].map(splitsKey).join(';');
    const known = best.get(key);
    if (known === undefined || secondsOf(own) < secondsOf(known)) best.set(key, own);
  }
  return [...best.values()];
}

/** Of many ways the fastest are left, of these those that split the fewest dimensions. */
function fastest(strategies: Strategy[], most: number): Strategy[] {
  if (strategies.length <= most) return strategies;
  const splitDims = ({ operands, results }: Strategy): number =>
    [...operands, ...results].reduce((sum, own) => sum + own.filter((axes) => axes.length > 0).length, 0);
  const ranked = strategies.map((strategy) => ({
    strategy,
    ...{ seconds: strategy.seconds + strategy.communication, dims: splitDims(strategy) },
  }));
  ranked.sort((a, b) => a.seconds - b.seconds || a.dims - b.dims);
  return ranked.slice(0, most).map(({ strategy }) => strategy);
}

function allStrategies(
  op: Operation,
  rule: OpShardingRuleAttr,
  work: KernelWork,
  prices: Prices,
): Strategy[] {
  const { axisSizes } = prices.communication;
  const sizes = splittableSizes(op, rule);
  return factorSplits(op, rule, sizes, axisSizes).flatMap((factors) => {
    const operands = rule.operands.map((mapping) => projected(mapping, factors));
    const results = rule.results.map((mapping) => projected(mapping, factors));
    const parts = factors.reduce((product, axes, factor) => {
      const [own, size] = [partsOfDim(axes, axisSizes), sizes[factor]!];
      return size === 0 ? product : (product * own * size) / paddedSize(size, own);
    }, 1);
    const compute = computeSeconds(work, prices, parts, operands, results);
    const partial = factors.flatMap((axes, factor) => (rule.factorType(factor) === 'reduction' ? axes : []));
    if (partial.length === 0)
      return [{ operands, results, seconds: compute, parts, communication: 0, partialBytes: 0 }];
    return reductions(op, results, partial, prices).map((reduced) => ({
      operands,
      results: reduced.results,
      ...{ seconds: compute + reduced.slicing, parts },
      ...{ communication: reduced.seconds, partialBytes: reduced.partialBytes },
    }));
  });
}

/** Factors are padded where no even splits give work to all devices. */
function factorSplits(
  op: Operation,
  rule: OpShardingRuleAttr,
  sizes: readonly number[],
  axisSizes: readonly number[],
): DimSplits[] {
  const even = splitsOfSizes(sizes, axisSizes, isEven);
  const devices = product(axisSizes);
  if (even.some((factors) => partsOf(factors, axisSizes) === devices)) return even;
  const shards = sizes.map((_, factor) => possibleShards(op, rule, factor));
  return splitsOfSizes(sizes, axisSizes, (size, parts, factor) =>
    shards[factor] === 'any' ? isNearlyEven(size, parts) : isEven(size, parts),
  );
}

/** Every device does the operation on whole tensors. */
function wholeStrategy(op: Operation, work: KernelWork, prices: Prices): Strategy {
  const operands = op.operandValues().map(({ type }) => unsplit(rankOf(type)));
  const results = op.results.map(({ type }) => unsplit(rankOf(type)));
  return {
    operands,
    results,
    ...{ seconds: computeSeconds(work, prices, 1, operands, results), parts: 1 },
    ...{ communication: 0, partialBytes: 0 },
  };
}

function rankOf(type: Type): number {
  return type instanceof RankedTensorType ? type.shape.length : 0;
}

/**
 * The sizes of factors; 1 for those that are not split: factors whose splitting needs communication beyond a reduction,
 * and those that are not the major one of a dimension.
 */
function splittableSizes(op: Operation, rule: OpShardingRuleAttr): number[] {
  const minor = new Set(
    rule.mappings.flatMap(({ dimMappings }) =>
      dimMappings.flatMap(({ factorIndices }) => factorIndices.slice(1)),
    ),
  );
  return rule.factorSizes.map((size, factor) => {
    const type = rule.factorType(factor);
    const isSplit = !minor.has(factor) && (type === 'pass-through' || type === 'reduction');
    return isSplit && possibleShards(op, rule, factor) !== 'none' ? size : 1;
  });
}

function projected({ dimMappings }: TensorMappingAttr, factors: DimSplits): DimSplits {
  return dimMappings.map(({ factorIndices: [major] }) => (major === undefined ? [] : factors[major]!));
}

function computeSeconds(
  { flops, arithmetic, reads, writes, launches }: KernelWork,
  { device, communication: { axisSizes } }: Prices,
  parts: number,
  operands: readonly DimSplits[],
  results: readonly DimSplits[],
): number {
  const perDevice = (bytes: readonly number[], splits: readonly DimSplits[]): number =>
    bytes.reduce((sum, own, i) => sum + own / partsOf(splits[i] ?? [], axisSizes), 0);
  const bytes = perDevice(reads, operands) + perDevice(writes, results);
  return kernelSeconds(device, { launches, flops: flops / parts, arithmetic, bytes });
}

interface Reduced {
  readonly results: readonly DimSplits[];
  readonly seconds: number;
  /** Of cutting out the part that a device keeps. */
  readonly slicing: number;
  readonly partialBytes: number;
}

/**
 * Partial results are added up everywhere, or each device gets the sum of a part. All axes onto one dimension are a
 * reduce-scatter; otherwise the partitioner adds up everything, and devices keep a part.
 */
function reductions(
  op: Operation,
  results: readonly DimSplits[],
  partial: readonly number[],
  { device, communication }: Prices,
): Reduced[] {
  const { axisSizes } = communication;
  const bytes = op.results.map(({ type }, i) => bytesOfType(type) / partsOf(results[i]!, axisSizes));
  const everywhere = bytes.reduce((sum, own) => sum + communication.allReduce(partial, own), 0);
  const partialBytes = bytes.reduce((sum, own) => sum + own, 0);
  const all = { results, seconds: everywhere, slicing: 0, partialBytes };
  const [type] = op.results.map((result) => result.type);
  if (results.length !== 1 || !(type instanceof RankedTensorType)) return [all];
  const [own] = results;
  // Which axes scatter, and onto which dimensions, is a way to split the local result further.
  const local = type.shape.map((size, dim) => size / partsOfDim(own![dim]!, axisSizes));
  const scatterings = evenSplits(
    local,
    partial.map((axis) => axisSizes[axis]!),
  );
  return scatterings.map((places) => {
    const scattering = places.map((axes) => axes.map((axis) => partial[axis]!));
    const scatteringAxes = scattering.flat();
    if (scatteringAxes.length === 0) return all;
    const scattered = [own!.map((axes, dim) => [...axes, ...scattering[dim]!])];
    const isOneDim = scattering.filter((axes) => axes.length > 0).length === 1;
    if (isOneDim && scatteringAxes.length === partial.length)
      return {
        ...{ results: scattered, seconds: communication.reduceScatter(partial, bytes[0]!) },
        ...{ slicing: 0, partialBytes },
      };
    const parts = product(scatteringAxes.map((axis) => axisSizes[axis]!));
    return {
      ...{ results: scattered, seconds: everywhere, partialBytes },
      slicing: kernelSeconds(device, moving(1, (2 * bytes[0]!) / parts)),
    };
  });
}
