import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  communicationOps,
  ConcatOp,
  OnOp,
  PlacedTensorType,
  placedTypes,
  SendOp,
  SgdOp,
  SplitOp,
  tupleOps,
} from '@shardform/dialect-dist';
import {
  type AnyOpClass,
  type Block,
  Builder,
  type Context,
  FunctionType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { StrategyError } from '../strategy/flat-strategy.ts';

/** Replaces a function by another one of the same name. */
export function replaceFunction(
  func: FuncOp,
  inputs: readonly Type[],
  context: Context,
  build: (builder: Builder, args: readonly Value[]) => readonly Value[],
): FuncOp {
  const builder = new Builder(context);
  builder.location = func.location;
  builder.setInsertionPoint(func);
  const options = { attributes: func.discardable };
  const args = { symName: func.symName, functionType: FunctionType.get(inputs, []) };
  const replacement = builder.create(FuncOp, args, [], options);
  const entry = builder.createBlock(replacement.body, inputs);
  const results = build(builder, entry.arguments);
  builder.create(ReturnOp, { operands: results });
  replacement.functionType = FunctionType.get(
    inputs,
    results.map(({ type }) => type),
  );
  func.erase();
  return replacement;
}

/** Returns the operands of a function's return. */
export function returnedValues(func: FuncOp): Value[] {
  return func.body.entry.terminator?.operandValues() ?? [];
}

const divisible: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([ConcatOp, OnOp, SendOp, SplitOp]);
const dividing: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([...communicationOps, ...tupleOps]);

/**
 * Checks that a strategy can be applied to a program: it has no collectives, maps, pipelines or tuples.
 *
 * @throws StrategyError that names the first.
 */
export function checkUndistributed(func: FuncOp): void {
  for (const op of func.body.entry) {
    // Declared operations are instances of their classes.
    const opClass = op.constructor as unknown as AnyOpClass;
    if (divisible.has(opClass) || (op.regions.length === 0 && !dividing.has(opClass))) continue;
    throw new StrategyError(
      `'${op.name}' is there already: strategies take programs without collectives, tuples and regions; pipelines have to be unrolled, tuples dissolved`,
    );
  }
}

/** Returns the devices that a function's tensors live on, ascending. */
export function devicesOf(func: FuncOp): number[] {
  const devices = new Set<number>();
  const add = (types: readonly Type[]): void => {
    for (const { device } of placedTypes(types)) if (typeof device === 'number') devices.add(device);
  };
  add(func.functionType.inputs);
  func.walk((op) => add(op.resultTypes()));
  return [...devices].sort((a, b) => a - b);
}

/** Returns the arguments that `dist.sgd` updates: the weights. */
export function weightsOf(block: Block): Set<Value> {
  const weights = new Set<Value>();
  for (const op of block) {
    if (!(op instanceof SgdOp)) continue;
    const values = op.operandValues();
    values.slice(0, values.length / 2).forEach((value) => {
      if (value.definingOp === null) weights.add(value);
    });
  }
  return weights;
}

/**
 * Returns the arguments that shards may divide: those that an update changes, or, in a program without `dist.sgd`, all
 * that are no batches.
 */
export function dividedArguments(func: FuncOp, batches: ReadonlySet<number>): Set<Value> {
  const { entry } = func.body;
  const weights = weightsOf(entry);
  if (weights.size > 0) return weights;
  return new Set(entry.arguments.filter((argument, i) => !batches.has(i) && rankOf(argument) > 0));
}

/** Returns the numbers of a function's arguments that are batches: those given, or all that no update changes. */
export function batchArguments(func: FuncOp, given: readonly number[]): Set<number> {
  checkUndistributed(func);
  const { arguments: args } = func.body.entry;
  const outside = given.find((index) => index >= args.length);
  if (outside !== undefined) {
    throw new StrategyError(
      `argument ${outside} can't be a batch: the function has ${args.length} arguments`,
    );
  }
  if (given.length > 0) return new Set(given);
  const weights = weightsOf(func.body.entry);
  if (weights.size === 0) {
    throw new StrategyError(
      `say which arguments of @${func.symName.value} are batches: it updates none of them`,
    );
  }
  return new Set(args.flatMap((argument, i) => (weights.has(argument) || rankOf(argument) === 0 ? [] : [i])));
}

function rankOf({ type }: Value): number {
  return type instanceof PlacedTensorType ? type.rank : 0;
}

/** Throws for batches that can't be divided. @throws StrategyError */
export function checkDivisible(func: FuncOp, batches: ReadonlySet<number>, parts: number): void {
  for (const i of batches) {
    const type = func.body.entry.getArgument(i).type;
    if (!(type instanceof PlacedTensorType)) continue;
    const [size] = type.shape;
    if (size !== undefined && size % parts === 0) continue;
    throw new StrategyError(
      `can't divide argument ${i} of @${func.symName.value}, '${String(type)}', along dimension 0 into ${parts} equal parts`,
    );
  }
}
