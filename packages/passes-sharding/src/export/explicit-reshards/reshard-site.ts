import {
  type AxisList,
  commonMesh,
  getSharding,
  type MeshAttr,
  type MeshTable,
  type OpShardingRuleAttr,
  skipPropagationBarriers,
  type TensorMappingAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  type Context,
  type Operation,
  RankedTensorType,
  type SymbolRefAttr,
  type Value,
  zip,
} from '@shardform/ir-core';
import type { Prices } from '../../module/prices.ts';
import { passedPartialAxes, type Reductions } from './partial-axes.ts';
import { backProject, project } from '../../projection/project.ts';
import type { ShardingProjection } from '../../projection/factor-sharding.ts';

/** One operand or result of an operation that may need a reshard. */
export interface ReshardTensor {
  readonly value: Value;
  readonly mapping: TensorMappingAttr;
  readonly sharding: TensorShardingAttr | null;
  /** Number of elements; 1 for values that are no tensors. */
  readonly elementCount: number;
}

/** An operation whose operands and results have to agree on how its factors are split. */
export interface ReshardSite {
  readonly op: Operation;
  readonly rule: OpShardingRuleAttr;
  readonly mesh: MeshAttr;
  /** The reference by which reshards name the mesh. */
  readonly meshOrRef: MeshAttr | SymbolRefAttr;
  /** Operands, then results. */
  readonly tensors: readonly ReshardTensor[];
  readonly operandCount: number;
  readonly projection: ShardingProjection;
  readonly earlierRanking: boolean;
  /** Whether partial results are combined as the operation does; how they are, by result. */
  readonly isExact: boolean;
  readonly reductions: Reductions;
  /** The axes along which operands, and so the results, are partial. No factor is split along them. */
  readonly passed: AxisList;
}

/** The state shared while a module is rewritten. */
export interface ReshardEnvironment {
  readonly context: Context;
  readonly meshes: MeshTable;
  /** True if factors are ranked as Shardy did before October 2025: reductions like factors that pass through. */
  readonly earlierRanking: boolean;
  /** True if values are partial along exactly the axes that their shardings name; otherwise as in Shardy, which trusts shardings. */
  readonly isExact: boolean;
  /** What choices are priced with. */
  readonly prices: Prices;
}

/**
 * Looks at an operation with a rule; `null` when its shardings have no common mesh, or one of a single device. Meshes
 * that differ in the order of devices only are one mesh.
 */
export function reshardSite(
  op: Operation,
  rule: OpShardingRuleAttr,
  environment: ReshardEnvironment,
  reductions: Reductions = null,
): ReshardSite | null {
  const { context, meshes, earlierRanking, isExact } = environment;
  const tensors: ReshardTensor[] = [];
  const add = (value: Value, mapping: TensorMappingAttr): void => {
    const sharding = getSharding(skipPropagationBarriers(value), context);
    tensors.push({ value, mapping, sharding, elementCount: elementCount(value) });
  };
  zip(op.operands, rule.operands).forEach(([{ value }, operand]) => add(value, operand));
  zip(op.results, rule.results).forEach(([result, mapping]) => add(result, mapping));
  const shardings = tensors.map(({ sharding }) => sharding);
  const mesh = commonMesh(shardings, meshes, true);
  if (mesh === null || mesh.isMaximal || mesh.isEmpty) return null;
  const meshOrRef = mostCommonMesh(shardings, mesh, meshes);
  return {
    op,
    rule,
    mesh,
    meshOrRef,
    tensors,
    operandCount: op.operands.length,
    projection: project(rule, shardings, mesh, { closedIfMissing: true }),
    earlierRanking,
    isExact,
    reductions,
    passed: passedPartialAxes(op, mesh, environment),
  };
}

function elementCount({ type }: Value): number {
  return type instanceof RankedTensorType && type.hasStaticShape ? type.elementCount : 1;
}

/** The mesh of most shardings that split something; the first one where several are equally common. */
function mostCommonMesh(
  shardings: readonly (TensorShardingAttr | null)[],
  common: MeshAttr,
  meshes: MeshTable,
): MeshAttr | SymbolRefAttr {
  const counts = new Map<MeshAttr | SymbolRefAttr, number>();
  let best: MeshAttr | SymbolRefAttr | null = null;
  let bestCount = 0;
  for (const sharding of shardings) {
    if (sharding === null || sharding.isFullyReplicated) continue;
    const count = (counts.get(sharding.meshOrRef) ?? 0) + 1;
    counts.set(sharding.meshOrRef, count);
    if (count <= bestCount) continue;
    best = sharding.meshOrRef;
    bestCount = count;
  }
  const onCommonMesh = shardings.find((sharding) => sharding !== null && meshes.meshOf(sharding) === common);
  return best ?? onCommonMesh?.meshOrRef ?? common;
}

/** Returns the sharding of a tensor that its factors give. */
export function projectedSharding(site: ReshardSite, index: number): TensorShardingAttr {
  const { projection, tensors, rule, meshOrRef, mesh } = site;
  return backProject(projection.tensors[index]!, tensors[index]!.mapping, rule.factorSizes, meshOrRef, mesh);
}
