import {
  type MeshAttr,
  type MeshLookUp,
  type OpShardingRuleAttr,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { SymbolRefAttr } from '@shardform/ir-core';
import type { FactorPropagation } from './basic-factor-propagation.ts';
import { type Direction, NONE } from './direction.ts';
import type { ShardingProjection } from '../projection/factor-sharding.ts';
import { backProject, project } from '../projection/project.ts';

/** Everything that the outcome of one step depends on. */
export interface StepInput {
  readonly rule: OpShardingRuleAttr;
  /** Of operands, then of results; `null` where missing. */
  readonly shardings: readonly (TensorShardingAttr | null)[];
  readonly directions: StepDirections;
  /** True if the operation computes each element from the elements at the same index. */
  readonly isElementwise: boolean;
  /** Never split axes. */
  readonly conservative: boolean;
}

/** The direction of each factor; one object for each distinct function, so that it can key a cache. */
export interface StepDirections {
  /** A short text that differs between distinct directions of rules that are the same. */
  readonly key: string;
  of(rule: OpShardingRuleAttr): readonly Direction[];
}

/** The result of a propagation step. */
export interface StepOutcome {
  readonly mesh: MeshAttr;
  /** By tensor: the new sharding, or `null` where it stays. */
  readonly updates: readonly (TensorShardingAttr | null)[];
  readonly before: ShardingProjection;
  readonly after: ShardingProjection;
}

/** The one mesh that shardings are on, with the name that the first of them uses. */
interface CommonMesh {
  readonly mesh: MeshAttr;
  readonly meshOrRef: MeshAttr | SymbolRefAttr;
}

/**
 * Computes steps of the propagation. Steps are functions of rules and shardings, both of which are interned:
 * operations that are alike, and the same operation visited again, cost one look-up.
 */
export class StepCache {
  readonly #meshes: MeshLookUp;
  readonly #strategy: FactorPropagation;
  readonly #outcomes = new Map<string, StepOutcome | null>();

  constructor(meshes: MeshLookUp, strategy: FactorPropagation) {
    this.#meshes = meshes;
    this.#strategy = strategy;
  }

  /** The outcome, or `null` where nothing changes. */
  run(input: StepInput): StepOutcome | null {
    const { rule, shardings, directions } = input;
    let key = `${rule.id}${directions.key}`;
    if (input.isElementwise) key += 'e';
    if (input.conservative) key += 'c';
    for (const sharding of shardings) key += sharding === null ? ',' : `,${sharding.id}`;
    let outcome = this.#outcomes.get(key);
    if (outcome === undefined) {
      outcome = this.#compute(input);
      this.#outcomes.set(key, outcome);
    }
    return outcome;
  }

  #compute({ rule, shardings, directions, isElementwise, conservative }: StepInput): StepOutcome | null {
    const common = this.#commonMesh(shardings);
    if (common === null || common.mesh.isMaximal) return null;
    const { mesh, meshOrRef } = common;
    const before = project(rule, shardings, mesh);
    const after: ShardingProjection = {
      ...before,
      tensors: before.tensors.map((tensor) => ({ ...tensor, factors: [...tensor.factors] })),
    };
    const updated = this.#strategy(after, {
      mesh,
      directions:
        rule.blockedPropagation.length === 0 ? directions.of(rule) : withoutBlocked(rule, directions),
      conservative,
      isElementwise,
    });
    if (!updated.includes(true)) return null;
    const updates = updated.map((isUpdated, i) => {
      if (!isUpdated) return null;
      const isOperand = i < after.operandCount;
      const mapping = isOperand ? rule.operands[i]! : rule.results[i - after.operandCount]!;
      const sharding = backProject(after.tensors[i]!, mapping, rule.factorSizes, meshOrRef, mesh);
      return isRefinement(shardings[i] ?? null, sharding) ? sharding : null;
    });
    return updates.every((sharding) => sharding === null) ? null : { mesh, updates, before, after };
  }

  #commonMesh(shardings: readonly (TensorShardingAttr | null)[]): CommonMesh | null {
    let meshOrRef: MeshAttr | SymbolRefAttr | null = null;
    let common: MeshAttr | null = null;
    for (const sharding of shardings) {
      if (sharding === null || sharding.meshOrRef === meshOrRef) continue;
      const mesh = this.#meshes.meshOf(sharding);
      if (mesh === null) return null;
      if (common === null || common.isEmpty) {
        common = mesh;
        meshOrRef = sharding.meshOrRef;
      } else if (!mesh.isEmpty && mesh !== common) return null;
    }
    return common === null || meshOrRef === null ? null : { mesh: common, meshOrRef };
  }
}

function withoutBlocked(rule: OpShardingRuleAttr, directions: StepDirections): readonly Direction[] {
  return directions.of(rule).map((direction, factor) => (rule.isBlocked(factor) ? NONE : direction));
}

/** A sharding without axes is equivalent to a missing one. */
function isRefinement(old: TensorShardingAttr | null, sharding: TensorShardingAttr): boolean {
  if (old !== null) return old !== sharding;
  return sharding.dims.some((dim) => dim.axes.length > 0);
}
