import type { FuncOp } from '@shardform/dialect-func';
import { elementCountOf, indexAttr, SendOp } from '@shardform/dialect-dist';
import type { Context, Operation, Value } from '@shardform/ir-core';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { backwardOps, markBackward } from './backward.ts';
import { balancedCuts } from './balanced-cuts.ts';
import {
  batchArguments,
  devicesOf,
  dividedArguments,
  replaceFunction,
  returnedValues,
} from './dist-function.ts';
import { createLocal } from './local-op.ts';
import { markPart } from './pipeline-stages.ts';
import { placedTypeOf } from '../placed-type-of.ts';
import { lookUp, zip } from '@shardform/ir-core';

/** Options of the placement of a program on devices. */
export interface PlaceOptions {
  /** Numbers of the arguments that are batches; by default those that no update changes. */
  readonly batch?: readonly number[];
  /** Runs of layers per device, 1 by default: the devices get the first ones in order, and then the next. */
  readonly chunks?: number;
}

/**
 * Places a program of one device on several, numbered from 0, one stage on each: DistIR's model parallelism. Weights
 * are assigned to stages in the order of their first use, in runs of about equal size. An operation is placed with its
 * weight; without one it is placed, in the forward pass, on the last stage that it depends on, and in the backward pass
 * with the forward values that it depends on, but on no later stage than its gradients. A weight that several stages
 * use, such as a tied embedding, is sent to those after the first. Arguments are placed at their first use, and results
 * stay where they are computed.
 *
 * @throws StrategyError if there are fewer weights than stages.
 */
export function placeStages(
  func: FuncOp,
  stages: number,
  context: Context,
  { batch = [], chunks = 1 }: PlaceOptions = {},
): FuncOp {
  const { entry } = func.body;
  if (devicesOf(func).length > 1)
    throw new StrategyError(`@${func.symName.value} is placed on several devices already`);
  const partOf = assignParts(func, stages * chunks, batchArguments(func, batch));
  const backward = backwardOps(entry);
  const part = (value: Value): number => partOf.get(value) ?? 0;
  const deviceOf = (own: number): number => own % stages;
  const inputs = entry.arguments.map((argument) => placedTypeOf(argument).onDevice(deviceOf(part(argument))));
  return replaceFunction(func, inputs, context, (builder, args) => {
    // By value, then by stage.
    const placed = new Map<Value, Map<number, Value>>();
    zip(entry.arguments, args).forEach(([argument, arg]) =>
      placed.set(argument, new Map([[deviceOf(part(argument)), arg]])),
    );
    const mark = (op: Operation, own: number): void => {
      if (chunks > 1) markPart(op, own);
    };
    const at = (value: Value, stage: number): Value => {
      const places = lookUp(placed, value);
      const known = places.get(stage);
      if (known !== undefined) return known;
      const [input] = places.values();
      const type = placedTypeOf(input!).onDevice(stage);
      const send = builder.create(SendOp, { input: input!, device: indexAttr(stage) }, [type]);
      const source = value.definingOp;
      if (source !== null && backward.has(source)) markBackward(send);
      mark(send, part(value));
      places.set(stage, send.result);
      return send.result;
    };
    for (const op of entry) {
      if (op.definition.isTerminator) continue;
      const own = lookUp(partOf, op);
      const stage = deviceOf(own);
      const operands = op.operands.map(({ value }) => at(value, stage));
      const shapes = op.results.map((value) => placedTypeOf(value).shape);
      const copy = createLocal(op, operands, shapes, () => stage, builder);
      if (backward.has(op)) markBackward(copy);
      mark(copy, own);
      op.results.forEach((result, i) => placed.set(result, new Map([[stage, copy.getResult(i)]])));
    }
    return returnedValues(func).map((value) => [...lookUp(placed, value).values()][0]!);
  });
}

/** Assigns each operation and argument to a chunk of the model: runs of layers, numbered in their order. */
export function assignParts(
  func: FuncOp,
  stages: number,
  batches: ReadonlySet<number>,
): Map<Operation | Value, number> {
  const { entry } = func.body;
  const weights = dividedArguments(func, batches);
  const inUse: Value[] = [];
  for (const op of entry) {
    for (const { value } of op.operands) if (weights.has(value) && !inUse.includes(value)) inUse.push(value);
  }
  // Programs without weights, and those of one stage, have nothing to deal.
  if (stages > 1 && inUse.length < stages)
    throw new StrategyError(`can't deal ${inUse.length} weights to ${stages} stages`);
  const cuts = balancedCuts(
    inUse.map((value) => elementCountOf(placedTypeOf(value))),
    stages,
  );
  const stageOf = new Map<Operation | Value, number>();
  inUse.forEach((weight, i) =>
    stageOf.set(
      weight,
      cuts.findLastIndex((start) => start <= i),
    ),
  );
  const backward = backwardOps(entry);
  const isPinned = (op: Operation): boolean => op.operandValues().some((value) => weights.has(value));
  const ops = [...entry].filter((op) => !op.definition.isTerminator);
  const place = (op: Operation, stage: number): void => {
    stageOf.set(op, stage);
    for (const result of op.results) stageOf.set(result, stage);
  };
  // The stages of the forward pass that use a weight.
  const usesOf = new Map<Value, Set<number>>();
  for (const op of ops) {
    const stage = firstChoice(op, usesOf, weights, backward, stageOf);
    place(op, stage);
    for (const value of op.operandValues()) {
      if (!weights.has(value) || backward.has(op)) continue;
      const uses = usesOf.get(value);
      if (uses === undefined) usesOf.set(value, new Set([stage]));
      else uses.add(stage);
    }
    for (const { value } of op.operands) if (!stageOf.has(value)) stageOf.set(value, lookUp(stageOf, op));
  }
  // Gradients go from later stages to earlier ones: what a later stage needs of an earlier one moves there.
  for (const op of ops.reverse()) {
    if (!backward.has(op) || isPinned(op)) continue;
    const users = op.results.flatMap((result) => result.users()).filter((user) => backward.has(user));
    place(op, Math.max(lookUp(stageOf, op), ...users.map((user) => lookUp(stageOf, user))));
  }
  return stageOf;
}

/** Returns the stage of an operation as far as its operands determine it. */
function firstChoice(
  op: Operation,
  usesOf: ReadonlyMap<Value, ReadonlySet<number>>,
  weights: ReadonlySet<Value>,
  backward: ReadonlySet<Operation>,
  stageOf: ReadonlyMap<Operation | Value, number>,
): number {
  const stagesOf = (values: readonly Value[]): number[] =>
    values.flatMap((value) => stageOf.get(value) ?? []);
  const values = op.operandValues();
  const own = values.filter((value) => weights.has(value));
  // Activations go from earlier stages to later ones, also to a use of an earlier stage's weight.
  if (!backward.has(op)) return Math.max(0, ...stagesOf(values));
  const isGradient = ({ definingOp }: Value): boolean => definingOp !== null && backward.has(definingOp);
  const kept = stagesOf(values.filter((value) => !isGradient(value)));
  const gradients = stagesOf(values.filter(isGradient));
  if (own.length > 0) {
    // Gradients go the other way: to the last stage before them that has the weight.
    const latest = Math.min(...gradients);
    const stages = own.map((weight) => {
      const before = [...(usesOf.get(weight) ?? [])].filter((stage) => stage <= latest);
      return before.length === 0 ? lookUp(stageOf, weight) : Math.max(...before);
    });
    return Math.max(...stages);
  }
  if (gradients.length === 0) return Math.max(0, ...kept);
  return kept.length === 0 ? Math.min(...gradients) : Math.min(Math.max(...kept), ...gradients);
}
