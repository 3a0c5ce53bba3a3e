import {
  areAxisListsEqual,
  getSharding,
  type MeshAttr,
  type OpShardingRuleAttr,
  skipPropagationBarriers,
} from '@shardform/dialect-sdy';
import { type Attribute, type Context, idKey, type Operation, type Value } from '@shardform/ir-core';
import { borderExchange } from '../exchange-borders/border-form.ts';
import type { Recomputations } from '../recompute/recomputation.ts';
import { splitsAlready } from './apply-factor-axes.ts';
import { type PricedSplit, sharingOf, sourceOf } from './least-communication.ts';
import { partialAxes, reducedAxes } from './partial-axes.ts';
import type { ReshardSite } from './reshard-site.ts';

/** How an operation is split that is like one that was looked at. */
export interface KnownSplit {
  readonly chosen: PricedSplit;
  readonly mesh: MeshAttr;
  /** Whether operands and results have the shardings of the split, and nothing is to be done. */
  readonly isDone: boolean;
}

/**
 * The splits of a function's operations. Programs have many that are alike, in kind, rule, types and shardings: the splits of
 * one are priced for all whose surroundings give the same answers.
 */
export class LikeOperations {
  readonly #context: Context;
  readonly #recomputations: Recomputations;
  readonly #splits = new Map<string, KnownSplit[]>();

  constructor(context: Context, recomputations: Recomputations) {
    this.#context = context;
    this.#recomputations = recomputations;
  }

  /** Returns the split of an operation; `null` if none that is like it was noted. */
  find(op: Operation, rule: OpShardingRuleAttr): KnownSplit | null {
    const known = this.#splits.get(likeness(op, rule, this.#context)) ?? [];
    return known.find((own) => this.#answersAlike(op, own)) ?? null;
  }

  /** Notes the split of an operation. What borders of parts cost depends on more than it is known by. */
  note(site: ReshardSite, chosen: PricedSplit): void {
    const { op, rule, mesh } = site;
    if (this.#context.query(borderExchange, op) !== undefined) return;
    const key = likeness(op, rule, this.#context);
    const known = this.#splits.get(key);
    const split = { chosen, mesh, isDone: isDone(site, chosen) };
    if (known === undefined) this.#splits.set(key, [split]);
    else known.push(split);
  }

  #answersAlike(op: Operation, { chosen, mesh }: KnownSplit): boolean {
    const recomputation = this.#recomputations.on(mesh);
    return chosen.asked.every(
      ({ operand, needed, sharing }) => sharingOf(op, operand, needed, recomputation) === sharing,
    );
  }
}

function isDone(site: ReshardSite, { split, asked, free }: PricedSplit): boolean {
  const { op, rule, tensors, meshOrRef } = site;
  const isOnMesh = tensors.every(
    ({ sharding }) => sharding === null || sharding.isFullyReplicated || sharding.meshOrRef === meshOrRef,
  );
  const isCombined = rule.reduction.some((factor) => split[factor]!.length > 0);
  const reduced = reducedAxes(site, split);
  const isPartialAsWanted = op.results.every(({ index }) =>
    areAxisListsEqual(
      partialAxes(site, index, reduced),
      tensors[site.operandCount + index]!.sharding?.unreducedAxes ?? [],
    ),
  );
  return (
    isPartialAsWanted &&
    asked.length === 0 &&
    free.length === 0 &&
    isOnMesh &&
    !isCombined &&
    splitsAlready(site, split)
  );
}

/** Says of an operation all that its splits and their costs depend on, but for what is asked about its surroundings. */
function likeness(op: Operation, rule: OpShardingRuleAttr, context: Context): string {
  const parts: (Attribute | null)[] = [rule];
  const add = (value: Value): number =>
    parts.push(value.type, getSharding(skipPropagationBarriers(value), context));
  // The same value is sent once.
  const firsts = new Map<Value, number>();
  let repeated = '';
  for (const { value, index } of op.operands) {
    add(value);
    parts.push(getSharding(sourceOf(value), context));
    const first = firsts.get(value);
    if (first === undefined) firsts.set(value, index);
    else repeated += `${first}=${index} `;
  }
  op.results.forEach(add);
  return `${op.name} ${repeated}${idKey(parts)}`;
}
