import { anyRegion, anyType, onlyType, variadic } from '../src/definition/constraint.ts';
import { defineOp } from '../src/definition/define-op.ts';
import { singleBlockImplicitTerminator } from '../src/definition/traits.ts';
import { IntegerAttr } from '../src/builtin/attrs/number-attrs.ts';
import { i1 } from '../src/builtin/types/integer-type.ts';
import type { Context } from '../src/ir/context.ts';
import type { Extension } from '../src/ir/extension.ts';
import { loopLikeOpInterface, regionBranchOpInterface } from '../src/ir/interfaces.ts';
import { smallContext } from './small-dialects.ts';

/** Executes its region any number of times, with values that go from one time to the next. */
export class RepeatOp extends defineOp('flow.repeat', {
  summary: 'a loop',
  operands: { inits: variadic(anyType) },
  results: { results: variadic(anyType) },
  regions: { body: anyRegion },
  traits: [singleBlockImplicitTerminator('test.yield')],
  effects: 'recursive',
}) {}

/** Executes the first or the second region. */
export class ChooseOp extends defineOp('flow.choose', {
  summary: 'a choice',
  operands: { condition: onlyType(i1, 'i1') },
  results: { results: variadic(anyType) },
  regions: { yes: anyRegion, no: anyRegion },
  traits: [singleBlockImplicitTerminator('test.yield')],
  effects: 'recursive',
}) {}

const structuredDialect: Extension = {
  name: 'structured-dialect',
  dialects: [{ name: 'flow' }],
  ops: [RepeatOp, ChooseOp],
  interfaces: [
    loopLikeOpInterface.implementFor(RepeatOp, (op) => ({ loopRegions: [op.body] })),
    regionBranchOpInterface.implementFor(RepeatOp, (op) => ({
      entrySuccessorOperands: () => ({ start: 0, count: op.operands.length }),
      successorRegions: () => [
        { target: op.body, inputs: op.body.entry.arguments },
        { target: 'parent', inputs: op.results },
      ],
    })),
    regionBranchOpInterface.implementFor(ChooseOp, (op) => ({
      entrySuccessorOperands: () => ({ start: 0, count: 0 }),
      successorRegions: (from) =>
        from === 'parent'
          ? op.regions.map((target) => ({ target, inputs: [] }))
          : [{ target: 'parent', inputs: op.results }],
      entrySuccessorRegions: ([condition]) =>
        condition instanceof IntegerAttr
          ? [{ target: condition.value === 0n ? op.no : op.yes, inputs: [] }]
          : op.regions.map((target) => ({ target, inputs: [] })),
      regionInvocationBounds: () => op.regions.map(() => ({ lower: 0, upper: 1 })),
    })),
  ],
};

/** A context with the small dialects, loops and choices. */
export function structuredContext(): Context {
  return smallContext(structuredDialect);
}
