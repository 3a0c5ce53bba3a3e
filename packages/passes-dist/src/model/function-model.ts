import { fusionRole } from '@shardform/cost-model';
import type { FuncOp } from '@shardform/dialect-func';
import { OnOp, PlacedTensorType } from '@shardform/dialect-dist';
import {
  checkInterruptAfter,
  type Context,
  elementByteWidth,
  type Operation,
  STEPS_PER_OPERATION,
  type Type,
  type Value,
  lookUp,
} from '@shardform/ir-core';
import { bodyCost, operationLabel } from '@shardform/runtime-dist';
import { analyzeLayouts, type ArgumentLayouts, type Layouting } from '../layout/analyze.ts';
import { Grid, type Layout } from '../layout/layout.ts';
import type { Stage } from '../schedule/stage-graph.ts';
import type { Degrees } from '../strategy/degrees.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';
import type { Workload } from '../search/candidate.ts';
import { backwardOps } from '../transform/backward.ts';
import {
  batchArguments,
  checkDivisible,
  dividedArguments,
  returnedValues,
} from '../transform/dist-function.ts';
import { assignParts } from '../transform/place-stages.ts';
import { columnsOf } from '../transform/spread.ts';
import type { Fold, ModelInput, ModelOp, ModelResult, SequentialModel } from './sequential-model.ts';

/** The axes of the grid: what divides the batch, and what divides the weights. */
const [BATCH, SHARDS] = [0, 1] as const;

/**
 * Builds the models of a function of tensors that `dist-import` has placed on one device, for each strategy: the input
 * of the search's simulations. Layers are assigned to the pipeline as in `dist-place-stages`, and values are split as
 * in `dist-spread`. Operations on the whole batch, such as the update of weights by their gradients, form the
 * strategy's single update; a value that is split but needed whole is gathered once by each shard.
 *
 * @param batch numbers of the arguments that are batches.
 * @returns a function from strategies to models; it throws StrategyError if the function can't be split accordingly.
 */
export function functionModels(func: FuncOp, batch: readonly number[], context: Context): Workload['model'] {
  const known = new Map<string, SequentialModel>();
  return (_devices, chunks, degrees) => {
    const { data, horizontal, pipeline, microbatches } = degrees;
    const key = [data * microbatches, horizontal, pipeline, chunks].join();
    const found = known.get(key) ?? new FunctionModel(func, batch, degrees, chunks, context).build();
    known.set(key, found);
    return found;
  };
}

class FunctionModel {
  readonly #func: FuncOp;
  readonly #context: Context;
  readonly #degrees: Degrees;
  readonly #parts: number;
  readonly #batches: ReadonlySet<number>;
  readonly #layouting: Layouting;
  readonly #partOf: ReadonlyMap<Operation | Value, number>;
  readonly #backward: ReadonlySet<Operation>;
  readonly #returned: ReadonlySet<Value>;
  /** By the type of a gradient, operations after which no weight of that type is updated. */
  readonly #withoutWeight = new Map<Type, Set<Operation>>();
  readonly #numbers = new Map<Value, number>();

  constructor(func: FuncOp, batch: readonly number[], degrees: Degrees, chunks: number, context: Context) {
    this.#func = func;
    this.#context = context;
    this.#degrees = degrees;
    this.#parts = degrees.pipeline * chunks;
    this.#batches = batchArguments(func, batch);
    const divisions = degrees.data * degrees.microbatches;
    checkDivisible(func, this.#batches, divisions);
    const weights = dividedArguments(func, this.#batches);
    const grid = new Grid([
      { name: 'b', size: divisions },
      { name: 'h', size: degrees.horizontal },
    ]);
    const { entry } = func.body;
    const layouts = entry.arguments.map((argument, i): ArgumentLayouts => [
      this.#batches.has(i) ? 0 : 'whole',
      weights.has(argument) && degrees.horizontal > 1 ? null : 'whole',
    ]);
    this.#layouting = analyzeLayouts(entry, grid, layouts, context, (_argument, axis, op, operand) =>
      axis === SHARDS ? columnsOf(op, operand, context) : null,
    );
    this.#partOf = assignParts(func, this.#parts, this.#batches);
    this.#backward = backwardOps(entry);
    this.#returned = new Set(returnedValues(func));
  }

  build(): SequentialModel {
    const { entry } = this.#func.body;
    const late = this.#lateOps();
    const inputs = entry.arguments.map((argument, i) => this.#input(argument, i));
    entry.arguments.forEach((argument, i) => this.#numbers.set(argument, i));
    const ops: ModelOp[] = [];
    for (const op of entry) {
      checkInterruptAfter(10 * STEPS_PER_OPERATION);
      if (op.definition.isTerminator || late.has(op)) continue;
      ops.push(this.#op(op, late));
      for (const result of op.results) this.#numbers.set(result, this.#numbers.size);
    }
    const lateOps: ModelOp[] = [];
    for (const op of entry) {
      if (!late.has(op)) continue;
      lateOps.push(this.#op(op, late));
      for (const result of op.results) this.#numbers.set(result, this.#numbers.size);
    }
    const stages = Array.from({ length: this.#parts }, (_, part): Stage[] => {
      const { pipeline } = this.#degrees;
      const place = { device: part % pipeline, chunk: Math.floor(part / pipeline) };
      return [
        { name: `f${part}`, ...place, isBackward: false },
        { name: `b${part}`, ...place, isBackward: true },
      ];
    }).flat();
    // The final operations are on the devices of stages, whichever their number.
    const used = stages.map((_, stage) => [...ops, ...lateOps].some((op) => op.stage === stage));
    const places = stages.map((_, stage) => used.slice(0, stage).filter(Boolean).length);
    return {
      name: this.#func.symName.value,
      inputs,
      ops: ops.map((op) => ({ ...op, stage: places[op.stage]! })),
      late: lateOps.map((op) => ({ ...op, stage: places[op.stage]! })),
      stages: stages.filter((_, stage) => used[stage]),
      elementBytes: 4,
    };
  }

  /** Operations that depend on sums over the whole batch, and their users. */
  #lateOps(): Set<Operation> {
    const late = new Set<Operation>();
    for (const op of this.#func.body.entry) {
      if (op.definition.isTerminator) continue;
      const required = lookUp(this.#layouting.required, op);
      const waits = op.operands.some(({ value }, i) => {
        const own = this.#layoutOf(value, BATCH);
        const { definingOp } = value;
        return (
          (definingOp !== null && late.has(definingOp)) || (own !== 'whole' && own !== required[i]![BATCH])
        );
      });
      if (waits) late.add(op);
    }
    return late;
  }

  #layoutOf(value: Value, axis: number): Layout {
    return lookUp(this.#layouting.values, value)[axis]!;
  }

  #input(argument: Value, index: number): ModelInput {
    const type = placedType(argument);
    const shard = this.#layoutOf(argument, SHARDS);
    return {
      name: `arg${index}`,
      shape: type.shape,
      elementBytes: bytesOf(type),
      isBatch: this.#batches.has(index),
      shardAxis: typeof shard === 'number' ? shard : null,
    };
  }

  #op(op: Operation, late: ReadonlySet<Operation>): ModelOp {
    if (!(op instanceof OnOp))
      throw new StrategyError(`'${op.name}' can't be searched for: give a function of tensors`);
    const { grid } = this.#layouting;
    const isLate = late.has(op);
    const shapes = op.results.map((result) =>
      grid.localShape(placedType(result), lookUp(this.#layouting.values, result)),
    );
    const isDivided = (axis: number): boolean =>
      [
        ...lookUp(this.#layouting.required, op).map((layouts) => layouts[axis]!),
        ...op.results.map((result) => this.#layoutOf(result, axis)),
      ].some((layout) => typeof layout === 'number');
    const share = grid.axes.reduce(
      // The final operations process the whole batch.
      (parts, { size }, axis) => (isDivided(axis) && !(isLate && axis === BATCH) ? parts * size : parts),
      1,
    );
    const part = lookUp(this.#partOf, op);
    const cost = bodyCost(op, this.#context);
    return {
      kind: 'Composite',
      operands: op.operandValues().map((value) => lookUp(this.#numbers, value)),
      results: op.results.map((result) => this.#result(result, late)),
      stage: 2 * part + (this.#backward.has(op) ? 1 : 0),
      infer: () => shapes,
      flops: cost.flops / share,
      cost: {
        flops: cost.flops / share,
        arithmetic: cost.arithmetic,
        reads: cost.reads.map((bytes) => (bytes === null ? null : bytes / share)),
        writes: cost.writes === null ? null : cost.writes / share,
        traffic: cost.traffic === null ? null : cost.traffic / share,
        launches: cost.launches,
      },
      ...(cost.main === null
        ? {}
        : { fusion: fusionRole(cost.main, this.#context), label: operationLabel(cost.main) }),
    };
  }

  #result(value: Value, late: ReadonlySet<Operation>): ModelResult {
    const users = value.users();
    const isReturned = this.#returned.has(value);
    const isLate = users.some((user) => late.has(user));
    const shard = this.#layoutOf(value, SHARDS);
    const needs = users.flatMap((user) =>
      user.operands.flatMap((operand, i) =>
        operand.value === value && !user.definition.isTerminator
          ? [lookUp(this.#layouting.required, user)[i]![SHARDS]!]
          : [],
      ),
    );
    const elsewhere = needs.some((layout) => layout !== shard) && this.#degrees.horizontal > 1;
    let fold: Fold | null = null;
    if (isReturned || isLate) fold = this.#layoutOf(value, BATCH) === 0 ? 'concat' : 'sum';
    return {
      fold,
      isPartial: shard === 'partial' && (elsewhere || isReturned),
      gatherAxis: typeof shard === 'number' && elsewhere ? shard : null,
      gradientOf: isLate ? this.#weightOf(value, late) : null,
      elementBytes: bytesOf(placedType(value)),
    };
  }

  /** The argument of the gradient's type that is updated with it. */
  #weightOf(gradient: Value, late: ReadonlySet<Operation>): number | null {
    const without = this.#withoutWeight.get(gradient.type) ?? new Set();
    const seen = new Set<Operation>();
    const pending = gradient.users().filter((user) => late.has(user));
    for (let op = pending.pop(); op !== undefined; op = pending.pop()) {
      if (seen.has(op) || without.has(op)) continue;
      seen.add(op);
      for (const { value } of op.operands) {
        // Arguments have the first numbers.
        const index = this.#numbers.get(value) ?? Infinity;
        const isWeight = index < this.#func.functionType.inputs.length && !this.#batches.has(index);
        if (isWeight && value.type === gradient.type) return index;
      }
      for (const result of op.results) pending.push(...result.users().filter((user) => late.has(user)));
    }
    for (const op of seen) without.add(op);
    this.#withoutWeight.set(gradient.type, without);
    return null;
  }
}

function placedType({ type }: Value): PlacedTensorType {
  if (type instanceof PlacedTensorType) return type;
  throw new StrategyError(`has a value of type '${String(type)}', which is no tensor on a device`);
}

function bytesOf({ elementType }: PlacedTensorType): number {
  return elementByteWidth(elementType) ?? 1;
}
