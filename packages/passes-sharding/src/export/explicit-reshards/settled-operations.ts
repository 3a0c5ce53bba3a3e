import { getSharding, type OpShardingRuleAttr, skipPropagationBarriers } from '@shardform/dialect-sdy';
import { type Attribute, type Context, idKey, type Operation, type Value } from '@shardform/ir-core';
import { splitsAlready } from './apply-factor-axes.ts';
import { type PricedSplit, sourceOf } from './least-communication.ts';
import type { ReshardEnvironment, ReshardSite } from './reshard-site.ts';

/**
 * The operations of a function that need no reshard, wherever they are. A program has many that are alike, in kind, rule,
 * types and shardings: one of them is looked at.
 */
export class SettledOperations {
  readonly #environment: ReshardEnvironment;
  readonly #splits = new Map<string, PricedSplit>();

  constructor(environment: ReshardEnvironment) {
    this.#environment = environment;
  }

  /** Returns the split that an operation of a rule has already; `null` where that is not known. */
  splitOf(op: Operation, rule: OpShardingRuleAttr): PricedSplit | null {
    return this.#splits.get(likeness(op, rule, this.#environment.context)) ?? null;
  }

  /** Notes the split of an operation, if nothing is to be done for any that is like it. */
  note(site: ReshardSite, chosen: PricedSplit): void {
    const { op, rule, tensors, meshOrRef } = site;
    const isOnMesh = tensors.every(
      ({ sharding }) => sharding === null || sharding.isFullyReplicated || sharding.meshOrRef === meshOrRef,
    );
    if (!chosen.isIndependent || !isOnMesh || !splitsAlready(site, chosen.split)) return;
    if (rule.reduction.some((factor) => chosen.split[factor]!.length > 0)) return;
    this.#splits.set(likeness(op, rule, this.#environment.context), chosen);
  }
}

/** Says of an operation all that its split and the cost of that depend on, as long as nothing is sent for it. */
function likeness(op: Operation, rule: OpShardingRuleAttr, context: Context): string {
  const parts: (Attribute | null)[] = [rule];
  const add = (value: Value): number =>
    parts.push(value.type, getSharding(skipPropagationBarriers(value), context));
  for (const { value } of op.operands) {
    add(value);
    parts.push(getSharding(sourceOf(value), context));
  }
  op.results.forEach(add);
  return `${op.name} ${idKey(parts)}`;
}
