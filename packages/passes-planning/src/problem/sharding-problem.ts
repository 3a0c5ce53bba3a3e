import { type Machine, machineDevice, type OperationCost, operationCost } from '@shardform/cost-model';
import {
  getSharding,
  type MeshAttr,
  ManualComputationOp,
  type OpShardingRuleAttr,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  type Block,
  BlockArgument,
  checkInterruptAfter,
  type Context,
  Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { attachedShardingRule, partitionRule, registeredShardingRule } from '@shardform/passes-sharding';

import { complies, splitsOf } from './annotations.ts';
import { CommunicationPrices } from './communication-prices.ts';
import { type DimSplits, evenSplits, STEPS_PER_DIMENSION } from './dim-splits.ts';
import { flowPlaces } from './flow-places.ts';
import { itemClasses } from './item-classes.ts';
import { KernelWorks } from './kernel-prices.ts';
import { PlanningError } from './planning-error.ts';
import { opStrategies, type Prices, type Strategy } from './op-strategies.ts';
import { type Flow, type Item, programGraph, type ProgramGraph } from './program-graph.ts';
import { type ReshardTable, ReshardTables, sizeOf } from './reshard-tables.ts';
import { sharedUses, type SharedUses } from './shared-uses.ts';
import { type Slack, Slacks } from './slack.ts';

/** Items that are divided alike, and the ways to divide them. */
export interface ChoiceClass {
  readonly members: readonly Item[];
  readonly strategies: readonly Strategy[];
  /** How often its members are executed in one run, together. */
  readonly times: number;
  readonly slack: Slack;
  /** What one execution of a member does on all parts together; `null` for a value. */
  readonly cost: OperationCost | null;
}

/** A tensor that goes from items of a class to items of a class. */
export interface ClassFlow extends ReshardTable {
  /** The class where it is made. */
  readonly a: number;
  /** The number of the result. */
  readonly result: number;
  /** The class where it is used. */
  readonly b: number;
  readonly operand: number;
  /** How often in one run. */
  readonly times: number;
  readonly slack: Slack;
}

/** The shardings of a program as a choice for each class of items. */
export interface ShardingProblem {
  readonly func: FuncOp;
  readonly context: Context;
  readonly communication: CommunicationPrices;
  readonly graph: ProgramGraph;
  readonly classes: readonly ChoiceClass[];
  /** The class of each item, by number. */
  readonly classOf: ReadonlyMap<Item, number>;
  readonly flows: readonly ClassFlow[];
  /** Flows whose uses may share copies, made when they are asked for. */
  readonly sharedUses: () => readonly SharedUses[];
  /** What parameters become, which flows to them. */
  readonly tied: readonly Flow[];
  /** By flow of the graph and tied flow, the number of the flow of classes that it is one of. */
  readonly flowNumbers: readonly number[];
  /** By result of the function, how the program splits it; `null` where it doesn't say. */
  readonly annotations: readonly (TensorShardingAttr | null)[];
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
}

/** Up to so many items each has a choice of its own. */
const MOST_EXACT = 500;

/** Items whose neighbours differ at this distance or less are divided independently. */
const CLASS_DISTANCE = 2;

/**
 * Returns the problem of dividing a function without calls among the devices of a mesh.
 *
 * @throws PlanningError where the program asks for what can't be had.
 * @throws CostError for an operation of unknown cost.
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

/** What goes from a class to a class, while it is collected. */
interface FoundFlow {
  readonly flow: Flow;
  readonly number: number;
  readonly places: Set<number>;
  times: number;
}

type FlowsOfClasses = Pick<ShardingProblem, 'flows' | 'flowNumbers' | 'sharedUses' | 'tied'>;

class ProblemBuilder {
  readonly #func: FuncOp;
  readonly #context: Context;
  readonly #options: ShardingProblemOptions;
  readonly #graph: ProgramGraph;
  readonly #prices: Prices;
  readonly #slacks: Slacks;
  readonly #works = new Map<Block | null, KernelWorks>();
  readonly #rules = new Map<Operation, OpShardingRuleAttr | null>();

  constructor(func: FuncOp, context: Context, options: ShardingProblemOptions) {
    this.#func = func;
    this.#context = context;
    this.#options = options;
    this.#graph = programGraph(func, context);
    this.#prices = {
      device: machineDevice(options.machine),
      communication: new CommunicationPrices(options.mesh, options.machine),
    };
    this.#slacks = new Slacks(this.#graph);
  }

  build(): ShardingProblem {
    const { items } = this.#graph;
    const classOf =
      items.size <= MOST_EXACT
        ? new Map(Array.from(items.keys(), (item, number) => [item, number]))
        : itemClasses(this.#graph, (item) => this.#keyOf(item), CLASS_DISTANCE);
    const members: Item[][] = [];
    for (const [item, number] of classOf) (members[number] ??= []).push(item);
    const classes = members.map((own): ChoiceClass => ({
      ...{ members: own, strategies: this.#strategiesOf(own[0]!), slack: this.#slacks.ofResults(own[0]!) },
      times: own.reduce((sum, item) => sum + items.get(item)!, 0),
      cost: this.#costOf(own[0]!),
    }));
    this.#addResults(classes, classOf);
    const { communication } = this.#prices;
    return {
      func: this.#func,
      context: this.#context,
      communication,
      graph: this.#graph,
      classes,
      classOf,
      ...this.#flows(classes, classOf),
      annotations: this.#func.functionType.results.map((_, result) => this.#resultAnnotation(result)),
    };
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

  /** What an argument becomes says how it is split, too. */
  #annotationOf(value: Value): TensorShardingAttr | null {
    return getSharding(value, this.#context) ?? this.#wantedOf(value);
  }

  #wantedOf(value: Value): TensorShardingAttr | null {
    if (!(value instanceof BlockArgument) || value.owner !== this.#func.entry) return null;
    const results = this.#options.ties.filter(({ argument }) => argument === value.index);
    return results.reduce<TensorShardingAttr | null>(
      (found, { result }) => found ?? this.#resultAnnotation(result),
      null,
    );
  }

  #resultAnnotation(result: number): TensorShardingAttr | null {
    const annotation = valueAttrs(this.#func, 'res_attrs', result).get(SHARDING);
    return annotation instanceof TensorShardingAttr ? annotation : null;
  }

  #costOf(item: Item): OperationCost | null {
    const isOne = item instanceof Operation && !(item instanceof ManualComputationOp);
    return isOne ? operationCost(item, this.#context) : null;
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
    return this.#splitsFor(type.shape, this.#annotationOf(item), item).map((splits) => ({
      ...{ operands: [splits], results: [splits] },
      ...{ seconds: 0, parts: 1, communication: 0, partialBytes: 0 },
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
    const found = all.filter((splits) => {
      checkInterruptAfter(STEPS_PER_DIMENSION * (1 + splits.length));
      return complies(splits, annotation, mesh);
    });
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
      ...{ seconds: 0, parts: 1, communication: 0, partialBytes: 0 },
    };
  }

  /** Adds what it takes to leave the results as they are annotated; those that arguments become flow to them. */
  #addResults(classes: ChoiceClass[], classOf: ReadonlyMap<Item, number>): void {
    const { communication } = this.#prices;
    const tied = new Set(this.#options.ties.map(({ result }) => result));
    for (const [index, origin] of this.#graph.results.entries()) {
      const type = this.#func.functionType.results[index];
      const annotation = tied.has(index) ? null : this.#resultAnnotation(index);
      if (origin === null || annotation === null || !(type instanceof RankedTensorType)) continue;
      const wanted = this.#splitsFor(type.shape, annotation, null);
      const number = classOf.get(origin.item)!;
      const own = classes[number]!;
      const strategies = own.strategies.map((strategy) => {
        const from = strategy.results[origin.result]!;
        const costs = wanted.map((to) => communication.reshard(sizeOf(type), from, to));
        const least = Math.min(...costs.map((cost) => cost.communication + cost.kernels)) / own.times;
        return { ...strategy, communication: strategy.communication + least };
      });
      classes[number] = { ...own, strategies };
    }
  }

  /** What goes between classes, with what resharding it costs. */
  #flows(classes: readonly ChoiceClass[], classOf: ReadonlyMap<Item, number>): FlowsOfClasses {
    const found = new Map<string, FoundFlow>();
    const tied = this.#tiedFlows();
    const all = [...this.#graph.flows, ...tied];
    const places = flowPlaces(all);
    const flowNumbers = all.map((flow, i) => {
      const { from, to, operand, type, times } = flow;
      const key = `${classOf.get(from.item)!}.${from.result} ${classOf.get(to)!}.${operand} ${type.id}`;
      let known = found.get(key);
      if (known === undefined)
        found.set(key, (known = { flow, number: found.size, times: 0, places: new Set() }));
      // Uses that are divided alike share a copy.
      if (!known.places.has(places[i]!)) known.times += times;
      known.places.add(places[i]!);
      return known.number;
    });
    const tables = new ReshardTables(this.#prices.communication, this.#context);
    const flows = Array.from(found.values(), ({ flow, times }): ClassFlow => {
      const { from, to, operand, type } = flow;
      const [a, b] = [classOf.get(from.item)!, classOf.get(to)!];
      const made = classes[a]!.strategies.map(({ results }) => results[from.result]!);
      const needed = classes[b]!.strategies.map(({ operands }) => operands[operand]!);
      return {
        ...tables.between(type, to, made, needed),
        ...{ a, result: from.result, b, operand, times, slack: this.#slacks.ofFlow(flow) },
      };
    });
    let shared: readonly SharedUses[] | null = null;
    const sharing = (): readonly SharedUses[] => (shared ??= sharedFlows([...found.values()], flows, tables));
    return { flows, flowNumbers, tied, sharedUses: sharing };
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
}

/** Groups flows of a tensor to uses in the same places. */
function sharedFlows(
  found: readonly FoundFlow[],
  flows: readonly ClassFlow[],
  tables: ReshardTables,
): readonly SharedUses[] {
  const groups = new Map<string, number[]>();
  for (const [number, { places }] of found.entries()) {
    const { a, b, result, type } = flows[number]!;
    if (a === b) continue;
    const key = `${a}.${result} ${type.id} ${[...places].sort((one, other) => one - other).join()}`;
    groups.set(key, [...(groups.get(key) ?? []), number]);
  }
  return [...groups.values()].flatMap((numbers) => {
    if (numbers.length === 1) return [];
    const users = numbers.map((number) => found[number]!.flow.to);
    const own = numbers.map((number) => flows[number]!);
    return sharedUses(numbers, own, users, tables) ?? [];
  });
}
