import {
  anyType,
  defineOp,
  hasParent,
  i1,
  type InterfaceImplementation,
  IntegerAttr,
  onlyType,
  regionBranchTerminatorOpInterface,
  returnLike,
  terminator,
  variadic,
} from '@shardform/ir-core';

/** Ends a region and hands its operands on (MLIR, `scf.yield`). */
export class YieldOp extends defineOp('scf.yield', {
  summary: 'loop yield and termination operation',
  operands: { results: variadic(anyType) },
  traits: [
    hasParent('scf.execute_region', 'scf.for', 'scf.if', 'scf.index_switch', 'scf.while'),
    returnLike,
    terminator,
  ],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict ($results^ `:` type($results))?',
}) {}

/** Ends the condition of a while loop: goes on with the body or ends the loop (MLIR, `scf.condition`). */
export class ConditionOp extends defineOp('scf.condition', {
  summary: 'loop continuation condition',
  operands: { condition: onlyType(i1, '1-bit signless integer'), args: variadic(anyType) },
  traits: [hasParent('scf.while'), terminator],
  effects: 'none',
  speculates: 'always',
  format: '`(` $condition `)` attr-dict ($args^ `:` type($args))?',
}) {}

/** Interface of the end of a loop's condition for passes over control flow. */
export const conditionInterface: InterfaceImplementation = regionBranchTerminatorOpInterface.implementFor(
  ConditionOp,
  (op) => ({
    successorOperands: () => ({ start: 1, count: op.operands.length - 1 }),
    successorRegions([condition]) {
      const loop = op.parentOp!;
      const body = { target: loop.getRegion(1), inputs: loop.getRegion(1).entry.arguments };
      const end = { target: 'parent' as const, inputs: loop.results };
      if (!(condition instanceof IntegerAttr)) return [body, end];
      return [condition.value === 0n ? end : body];
    },
  }),
);
