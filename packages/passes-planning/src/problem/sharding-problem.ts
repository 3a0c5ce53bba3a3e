import {
  getSharding,
  type MeshAttr,
  ManualComputationOp,
  type OpShardingRuleAttr,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { type Block, type Context, Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { attachedShardingRule, partitionRule, registeredShardingRule } from '@shardform/passes-sharding';
import { bytesOfType, type Machine } from '@shardform/runtime-dist';
import { complies, splitsOf } from './annotations.ts';
import { type Assumptions, CommunicationPrices, type TensorSize } from './communication-prices.ts';
import { type DimSplits, evenSplits, partsOf, splitsKey } from './dim-splits.ts';
import { itemClasses } from './item-classes.ts';
import { deviceOf, KernelWorks } from './kernel-prices.ts';
import { PlanningError } from './planning-error.ts';
import { opStrategies, type Prices, type Strategy } from './op-strategies.ts';
import type { PairCosts, PairwiseProblem } from './pairwise-problem.ts';
import { type Flow, type Item, programGraph, type ProgramGraph } from './program-graph.ts';

/** Items that are divided alike, and the ways to divide them. */
export interface ChoiceClass {
  readonly members: readonly Item[];
  readonly strategies: readonly Strategy[];
}

/** The shardings of a program as a choice for each class of items. */
export interface ShardingProblem {
  readonly graph: ProgramGraph;
  readonly classes: readonly ChoiceClass[];
  /** The class of each item, by number. */
  readonly classOf: ReadonlyMap<Item, number>;
  /** Its nodes are the classes; its costs are seconds of one run. */
  readonly problem: PairwiseProblem;
}

/** A result of a function that must be split as an argument is: what a parameter becomes. */
export interface Tie {
  readonly result: number;
  readonly argument: number;
}

/** What a problem is made for. */
export interface ShardingProblemOptions {
  readonly mesh: MeshAttr;
  readonly machine: Machine;
  readonly ties: readonly Tie[];
  readonly assumptions: Assumptions;
  /** Seconds that a byte of an argument costs on each device: 0 by default; more makes plans take less memory. */
  readonly secondsPerByte?: number;
}

/** Up to so many items each has a choice of its own. */
const MOST_EXACT = 500;

/** Items whose neighbours differ at this distance or less are divided independently. */
const CLASS_DISTANCE = 2;

/**
 * Returns the problem of dividing a function without calls among the devices of a mesh.
 *
 * @throws PlanningError where the program asks for what can't be had.
 * @throws FlattenError for an operation of unknown cost.
 * @throws MachineError for a machine without the devices of the mesh.
 * @throws Interrupted
 */
export function shardingProblem(
  func: FuncOp,
  context: Context,
  options: ShardingProblemOptions,
): ShardingProblem {
  return new ProblemBuilder(func, context, options).build();
}

class ProblemBuilder {
  readonly #func: FuncOp;
  readonly #context: Context;
  readonly #options: ShardingProblemOptions;
  readonly #graph: ProgramGraph;
  readonly #prices: Prices;
  readonly #works = new Map<Block | null, KernelWorks>();
  readonly #rules = new Map<Operation, OpShardingRuleAttr | null>();

  constructor(func: FuncOp, context: Context, options: ShardingProblemOptions) {
    this.#func = func;
    this.#context = context;
    this.#options = options;
    this.#graph = programGraph(func, context);
    this.#prices = {
      device: deviceOf(options.machine),
      communication: new CommunicationPrices(options.mesh, options.machine, options.assumptions),
    };
  }

  build(): ShardingProblem {
    const { items } = this.#graph;
    const classOf =
      items.size <= MOST_EXACT
        ? new Map(Array.from(items.keys(), (item, number) => [item, number]))
        : itemClasses(this.#graph, (item) => this.#keyOf(item), CLASS_DISTANCE);
    const members: Item[][] = [];
    for (const [item, number] of classOf) (members[number] ??= []).push(item);
    const classes = members.map((own) => ({ members: own, strategies: this.#strategiesOf(own[0]!) }));
    const nodes = classes.map(({ members: own, strategies }) => {
      const times = own.reduce((sum, item) => sum + items.get(item)!, 0);
      return Float64Array.from(strategies, ({ seconds }) => times * seconds);
    });
    this.#addResults(nodes, classes, classOf);
    return { graph: this.#graph, classes, classOf, problem: { nodes, edges: this.#edges(classes, classOf) } };
  }

  /** What distinguishes items beside their types. */
  #keyOf(item: Item): string {
    if (item instanceof Operation) return this.#ruleOf(item)?.id.toString() ?? item.name;
    return this.#annotationOf(item)?.text ?? '';
  }

  #ruleOf(op: Operation): OpShardingRuleAttr | null {
    let rule = this.#rules.get(op);
    if (rule === undefined) {
      const context = this.#context;
      rule = partitionRule(op, context) ?? attachedShardingRule(op) ?? registeredShardingRule(op, context);
      this.#rules.set(op, rule);
    }
    return rule;
  }

  #annotationOf(value: Value): TensorShardingAttr | null {
    return getSharding(value, this.#context);
  }

  #strategiesOf(item: Item): readonly Strategy[] {
    if (item instanceof ManualComputationOp) return [this.#manualStrategy(item)];
    if (item instanceof Operation) {
      let works = this.#works.get(item.parent);
      if (works === undefined)
        this.#works.set(item.parent, (works = new KernelWorks(item.parent!, this.#context)));
      return opStrategies(item, this.#ruleOf(item), works.workOf(item), this.#prices);
    }
    // Values that are no tensors are no items.
    const type = item.type as RankedTensorType;
    const price = item.parentBlock === this.#func.entry ? (this.#options.secondsPerByte ?? 0) : 0;
    const seconds = price * bytesOfType(type);
    return this.#splitsFor(type.shape, this.#annotationOf(item), item).map((splits) => ({
      operands: [splits],
      results: [splits],
      seconds: seconds / partsOf(splits, this.#prices.communication.axisSizes),
    }));
  }

  /** The ways to split a tensor that an annotation allows. */
  #splitsFor(
    shape: readonly number[],
    annotation: TensorShardingAttr | null,
    item: Item | null,
  ): DimSplits[] {
    const { mesh } = this.#options;
    const all = evenSplits(shape, this.#prices.communication.axisSizes);
    if (annotation === null) return all;
    const found = all.filter((splits) => complies(splits, annotation, mesh));
    if (found.length > 0) return found;
    const own = splitsOf(annotation, mesh);
    if (own === null)
      throw new PlanningError(item, `plans divide along whole axes, not as in ${annotation.text}`);
    return [own];
  }

  #manualStrategy(op: ManualComputationOp): Strategy {
    const { mesh } = this.#options;
    const of = (sharding: TensorShardingAttr): DimSplits => {
      const splits = splitsOf(sharding, mesh);
      if (splits === null)
        throw new PlanningError(op, `plans divide along whole axes, not as in ${sharding.text}`);
      return splits;
    };
    return {
      operands: op.inShardings.shardings.map(of),
      results: op.outShardings.shardings.map(of),
      seconds: 0,
    };
  }

  /** Adds what it takes to leave the results as they are annotated. */
  #addResults(
    nodes: readonly Float64Array[],
    classes: readonly ChoiceClass[],
    classOf: ReadonlyMap<Item, number>,
  ): void {
    const { communication } = this.#prices;
    for (const [index, origin] of this.#graph.results.entries()) {
      const type = this.#func.functionType.results[index];
      const annotation = valueAttrs(this.#func, 'res_attrs', index).get(SHARDING);
      if (
        origin === null ||
        !(annotation instanceof TensorShardingAttr) ||
        !(type instanceof RankedTensorType)
      )
        continue;
      const wanted = this.#splitsFor(type.shape, annotation, null);
      const number = classOf.get(origin.item)!;
      classes[number]!.strategies.forEach(({ results }, choice) => {
        const from = results[origin.result]!;
        const prices = wanted.map((to) => communication.reshard(sizeOf(type), from, to));
        nodes[number]![choice]! += Math.min(...prices);
      });
    }
  }

  /** The costs of pairs: reshards between where tensors are made and where they are used. */
  #edges(classes: readonly ChoiceClass[], classOf: ReadonlyMap<Item, number>): PairCosts[] {
    const edges = new Map<string, { readonly flow: Flow; times: number }>();
    for (const flow of [...this.#graph.flows, ...this.#tiedFlows()]) {
      const { from, to, operand, type, times } = flow;
      const key = `${classOf.get(from.item)!}.${from.result} ${classOf.get(to)!}.${operand} ${type.id}`;
      const known = edges.get(key);
      if (known === undefined) edges.set(key, { flow, times });
      else known.times += times;
    }
    return Array.from(edges.values(), ({ flow: { from, to, operand, type }, times }) => {
      const [a, b] = [classOf.get(from.item)!, classOf.get(to)!];
      const made = classes[a]!.strategies.map(({ results }) => results[from.result]!);
      const needed = classes[b]!.strategies.map(({ operands }) => operands[operand]!);
      return { a, b, costs: this.#reshards(sizeOf(type), made, needed, times) };
    });
  }

  /** What a parameter becomes is left as the parameter is split. */
  #tiedFlows(): Flow[] {
    const { arguments: args } = this.#func.entry;
    return this.#options.ties.flatMap(({ result, argument }) => {
      const from = this.#graph.results[result];
      const to = args[argument];
      if (from === null || from === undefined || to === undefined || from.item === to) return [];
      return to.type instanceof RankedTensorType ? [{ from, to, operand: 0, type: to.type, times: 1 }] : [];
    });
  }

  /** Each pair of distinct splits is priced once. */
  #reshards(
    tensor: TensorSize,
    made: readonly DimSplits[],
    needed: readonly DimSplits[],
    times: number,
  ): Float64Array {
    const { communication } = this.#prices;
    const [rows, columns] = [distinct(made), distinct(needed)];
    const prices = rows.splits.map((from) =>
      Float64Array.from(columns.splits, (to) => times * communication.reshard(tensor, from, to)),
    );
    const costs = new Float64Array(made.length * needed.length);
    let at = 0;
    for (const row of rows.numbers) for (const column of columns.numbers) costs[at++] = prices[row]![column]!;
    return costs;
  }
}

interface DistinctSplits {
  readonly splits: readonly DimSplits[];
  /** By choice, the number of its splits. */
  readonly numbers: readonly number[];
}

function distinct(choices: readonly DimSplits[]): DistinctSplits {
  const known = new Map<string, number>();
  const splits: DimSplits[] = [];
  const numbers = choices.map((own) => {
    const key = splitsKey(own);
    let number = known.get(key);
    if (number === undefined) {
      known.set(key, (number = splits.length));
      splits.push(own);
    }
    return number;
  });
  return { splits, numbers };
}

function sizeOf(type: RankedTensorType): TensorSize {
  return { shape: type.shape, bytes: bytesOfType(type) };
}
