import type { FuncOp } from '@shardform/dialect-func';
import { deviceNameAttr, isElementType, OnOp, PlacedTensorType, ReturnOp } from '@shardform/dialect-dist';
import { BroadcastInDimOp } from '@shardform/dialect-stablehlo';
import {
  type Block,
  checkInterruptAfter,
  type Context,
  IrMapping,
  type Operation,
  RankedTensorType,
  STEPS_PER_OPERATION,
  type Type,
  type Value,
  lookUp,
  zip,
} from '@shardform/ir-core';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { replaceFunction, returnedValues } from './dist-function.ts';

/**
 * Turns a function of tensors, such as one of StableHLO, into a program of one device: every operation becomes the body
 * of a `dist.on`. Constants are rematerialized at their uses.
 *
 * @throws StrategyError for values other than ranked tensors of numbers with static shape, for encodings, and for
 *   several blocks.
 */
export function importTensors(func: FuncOp, device: number, context: Context): FuncOp {
  const name = func.symName.value;
  if (func.body.blocks.length !== 1) throw new StrategyError(`@${name} has several blocks`);
  const place = (type: Type): PlacedTensorType => {
    if (type instanceof RankedTensorType && type.encoding !== null)
      throw new StrategyError(
        `@${name} has a value of type '${String(type)}', whose encoding says already how it lies in memory`,
      );
    if (type instanceof RankedTensorType && type.hasStaticShape && isElementType(type.elementType))
      return PlacedTensorType.get({ tensor: type, device });
    throw new StrategyError(
      `@${name} has a value of type '${String(type)}', which is no tensor of numbers of known shape`,
    );
  };
  return replaceFunction(func, func.functionType.inputs.map(place), context, (builder, args) => {
    const placed = new Map<Value, Value>();
    zip(func.body.entry.arguments, args).forEach(([argument, arg]) => placed.set(argument, arg));
    const onDevice = (ops: readonly Operation[], results: readonly Value[]): void => {
      const inside = new Set<Value>(ops.flatMap((op): readonly Value[] => op.results));
      const inputs = [...new Set(ops.flatMap(usedValues))].filter((value) => !inside.has(value));
      const outside = inputs.map((value) => lookUp(placed, value));
      const types = results.map(({ type }) => place(type));
      const on = builder.create(OnOp, { inputs: outside, device: deviceNameAttr(device) }, types);
      builder.atSavedPoint(() => {
        const block = builder.createBlock(
          on.body,
          inputs.map(({ type }) => type),
        );
        const mapping = new IrMapping();
        inputs.forEach((value, i) => mapping.values.set(value, block.getArgument(i)));
        for (const op of ops) builder.clone(op, mapping);
        builder.create(ReturnOp, { operands: results.map((value) => mapping.value(value)) });
      });
      zip(results, on.outputs).forEach(([value, output]) => placed.set(value, output));
    };
    const preparations = new Preparations(func.body.entry);
    for (const op of func.body.entry) {
      if (op.definition.isTerminator || preparations.has(op)) continue;
      onDevice([...preparations.of(op), op], op.results);
    }
    return returnedValues(func).map((value) => {
      const { definingOp } = value;
      if (definingOp !== null && !placed.has(value))
        onDevice([...preparations.of(definingOp), definingOp], [value]);
      return lookUp(placed, value);
    });
  });
}

/** Operations of a block that are rematerialized at their uses: constants, broadcasts, and scalars computed from constants. */
class Preparations {
  /** With their places in the block. */
  readonly #places = new Map<Operation, number>();

  constructor(block: Block) {
    // Operands are defined before their users.
    let place = 0;
    for (const op of block) if (this.#prepares(op)) this.#places.set(op, place++);
  }

  has(op: Operation): boolean {
    return this.#places.has(op);
  }

  /** The operations that prepare an operation's operands, those before others that these need. */
  of(op: Operation): Operation[] {
    const found = new Map<Operation, number>();
    const pending = [op];
    for (let user = pending.pop(); user !== undefined; user = pending.pop()) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      for (const { definingOp } of usedValues(user)) {
        const place = definingOp === null ? undefined : this.#places.get(definingOp);
        if (definingOp === null || place === undefined || found.has(definingOp)) continue;
        found.set(definingOp, place);
        pending.push(definingOp);
      }
    }
    return [...found].sort(([, a], [, b]) => a - b).map(([own]) => own);
  }

  #prepares(op: Operation): boolean {
    if (op.regions.length > 0 || op.results.length !== 1) return false;
    if (op.operands.length === 0 || op instanceof BroadcastInDimOp) return true;
    const { type } = op.getResult();
    const isScalar = type instanceof RankedTensorType && type.rank === 0;
    return (
      isScalar && op.operandValues().every(({ definingOp }) => definingOp !== null && this.has(definingOp))
    );
  }
}

/** Operands, and values from outside that regions use. */
function usedValues(op: Operation): Value[] {
  const values = new Set<Value>();
  op.walk((inner) => {
    for (const { value } of inner.operands) {
      const parent = value.parentBlock?.parentOp ?? null;
      if (inner === op || (parent !== null && parent !== op && !isInside(parent, op))) values.add(value);
    }
  });
  return [...values];
}

function isInside(op: Operation, outer: Operation): boolean {
  return op === outer || op.isInside(outer);
}
