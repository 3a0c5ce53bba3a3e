import type { FuncOp } from '@shardform/dialect-func';
import {
  type Accumulation,
  indexAttr,
  PipelineOp,
  PlacedTensorType,
  accumulatedType,
  ReturnOp,
  SplitOp,
} from '@shardform/dialect-dist';
import {
  ArrayAttr,
  cloneOp,
  type Context,
  IrMapping,
  type Operation,
  StringAttr,
  TupleType,
  UnitAttr,
  type Value,
  lookUp,
  zip,
} from '@shardform/ir-core';
import { analyzeLayouts, type ArgumentLayouts, type Layouting } from '../layout/analyze.ts';
import { Grid, type Layout } from '../layout/layout.ts';
import { MICROBATCHES } from '../layout/op-rule.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { batchArguments, checkDivisible, replaceFunction, returnedValues } from './dist-function.ts';
import { createLocal } from './local-op.ts';
import { placedTypeOf } from '../placed-type-of.ts';

/** Options of the division of a program into microbatches. */
export interface MicrobatchOptions {
  readonly microbatches: number;
  /** Numbers of the arguments that are batches; by default those that no update changes. */
  readonly batch?: readonly number[];
  /** The schedule of the pipeline; it doesn't affect results. */
  readonly schedule?: string;
}

/**
 * Splits a program's batch into microbatches: the operations on each are the body of a `dist.pipeline`. Operations on
 * the whole batch, such as the update of weights by summed gradients, follow it.
 *
 * @throws StrategyError if the batch can't be split, or the whole of it is needed in between.
 */
export function pipelineMicrobatches(func: FuncOp, options: MicrobatchOptions, context: Context): FuncOp {
  const { microbatches } = options;
  const batches = batchArguments(func, options.batch ?? []);
  checkDivisible(func, batches, microbatches);
  const { entry } = func.body;
  const grid = new Grid([{ name: 'k', size: microbatches }]);
  const layouts = entry.arguments.map((_, i): ArgumentLayouts => [batches.has(i) ? 0 : 'whole']);
  const layouting = analyzeLayouts(entry, grid, layouts, context);
  const parts = partition(func, layouting);
  return replaceFunction(func, func.functionType.inputs, context, (builder, args) => {
    const mapping = new IrMapping();
    zip(entry.arguments, args).forEach(([argument, arg]) => mapping.values.set(argument, arg));
    for (const op of parts.before) builder.clone(op, mapping);
    const local = (value: Value): PlacedTensorType => {
      const type = placedTypeOf(value);
      return type.withShape(grid.localShape(type, lookUp(layouting.values, value)));
    };
    const data = [...batches].map((i) => {
      const input = args[i]!;
      const type = TupleType.get(new Array<PlacedTensorType>(microbatches).fill(local(entry.getArgument(i))));
      const split = { input, axis: indexAttr(0), parts: indexAttr(microbatches) };
      return builder
        .create(SplitOp, split, [type], { attributes: [[MICROBATCHES, UnitAttr.instance]] })
        .getResult();
    });
    const dataArguments = [...batches].map((i) => entry.getArgument(i));
    const accumulate = parts.outputs.map((value) =>
      accumulationOf(value, lookUp(layouting.values, value)[0]!),
    );
    const pipeline = builder.create(
      PipelineOp,
      {
        data,
        invariants: parts.invariants.map((value) => mapping.value(value)),
        accumulate: ArrayAttr.get(accumulate.map((word) => StringAttr.get(word))),
        schedule: options.schedule === undefined ? null : StringAttr.get(options.schedule),
      },
      parts.outputs.map((value, i) => accumulatedType(local(value), accumulate[i], microbatches)),
    );
    builder.atSavedPoint(() => {
      const outside = [...dataArguments, ...parts.invariants];
      const block = builder.createBlock(pipeline.body, outside.map(local));
      const inside = new Map<Value, Value>();
      outside.forEach((value, i) => inside.set(value, block.getArgument(i)));
      for (const op of parts.body) {
        const operands = op.operands.map(({ value }) => lookUp(inside, value));
        const shapes = op.results.map((result) => local(result).shape);
        const results = createLocal(op, operands, shapes, (device) => device, builder).results;
        zip(op.results, results).forEach(([result, made]) => inside.set(result, made));
      }
      builder.create(ReturnOp, { operands: parts.outputs.map((value) => lookUp(inside, value)) });
    });
    zip(parts.outputs, pipeline.outputs).forEach(([value, output]) => mapping.values.set(value, output));
    for (const op of parts.after) builder.insert(cloneOp(op, mapping));
    return returnedValues(func).map((value) => mapping.value(value));
  });
}

interface Partition {
  /** Operations independent of microbatches that the body uses. */
  readonly before: readonly Operation[];
  readonly body: readonly Operation[];
  readonly after: readonly Operation[];
  /** Values of the body that are needed after it. */
  readonly outputs: readonly Value[];
  /** Values from outside that the body uses beside the batches. */
  readonly invariants: readonly Value[];
}

function partition(func: FuncOp, { values, required }: Layouting): Partition {
  const { entry } = func.body;
  const body = new Set<Operation>();
  const waits = new Set<Operation>();
  const before: Operation[] = [];
  const after: Operation[] = [];
  const layoutOf = (value: Value): Layout => lookUp(values, value)[0]!;
  for (const op of entry) {
    if (op.definition.isTerminator) continue;
    const needed = lookUp(required, op).map(([layout]) => layout!);
    const isLate = op.operands.some(({ value }, i) => {
      const { definingOp } = value;
      return (definingOp !== null && waits.has(definingOp)) || layoutOf(value) !== needed[i];
    });
    const isDivided = [...needed, ...op.results.map(layoutOf)].some((layout) => layout !== 'whole');
    if (isLate && isDivided) {
      throw new StrategyError(
        `'${op.name}' works on microbatches, but after something that needs the whole batch`,
      );
    }
    if (isLate) waits.add(op);
    if (isLate) after.push(op);
    else if (isDivided) body.add(op);
    else before.push(op);
  }
  const returned = new Set(returnedValues(func));
  const isOutside = (op: Operation): boolean => !body.has(op);
  const outputs = [...body].flatMap((op) =>
    op.results.filter(
      (result) =>
        returned.has(result) ||
        result.users().some((user) => isOutside(user) && !user.definition.isTerminator),
    ),
  );
  const invariants = new Set<Value>();
  for (const op of body) {
    for (const { value } of op.operands) {
      const isInside = value.definingOp !== null && body.has(value.definingOp);
      if (!isInside && layoutOf(value) === 'whole') invariants.add(value);
    }
  }
  return { before, body: [...body], after, outputs, invariants: [...invariants] };
}

function accumulationOf({ type }: Value, layout: Layout): Accumulation {
  if (layout === 'partial') return 'sum';
  if (layout === 0) return 'concat';
  throw new StrategyError(
    `can't put microbatches of '${String(type)}' together along dimension ${String(layout)}`,
  );
}
