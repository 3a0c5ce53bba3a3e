import type { FuncOp } from '@shardform/dialect-func';
import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import { checkInterrupt, isTriviallyDead, type Operation, ShapedType, type Value } from '@shardform/ir-core';
import { sizesOf } from '../module/sizes-of.ts';
import { identityRule } from '../rules/identity-rule.ts';
import { entryFunctions } from '../module/main-function.ts';
import { BOTH } from './direction.ts';
import type { OpNode, PropagationSite } from './op-node.ts';
import { type DirectionSchedule, unrestrictedPriority } from './op-priority.ts';
import type { PropagationGraph } from './propagation-graph.ts';
import type { PropagationObserver } from './propagation-observer.ts';
import type { StepTensors } from '../record/step-tensors.ts';
import type { StepCache, StepDirections } from './propagation-step.ts';
import { allFactors } from './step-directions.ts';
import type { TensorNode } from './tensor-node.ts';

/** The parameters of one propagation through the whole program. */
export interface PropagationPlan {
  readonly steps: StepCache;
  /** Restrict propagation to what needs no communication for certain. */
  readonly conservative: boolean;
  /** The directions in which shardings move at an operation. */
  readonly directionsOf: DirectionSchedule;
  readonly observers: readonly PropagationObserver[];
}

/**
 * Propagates shardings through the program until nothing changes. Operations are visited in program order; what
 * a change may affect is visited right after it, the last one first. Operations that are dead are erased when they
 * are met. The order is that of MLIR's greedy pattern rewrite driver and decides between conflicting shardings.
 */
export function propagate(graph: PropagationGraph, plan: PropagationPlan): void {
  new Propagation(graph, plan).run();
}

class Propagation {
  readonly #graph: PropagationGraph;
  readonly #plan: PropagationPlan;
  /** Operations to revisit after changes, before the regular program-order visit continues; a stack. */
  readonly #worklist: OpNode[] = [];
  /** Program order position behind which all operations still wait for their visit. */
  #position = -1;
  #visited: OpNode | null = null;

  constructor(graph: PropagationGraph, plan: PropagationPlan) {
    this.#graph = graph;
    this.#plan = plan;
  }

  run(): void {
    const graph = this.#graph;
    const entries = entryFunctions(graph.module);
    for (const entry of entries) this.#syncResults(entry);
    for (const node of graph.activeOps) {
      this.#position = node.index;
      if (graph.isExplored) this.#visit(node);
      else this.#visitOrErase(node);
      this.#drain();
    }
    graph.markExplored();
    for (const entry of entries) this.#syncResults(entry);
  }

  #drain(): void {
    for (let node = this.#worklist.pop(); node !== undefined; node = this.#worklist.pop()) {
      node.isQueued = false;
      if (this.#graph.isExplored) this.#visit(node);
      else this.#visitOrErase(node);
    }
  }

  /** Dead operations are only met the first time. */
  #visitOrErase(node: OpNode): void {
    if (node.isErased) return;
    if (isTriviallyDead(node.op, this.#graph.context)) this.#erase(node);
    else this.#visit(node);
  }

  #enqueue(node: OpNode): void {
    if (node.isQueued || node.isErased || node.index > this.#position) return;
    node.isQueued = true;
    this.#worklist.push(node);
  }

  #visit(node: OpNode): void {
    checkInterrupt();
    const site = this.#graph.siteOf(node, this.#plan.conservative);
    if (site === null) return;
    const directions = site.fixedDirections ?? this.#plan.directionsOf(node.op, site.priority);
    const { tensors } = site;
    let version = 0;
    for (const tensor of tensors) version += tensor.version;
    if (
      version === node.settledVersion &&
      directions === node.settledDirections &&
      this.#plan.steps === node.settledSteps
    ) {
      return;
    }
    this.#visited = node;
    if (!this.#step(node.op, site, directions)) {
      node.settledVersion = version;
      node.settledDirections = directions;
      node.settledSteps = this.#plan.steps;
    }
    this.#visited = null;
  }

  /** Propagates shardings along the rule; returns whether a tensor's sharding changed. */
  #step(op: Operation, site: PropagationSite, directions: StepDirections): boolean {
    const { rule, tensors, edge, isElementwise, conservative } = site;
    const shardings: (TensorShardingAttr | null)[] = tensors.map(({ sharding }) => sharding);
    const last = shardings.length - 1;
    const carried = shardings[last] ?? null;
    if (edge !== null && carried !== null) shardings[last] = edge.before(carried);
    const outcome = this.#plan.steps.run({ rule, shardings, directions, isElementwise, conservative });
    if (outcome === null) return false;
    outcome.updates.forEach((update, i) => {
      if (update === null) return;
      this.#set(tensors[i]!, edge !== null && i === last ? edge.after(update) : update, update);
    });
    for (const observer of this.#plan.observers) observer.record(op, valuesOf(site), outcome);
    return true;
  }

  /** @param shared what the others of the tensor's group get: without the manual axes that a computation's results have. */
  #set(tensor: TensorNode, sharding: TensorShardingAttr, shared: TensorShardingAttr): void {
    this.#graph.setSharding(tensor, sharding);
    this.#notify(tensor);
    for (const member of tensor.group ?? []) {
      if (member === tensor) continue;
      this.#graph.setSharding(member, shared);
      this.#notify(member);
    }
  }

  #notify(tensor: TensorNode): void {
    // Before the first visit and after the last one nothing is waiting.
    if (this.#visited === null) return;
    for (const node of this.#graph.observersOf(tensor)) if (node !== this.#visited) this.#enqueue(node);
  }

  /** Keeps a value returned by an entry function and the function's result at the same sharding. */
  #syncResults(func: FuncOp): void {
    const returned = func.isDeclaration ? null : func.entry.lastOp;
    if (returned === null) return;
    const results = this.#graph.functionResults(func);
    returned.operands.forEach(({ value, index }) => {
      if (!hasStaticShape(value)) return;
      const site: PropagationSite = {
        rule: identityRule(sizesOf(value.type), 1),
        tensors: [this.#graph.tensorOf(value), results[index]!],
        isElementwise: false,
        conservative: false,
        fixedDirections: null,
        priority: unrestrictedPriority,
        edge: null,
      };
      this.#step(func, site, allFactors(BOTH));
    });
  }

  /** Erases a dead operation; what it used may be dead too, or may be used less now. */
  #erase(node: OpNode): void {
    const { op } = node;
    const operands = op.operands.map(({ value }) => value);
    const candidates = operands.filter((value) => hasAtMostOneOtherUser(value, op));
    node.isErased = true;
    op.erase();
    for (const value of candidates) {
      const defining = value.definingOp;
      const definingNode = defining === null ? null : this.#graph.opNode(defining);
      if (definingNode !== null) this.#enqueue(definingNode);
    }
  }
}

/** Replaces a result of an entry function by the value that is returned for it. */
function valuesOf({ rule, tensors }: PropagationSite): StepTensors {
  const values = tensors.map(({ value }) => value);
  const count = rule.operands.length;
  const operands = values.slice(0, count);
  return { operands, results: values.slice(count).map((value, i) => value ?? operands[i] ?? null) };
}

function hasStaticShape({ type }: Value): boolean {
  return type instanceof ShapedType && type.hasStaticShape;
}

function hasAtMostOneOtherUser(value: Value, user: Operation): boolean {
  let other: Operation | null = null;
  for (let use = value.firstUse; use !== null; use = use.nextUse) {
    if (use.owner === user || use.owner === other) continue;
    if (other !== null) return false;
    other = use.owner;
  }
  return true;
}
