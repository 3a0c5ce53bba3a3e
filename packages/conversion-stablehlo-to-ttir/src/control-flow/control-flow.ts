import { enclosingFunction } from '@shardform/dialect-func';
import * as shlo from '@shardform/dialect-stablehlo';
import { CaseOp, LoopBoundAttr, WhileLoopOp } from '@shardform/dialect-ttcore';
import {
  ArrayAttr,
  DenseArrayAttr,
  i1,
  i32,
  IntegerAttr,
  isInstance,
  ModuleOp,
  type Operation,
  RankedTensorType,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import { capturesOf, outlineBlock } from './outline.ts';
import { countOf } from './rounds.ts';

/** The names of the operations that {@link outlineControlFlow} replaces. */
export const outlinedOps: readonly string[] = [shlo.WhileOp, shlo.CaseOp, shlo.IfOp].map(
  ({ definition }) => definition.name,
);

/** Loops and choices become calls of functions: for each round, or of the one that is chosen. */
export function outlineControlFlow(module: Operation): void {
  if (!(module instanceof ModuleOp)) return;
  const found: (shlo.WhileOp | shlo.CaseOp | shlo.IfOp)[] = [];
  // Inner ones first, so that functions of outer ones have none.
  module.walk((op) => {
    if (op instanceof shlo.WhileOp || op instanceof shlo.CaseOp || op instanceof shlo.IfOp) found.push(op);
  }, 'post');
  for (const op of found) {
    const around = enclosingFunction(op)?.symName.value;
    if (around === undefined) continue;
    if (op instanceof shlo.WhileOp) outlineLoop(op, around, module);
    else outlineChoice(op, around, module);
  }
}

function areTensors(values: readonly Value[]): boolean {
  return values.every(({ type }) => type instanceof RankedTensorType);
}

function replace(op: Operation, made: Operation): void {
  made.moveBefore(op);
  op.replaceAllUsesWith(made.results);
  op.erase();
}

/** Rounds are counted where their number is known; otherwise a function tells whether there is another one. */
function outlineLoop(loop: shlo.WhileOp, around: string, module: ModuleOp): void {
  const [condition, body] = [loop.cond.entry, loop.body.entry];
  const count = countOf(loop);
  const hasValue = count === null || typeof count.limit !== 'number';
  const captures = capturesOf(hasValue ? [condition, body] : [body]);
  const inputs = [...loop.operandValues(), ...captures.values];
  if (!areTensors(inputs)) return;
  const bodyName = `${around}_${count === null ? 'while_body' : 'counted_loop'}`;
  const bodyProgram = SymbolRefAttr.get(outlineBlock(module, body, bodyName, captures));
  const states = loop.operands.length;
  const bound = (value: number | Value, operand: (value: Value) => number = () => 0): LoopBoundAttr =>
    typeof value === 'number'
      ? LoopBoundAttr.get({ value, operand: null })
      : LoopBoundAttr.get({ value: 0, operand: operand(value) });
  const captured = (value: Value): number => states + captures.values.indexOf(value);
  const rounds =
    count === null
      ? {
          conditionProgram: SymbolRefAttr.get(
            outlineBlock(module, condition, `${around}_while_condition`, captures),
          ),
        }
      : { initial: bound(count.initial), limit: bound(count.limit, captured), step: bound(count.step) };
  const outputs = Array.from({ length: states }, (_, i) => i);
  const args = {
    inputs,
    bodyProgram,
    ...rounds,
    outputIndices: DenseArrayAttr.get(i32, outputs),
    stateCount: IntegerAttr.get(states, i32),
  };
  replace(loop, WhileLoopOp.create(args, loop.resultTypes(), { location: loop.location }));
}

/** Converts a conditional to a choice among functions: the target starts one of several programs. */
function outlineChoice(op: shlo.CaseOp | shlo.IfOp, around: string, module: ModuleOp): void {
  const regions = op.regions.map((region) => region.entry);
  // The first region of a condition is that of truth, which is one.
  const blocks = op instanceof shlo.IfOp ? regions.toReversed() : regions;
  const captures = capturesOf(blocks);
  if (!areTensors(captures.values)) return;
  const names = blocks.map((block, i) =>
    SymbolRefAttr.get(outlineBlock(module, block, `${around}_case_branch_${i}`, captures)),
  );
  const args = {
    index: choiceOf(op.getOperand(0)),
    inputs: captures.values,
    branchPrograms: ArrayAttr.get(names),
  };
  replace(op, CaseOp.create(args, op.resultTypes(), { location: op.location }));
}

/** A truth value that was made a number chooses as it is. */
function choiceOf(index: Value): Value<RankedTensorType> {
  const made = index.definingOp;
  const source = made instanceof shlo.ConvertOp ? made.getOperand(0) : index;
  const isTruth = isInstance(RankedTensorType, source.type) && source.type.elementType === i1;
  // Verified: the index is a tensor.
  return (isTruth ? source : index) as Value<RankedTensorType>;
}
