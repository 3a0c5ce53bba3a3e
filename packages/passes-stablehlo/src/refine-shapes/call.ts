import {
  ArrayAttr,
  constantOf,
  DenseElementsAttr,
  FunctionType,
  IntegerType,
  isMemoryEffectFree,
  pattern,
  RankedTensorType,
  type RewritePattern,
  type Rewriter,
  type Value,
  zip,
} from '@shardform/ir-core';
import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { ConstantOp, TokenType } from '@shardform/dialect-stablehlo';
import { refineValues } from './refined-type.ts';
import type { Refinement, RefinementKey } from './refinement.ts';

/** Specialises called functions for what they are called with. */
export function callPattern(refinement: Refinement): RewritePattern {
  /** Calls that give no constants any more, by the key that their function was specialised for. */
  const specialized = new Map<CallOp, RefinementKey>();
  return pattern(CallOp, 'refine-call', (op, rewriter) => {
    const func = refinement.lookup(op.callee);
    if (func === null) return false;
    const key = keyOf(op, specialized.get(op));
    const state = refinement.stateOf(func, key);
    if (state === 'conflict') return false;
    if (state === 'new') {
      specialize(func, key, rewriter);
      refinement.refine(func, key);
    }
    let changed = false;
    if (!specialized.has(op)) {
      changed = dropConstants(op, key, rewriter);
      specialized.set(op, key);
    }
    changed = refineValues(op, op.results, func.functionType.results, rewriter) || changed;
    return useConstantResults(op, func, rewriter, refinement) || changed;
  });
}

/** The leading tokens and the integer constants behind them are known apart from the other arguments. */
function keyOf(op: CallOp, known: RefinementKey | undefined): RefinementKey {
  const values = op.operandValues();
  if (known !== undefined) {
    return { ...known, argumentTypes: values.slice(known.tokenCount).map(({ type }) => type) };
  }
  let tokenCount = 0;
  while (values[tokenCount]?.type instanceof TokenType) tokenCount++;
  const constants: bigint[] = [];
  for (const value of values.slice(tokenCount)) {
    const constant = integerConstant(value);
    if (constant === null) break;
    constants.push(constant);
  }
  const rest = values.slice(tokenCount + constants.length).map(({ type }) => type);
  return { callee: op.callee.root, tokenCount, constants, argumentTypes: rest };
}

function integerConstant(value: Value): bigint | null {
  const constant = constantOf(value);
  if (!(constant instanceof DenseElementsAttr) || constant.type.shape?.length !== 0) return null;
  return constant.type.elementType instanceof IntegerType ? constant.storedIntegers()[0]! : null;
}

/** Puts constants into the function for the arguments that are known, and gives the others the callers' types. */
function specialize(
  func: FuncOp,
  { tokenCount, constants, argumentTypes }: RefinementKey,
  rewriter: Rewriter,
): void {
  const block = func.entry;
  const known = block.arguments.slice(tokenCount, tokenCount + constants.length);
  rewriter.atSavedPoint(() => {
    rewriter.setInsertionPointToStart(block);
    zip(known, constants).forEach(([argument, ownConstant]) => {
      if (!(argument.type instanceof RankedTensorType)) return;
      const value = DenseElementsAttr.splat(argument.type, ownConstant);
      const constant = rewriter.create(ConstantOp, { value }, undefined, { location: argument.location });
      rewriter.replaceAllUses(argument, constant.output);
    });
  });
  for (let i = constants.length - 1; i >= 0; i--) rewriter.eraseArgument(block, tokenCount + i);
  zip(block.arguments.slice(tokenCount), argumentTypes).forEach(([argument, argumentType]) => {
    argument.setType(argumentType);
  });
  const inputs = block.arguments.map(({ type }) => type);
  func.functionType = FunctionType.get(inputs, func.functionType.results);
  func.setAttr('arg_attrs', withoutRange(func.argAttrs, tokenCount, constants.length));
}

function dropConstants(op: CallOp, { tokenCount, constants }: RefinementKey, rewriter: Rewriter): boolean {
  if (constants.length === 0) return false;
  const values = op.operandValues();
  rewriter.modifyInPlace(op, () => {
    op.setOperands([...values.slice(0, tokenCount), ...values.slice(tokenCount + constants.length)]);
    op.argAttrs = withoutRange(op.argAttrs, tokenCount, constants.length);
  });
  return true;
}

function withoutRange(list: ArrayAttr | null, start: number, count: number): ArrayAttr | null {
  if (list === null || count === 0) return list;
  return ArrayAttr.get(list.elements.filter((_, i) => i < start || i >= start + count));
}

/**
 * Propagates results that a function returns as constants to its callers; a call without effects or used results is
 * erased.
 */
function useConstantResults(op: CallOp, func: FuncOp, rewriter: Rewriter, refinement: Refinement): boolean {
  const returned = func.entry.terminator?.operandValues() ?? [];
  const constants = returned.map(constantOf);
  let changed = false;
  rewriter.setInsertionPoint(op);
  for (const [i, result] of op.results.entries()) {
    const value = constants[i];
    if (!(value instanceof DenseElementsAttr) || value.type !== result.type || !result.hasUses) continue;
    rewriter.replaceAllUses(result, rewriter.create(ConstantOp, { value }).output);
    changed = true;
  }
  const isConstant = constants.length > 0 && constants.every((value) => value instanceof DenseElementsAttr);
  if (!isConstant || !op.hasNoUses() || !isEffectFree(func, refinement)) return changed;
  rewriter.eraseOp(op);
  return true;
}

/** Returns true if calling the function changes nothing, functions that it calls included. */
function isEffectFree(func: FuncOp, refinement: Refinement, seen = new Set<FuncOp>()): boolean {
  if (seen.has(func)) return true;
  seen.add(func);
  const end = func.body.entry;
  for (const op of end) {
    if (op instanceof CallOp) {
      const callee = refinement.lookup(op.callee);
      if (callee === null || !isEffectFree(callee, refinement, seen)) return false;
    } else if (!isMemoryEffectFree(op, refinement.context)) return false;
  }
  return true;
}
