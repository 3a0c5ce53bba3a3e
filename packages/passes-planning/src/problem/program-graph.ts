import { CallOp, type FuncOp } from '@shardform/dialect-func';
import {
  type DataFlowOp,
  dataFlowOf,
  getSharding,
  ManualComputationOp,
  PropagationBarrierOp,
  ReshardOp,
  ShardingConstraintOp,
} from '@shardform/dialect-sdy';
import { tripCount, WhileOp } from '@shardform/dialect-stablehlo';
import {
  type Block,
  checkInterrupt,
  type Context,
  isPure,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { PlanningError } from './planning-error.ts';

/**
 * What has one sharding, or one way to be divided: an operation, or a value whose sharding is not that of an operation
 * (an argument, a value that is annotated, or what a loop or a branch passes on).
 */
export type Item = Operation | Value;

/** A value as something makes it. */
export interface Origin {
  readonly item: Item;
  /** The number of the result, 0 for a value. */
  readonly result: number;
}

/** A tensor that goes from where it is made to where it is used. */
export interface Flow {
  readonly from: Origin;
  readonly to: Item;
  /** The operand of an operation; a value has only one. */
  readonly operand: number;
  readonly type: RankedTensorType;
  /** How often, in one run. */
  readonly times: number;
}

/** A function as items and what goes from one to another. */
export interface ProgramGraph {
  /** In the order of the program, with how often each is executed in one run. */
  readonly items: ReadonlyMap<Item, number>;
  readonly flows: readonly Flow[];
  /** Where the results of the function are made; `null` for constants, which need no sharding. */
  readonly results: readonly (Origin | null)[];
  /** Loops of which the number of iterations is not known: they count once. */
  readonly unknownLoops: readonly WhileOp[];
}

/**
 * Returns the graph of a function without calls. Constants and what is computed from nothing else are left out: each
 * device has the part that it needs.
 *
 * @throws PlanningError for sizes that are not known.
 * @throws Interrupted
 */
export function programGraph(func: FuncOp, context: Context): ProgramGraph {
  const reader = new GraphReader(context);
  for (const argument of func.entry.arguments) reader.addValue(argument, [], 1);
  reader.read(func.entry, 1);
  const results = func.entry.terminator?.operandValues() ?? [];
  const { items, flows, unknownLoops } = reader;
  return { items, flows, unknownLoops, results: results.map((value) => reader.originOf(value)) };
}

class GraphReader {
  readonly items = new Map<Item, number>();
  readonly flows: Flow[] = [];
  readonly unknownLoops: WhileOp[] = [];
  readonly #context: Context;
  readonly #origins = new Map<Value, Origin>();

  constructor(context: Context) {
    this.#context = context;
  }

  originOf(value: Value): Origin | null {
    return this.#origins.get(value) ?? null;
  }

  /** Adds a value that has a sharding of its own. @param targets other values that are the same. */
  addValue(value: Value, targets: readonly Value[], times: number): void {
    if (!(value.type instanceof RankedTensorType)) return;
    refuseDynamic(value);
    this.items.set(value, times);
    for (const own of [value, ...targets]) this.#origins.set(own, { item: value, result: 0 });
  }

  read(block: Block, times: number): void {
    for (const op of block) {
      checkInterrupt();
      if (op.definition.isTerminator) continue;
      const dataFlow = op instanceof ManualComputationOp ? null : dataFlowOf(op, this.#context);
      if (dataFlow !== null) this.#readDataFlow(op, dataFlow, times);
      else if (isIdentity(op)) this.#readIdentity(op, times);
      else if (!this.#isConstant(op)) this.#addOperation(op, times);
    }
  }

  /** Values that a loop or a branch passes on are items; what is inside is divided like everything else. */
  #readDataFlow(op: Operation, dataFlow: DataFlowOp, times: number): void {
    const owners = [...dataFlow.blockArgumentOwners, ...dataFlow.resultOwners];
    const inside = times * this.#executions(op);
    for (const owner of owners) this.addValue(owner, dataFlow.otherTargets(owner), inside);
    for (const region of op.regions) for (const block of region.blocks) this.read(block, inside);
    for (const owner of owners)
      for (const source of dataFlow.sources(owner))
        this.#addFlow(source.value, owner, 0, source.owner === op ? times : inside);
  }

  #executions(op: Operation): number {
    if (!(op instanceof WhileOp)) return 1;
    const trips = tripCount(op);
    if (trips === null) this.unknownLoops.push(op);
    return trips ?? 1;
  }

  /** The result is the operand, split in another way perhaps. */
  #readIdentity(op: Operation, times: number): void {
    const [operand, result] = [op.getOperand(0), op.getResult()];
    if (this.originOf(operand) === null) return;
    this.#addFlow(operand, result, 0, times);
    this.addValue(result, [], times);
  }

  #addOperation(op: Operation, times: number): void {
    this.items.set(op, times);
    op.operandValues().forEach((value, operand) => this.#addFlow(value, op, operand, times));
    for (const result of op.results) {
      refuseDynamic(result);
      this.#origins.set(result, { item: op, result: result.index });
      if (getSharding(result, this.#context) === null) continue;
      // The value is resharded to what is written, whatever the operation leaves.
      this.#addFlow(result, result, 0, times);
      this.addValue(result, [], times);
    }
  }

  #addFlow(value: Value, to: Item, operand: number, times: number): void {
    const from = this.originOf(value);
    const { type } = value;
    if (from === null || !(type instanceof RankedTensorType) || type.shape.length === 0) return;
    this.flows.push({ from, to, operand, type, times });
  }

  #isConstant(op: Operation): boolean {
    if (op instanceof CallOp || !isPure(op, this.#context)) return false;
    return op.operandValues().every((value) => this.originOf(value) === null);
  }
}

function isIdentity(op: Operation): boolean {
  return op instanceof ShardingConstraintOp || op instanceof ReshardOp || op instanceof PropagationBarrierOp;
}

function refuseDynamic(value: Value): void {
  const { type } = value;
  if (type instanceof RankedTensorType && type.shape.some((size) => size < 0))
    throw new PlanningError(
      value,
      `the sizes of '${String(type)}' are not known; give them with '--dim', or export the program with static shapes`,
    );
}
