import {
  type AxisList,
  type AxisRefAttr,
  addAxisOrMerge,
  axisListSize,
  DimensionShardingAttr,
  type MeshAttr,
  type OpShardingRuleAttr,
  subAxisOf,
  type TensorMappingAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { greatestCommonDivisor, type SymbolRefAttr, zip } from '@shardform/ir-core';
import type { FactorSharding, ShardingProjection, TensorFactorShardings } from './factor-sharding.ts';

const NO_AXES: AxisList = [];

/** The treatment of missing and open shardings. */
export interface ProjectionOptions {
  /** Take missing shardings as closed instead of open. */
  readonly closedIfMissing?: boolean;
}

/** Returns the shardings of an operation's operands and results (`null` where missing) by factor. */
export function project(
  rule: OpShardingRuleAttr,
  shardings: readonly (TensorShardingAttr | null)[],
  mesh: MeshAttr,
  options: ProjectionOptions = {},
): ShardingProjection {
  const operandCount = rule.operands.length;
  return {
    rule,
    operandCount,
    tensors: shardings.map((sharding, i) => {
      const mapping = i < operandCount ? rule.operands[i]! : rule.results[i - operandCount]!;
      return projectTensor(rule, mapping, sharding, mesh, options.closedIfMissing ?? false);
    }),
  };
}

/** One tensor's sharding by factor. */
export function projectTensor(
  rule: OpShardingRuleAttr,
  mapping: TensorMappingAttr,
  sharding: TensorShardingAttr | null,
  mesh: MeshAttr,
  closedIfMissing: boolean,
): TensorFactorShardings {
  const factors = new Array<FactorSharding | null>(rule.factorCount).fill(null);
  mapping.dimMappings.forEach((dim, d) => {
    const dimSharding = sharding?.dims[d];
    const isClosed = dimSharding?.isClosed ?? closedIfMissing;
    if (dimSharding === undefined || dimSharding.axes.length === 0) {
      dim.factorIndices.forEach((factor, i) => {
        factors[factor] = {
          axes: NO_AXES,
          overflowAxes: NO_AXES,
          isClosed,
          isMinorMost: i === dim.factorIndices.length - 1,
        };
      });
    } else projectDim(rule, dim.factorIndices, dimSharding.axes, isClosed, mesh, factors);
  });
  return {
    factors,
    replicatedAxes: sharding?.replicatedAxes ?? NO_AXES,
    unreducedAxes: sharding?.unreducedAxes ?? NO_AXES,
    reductionOp: sharding?.reductionOp ?? 'sum',
  };
}

/** Hands out the axes of a dimension to its factors, major to minor. */
function projectDim(
  rule: OpShardingRuleAttr,
  dimFactors: readonly number[],
  axes: AxisList,
  isClosed: boolean,
  mesh: MeshAttr,
  factors: (FactorSharding | null)[],
): void {
  const rest = new AxisCursor(axes, mesh);
  for (let i = 0; i < dimFactors.length; i++) {
    const factor = dimFactors[i]!;
    if (i === dimFactors.length - 1) {
      factors[factor] = { axes: rest.takeAll(), overflowAxes: NO_AXES, isClosed, isMinorMost: true };
      return;
    }
    const size = rule.factorSizes[factor]!;
    const taken: AxisRefAttr[] = [];
    const remaining = rest.takeFitting(size, taken);
    const overflows = remaining > 1 && !rest.isDone;
    const overflowAxes = overflows ? rest.takeAll() : NO_AXES;
    factors[factor] = { axes: taken, overflowAxes, isClosed, isMinorMost: false };
    if (!overflows) continue;
    // The first factor after an overflow is unknown, and so are those after it.
    factors[dimFactors[i + 1]!] = {
      axes: NO_AXES,
      overflowAxes: NO_AXES,
      isClosed: true,
      isMinorMost: i + 2 === dimFactors.length,
    };
    return;
  }
}

/** Iterates over a list of axes, splitting the current one where only a sub-axis of it is taken. */
class AxisCursor {
  readonly #axes: AxisList;
  readonly #mesh: MeshAttr;
  #index = 0;
  /** The axis at the index, or its remainder. */
  #current: AxisRefAttr | null;

  constructor(axes: AxisList, mesh: MeshAttr) {
    this.#axes = axes;
    this.#mesh = mesh;
    this.#current = axes[0] ?? null;
  }

  get isDone(): boolean {
    return this.#current === null;
  }

  takeAll(): AxisList {
    if (this.#index === 0 && this.#current === this.#axes[0]) {
      this.#current = null;
      return this.#axes;
    }
    const taken: AxisRefAttr[] = [];
    while (this.#current !== null) {
      addAxisOrMerge(taken, this.#current, this.#mesh);
      this.#advance();
    }
    return taken;
  }

  /** Takes axes and sub-axes that divide `size`; returns the remaining size. */
  takeFitting(size: number, taken: AxisRefAttr[]): number {
    let remaining = size;
    for (let axis = this.#current; axis !== null; axis = this.#current) {
      const axisSize = axis.size(this.#mesh);
      const common = greatestCommonDivisor(remaining, axisSize);
      if (common === 1 && axisSize !== 1) break;
      if (axisSize > common) {
        const { name, preSize } = axis;
        taken.push(subAxisOf(name, preSize, common, this.#mesh));
        this.#current = subAxisOf(name, preSize * common, axisSize / common, this.#mesh);
        remaining /= common;
      } else {
        taken.push(axis);
        remaining /= axisSize;
        this.#advance();
      }
    }
    return remaining;
  }

  #advance(): void {
    this.#current = this.#axes[++this.#index] ?? null;
  }
}

/**
 * Returns a tensor's sharding from its factors. Dimensions are closed where one of their factors is; priorities are
 * lost. Axes of factors that are minor of a factor which isn't fully split can't be expressed and are left out.
 */
export function backProject(
  tensor: TensorFactorShardings,
  mapping: TensorMappingAttr,
  factorSizes: readonly number[],
  meshOrRef: MeshAttr | SymbolRefAttr,
  mesh: MeshAttr,
): TensorShardingAttr {
  const dims: DimensionShardingAttr[] = mapping.dimMappings.map((dim) => {
    const axes: AxisRefAttr[] = [];
    let isClosed = false;
    for (const factor of dim.factorIndices) {
      const sharding = tensor.factors[factor] ?? null;
      // Behind an overflow.
      if (sharding === null) break;
      isClosed ||= sharding.isClosed;
      appendAxes(axes, sharding.axes, mesh);
      if (sharding.overflowAxes.length > 0) {
        appendAxes(axes, sharding.overflowAxes, mesh);
        break;
      }
      if (axisListSize(sharding.axes, mesh) < factorSizes[factor]!) break;
    }
    return DimensionShardingAttr.get(axes, isClosed);
  });
  const { replicatedAxes, unreducedAxes, reductionOp } = tensor;
  return TensorShardingAttr.get(meshOrRef, dims, replicatedAxes, unreducedAxes, reductionOp);
}

/** Returns the shardings of all tensors of a projection, operands first, if each factor is split along given axes. */
export function shardingsOfSplit(
  { rule, tensors }: ShardingProjection,
  split: readonly AxisList[],
  meshOrRef: MeshAttr | SymbolRefAttr,
  mesh: MeshAttr,
): TensorShardingAttr[] {
  return zip(tensors, [...rule.operands, ...rule.results]).map(([tensor, mapping]) => {
    const factors = tensor.factors.map((sharding, factor) =>
      sharding === null ? null : { ...sharding, axes: split[factor]!, overflowAxes: NO_AXES },
    );
    return backProject({ ...tensor, factors }, mapping, rule.factorSizes, meshOrRef, mesh);
  });
}

function appendAxes(axes: AxisRefAttr[], added: AxisList, mesh: MeshAttr): void {
  if (added.length === 0) return;
  addAxisOrMerge(axes, added[0]!, mesh);
  for (let i = 1; i < added.length; i++) axes.push(added[i]!);
}
