import {
  AddOp,
  ConcatOp,
  indexAttr,
  ParOp,
  PipelineOp,
  ReturnOp,
  SelectOp,
  TupleOp,
} from '@shardform/dialect-dist';
import {
  Builder,
  type Context,
  type Operation,
  TupleType,
  UnitAttr,
  type Value,
  lookUp,
  zip,
} from '@shardform/ir-core';
import { MICROBATCHES } from '../layout/op-rule.ts';
import { scheduleNamed } from '../schedule/named-schedules.ts';
import { type ScheduleItem, type Stage, type Timestep } from '../schedule/stage-graph.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { createLocal } from './local-op.ts';
import { splitProductGradients, stagesOf } from './pipeline-stages.ts';
import { placedTypeOf } from '../placed-type-of.ts';

/** Options of unrolling pipelines. */
export interface UnrollOptions {
  /** Name of the schedule; by default what the pipeline names, else `gpipe`. */
  readonly schedule?: string;
  /** True if what several devices do in a timestep is put into a `dist.par`. */
  readonly par?: boolean;
  /** Is told which stage and microbatch each operation that is made belongs to. */
  readonly onMade?: (op: Operation, role: PipelineRole) => void;
}

/** What an operation of a pipeline that was written out is for. */
export interface PipelineRole {
  readonly stage: Stage;
  readonly microbatch: number;
}

/**
 * Replaces each pipeline in an operation by its stages for each microbatch, in the order of a schedule: timestep by
 * timestep, in each the devices in order. Sums grow as microbatches complete.
 *
 * @throws StrategyError for an unknown schedule; ScheduleError or RangeError for one that can't be made.
 */
export function unrollPipelines(root: Operation, options: UnrollOptions, context: Context): void {
  const pipelines: PipelineOp[] = [];
  root.walkOf(PipelineOp, (op) => {
    pipelines.push(op);
  });
  for (const op of pipelines) {
    const name = options.schedule ?? op.schedule?.value ?? 'gpipe';
    const weightsApart = name === 'zb-h1';
    if (weightsApart) splitProductGradients(op, context);
    const { graph, ops } = stagesOf(op, weightsApart);
    const schedule = scheduleNamed(name, graph, op.microbatches);
    if (schedule === null) throw new StrategyError(`there is no schedule '${name}'`);
    const onMade = (made: Operation, { stage, microbatch }: ScheduleItem): void =>
      options.onMade?.(made, { stage: graph.stages[stage]!, microbatch });
    new Unrolling(op, ops, context, onMade).unroll(schedule, options.par === true);
    op.erase();
  }
}

class Unrolling {
  readonly #op: PipelineOp;
  readonly #ops: readonly (readonly Operation[])[];
  readonly #builder: Builder;
  readonly #onMade: (made: Operation, item: ScheduleItem) => void;
  /** By microbatch, the mapping of the body's values. */
  readonly #values: Map<Value, Value>[];
  readonly #returned: readonly Value[];
  readonly #sums: (Value | undefined)[];

  constructor(
    op: PipelineOp,
    ops: readonly (readonly Operation[])[],
    context: Context,
    onMade: (made: Operation, item: ScheduleItem) => void,
  ) {
    this.#op = op;
    this.#onMade = onMade;
    this.#ops = ops;
    this.#builder = new Builder(context);
    this.#builder.location = op.location;
    this.#builder.setInsertionPoint(op);
    this.#values = Array.from({ length: op.microbatches }, () => new Map<Value, Value>());
    this.#returned = op.entry.getTerminator().operandValues();
    this.#sums = this.#returned.map(() => undefined);
  }

  unroll(schedule: readonly Timestep[], par: boolean): void {
    const { data, invariants, entry } = this.#op;
    data.forEach((tuple, k) => {
      zip(tuple.type.types, this.#values).forEach(([type, value], i) => {
        const part = this.#builder.create(SelectOp, { tuple, index: indexAttr(i) }, [type]).result;
        value.set(entry.getArgument(k), part);
      });
    });
    invariants.forEach((value, i) => {
      for (const values of this.#values) values.set(entry.getArgument(data.length + i), value);
    });
    for (const items of schedule) {
      if (par && items.length > 1) this.#addPar(items);
      else items.forEach((item) => this.#addItem(item));
      items.forEach((item) => this.#addSums(item));
    }
    this.#op.replaceAllUsesWith(this.#op.outputs.map((_, i) => this.#accumulated(i)));
  }

  /** @returns the operations' results, in the body and in the program. */
  #addItem(item: ScheduleItem): (readonly [Value, Value])[] {
    const { stage, microbatch } = item;
    const values = this.#values[microbatch]!;
    return this.#ops[stage]!.flatMap((op) => {
      const operands = op.operands.map(({ value }) => lookUp(values, value));
      const shapes = op.results.map((value) => placedTypeOf(value).shape);
      const made = createLocal(op, operands, shapes, (device) => device, this.#builder);
      this.#onMade(made, item);
      const { results } = made;
      zip(op.results, results).forEach(([result, own]) => values.set(result, own));
      return zip(op.results, results).map(([result, own]) => [result, own] as const);
    });
  }

  #addPar(items: Timestep): void {
    const par = this.#builder.create(ParOp, {}, []);
    const made = this.#builder.atSavedPoint(() => {
      this.#builder.createBlock(par.body);
      const all = items.flatMap((item) =>
        this.#addItem(item).map(([inner, value]) => ({ microbatch: item.microbatch, inner, value })),
      );
      this.#builder.create(ReturnOp, { operands: all.map(({ value }) => value) });
      return all;
    });
    par.setResultTypes(made.map(({ value }) => value.type));
    made.forEach(({ microbatch, inner }, i) => this.#values[microbatch]!.set(inner, par.getResult(i)));
  }

  /** Adds what a stage has computed of sums over microbatches. */
  #addSums(item: ScheduleItem): void {
    const { stage, microbatch } = item;
    const results = new Set<Value>(this.#ops[stage]!.flatMap((op) => op.results));
    this.#returned.forEach((value, i) => {
      if (this.#op.accumulations[i] !== 'sum' || !results.has(value)) return;
      const own = this.#values[microbatch]!.get(value)!;
      const sum = this.#sums[i];
      if (sum === undefined) {
        this.#sums[i] = own;
        return;
      }
      const added = this.#builder.create(AddOp, { lhs: sum, rhs: own }, [own.type]);
      this.#onMade(added, item);
      this.#sums[i] = added.result;
    });
  }

  #accumulated(index: number): Value {
    const accumulation = this.#op.accumulations[index]!;
    const { type } = this.#op.outputs[index]!;
    const inputs = this.#values.map((values) => lookUp(values, this.#returned[index]!));
    if (accumulation === 'sum') {
      // A value that no stage computes, such as an argument of the body, is accumulated here.
      return (
        this.#sums[index] ??
        inputs.reduce((sum, own) => this.#builder.create(AddOp, { lhs: sum, rhs: own }, [own.type]).result)
      );
    }
    if (type instanceof TupleType) return this.#builder.create(TupleOp, { inputs }, [type]).result;
    const attributes = [[MICROBATCHES, UnitAttr.instance]] as const;
    return this.#builder.create(ConcatOp, { inputs, axis: indexAttr(0) }, [type], { attributes }).result;
  }
}
