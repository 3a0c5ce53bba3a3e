import {
  type Attribute,
  DenseElementsAttr,
  type InterfaceImplementation,
  type InvocationBounds,
  type Operation,
  type Region,
  regionBranchOpInterface,
  type RegionBranchOp,
  regionBranchTerminatorOpInterface,
  type RegionSuccessor,
  lastOf,
} from '@shardform/ir-core';
import { areCompatibleTypes } from '../inference/compatible-types.ts';
import { CaseOp, IfOp } from './branch-ops.ts';
import { ReturnOp } from './return-op.ts';
import { WhileOp } from './while-op.ts';

const NO_OPERANDS = { start: 0, count: 0 };

/** The control flow of an operation that runs one of its regions. */
function branching(op: Operation, chosen: (constant: bigint) => Region): RegionBranchOp {
  const toResults: RegionSuccessor = { target: 'parent', inputs: op.results };
  const into = (region: Region): RegionSuccessor => ({ target: region, inputs: [] });
  const choice = ([constant]: readonly (Attribute | null)[]): Region | null => {
    const value = constant instanceof DenseElementsAttr ? constant.storedIntegers()[0] : undefined;
    return value === undefined ? null : chosen(value);
  };
  return {
    entrySuccessorOperands: () => NO_OPERANDS,
    successorRegions: (from) => (from === 'parent' ? op.regions.map(into) : [toResults]),
    entrySuccessorRegions(constants) {
      const region = choice(constants);
      return region === null ? op.regions.map(into) : [into(region)];
    },
    regionInvocationBounds(constants): InvocationBounds[] {
      const region = choice(constants);
      if (region === null) return op.regions.map(() => ({ lower: 0, upper: 1 }));
      return op.regions.map((other) => (other === region ? { lower: 1, upper: 1 } : { lower: 0, upper: 0 }));
    },
    areTypesCompatible: areCompatibleTypes,
  };
}

/** The control flow of the operations with regions that are executed. */
export const controlFlowInterfaces: readonly InterfaceImplementation[] = [
  regionBranchOpInterface.implementFor(IfOp, (op) =>
    branching(op, (predicate) => (predicate === 0n ? op.falseBranch : op.trueBranch)),
  ),
  regionBranchOpInterface.implementFor(CaseOp, (op) =>
    // Indices out of range mean the last branch.
    branching(op, (index) => op.regions[Number(index)] ?? lastOf(op.regions)),
  ),
  regionBranchOpInterface.implementFor(WhileOp, (op) => {
    const toCondition = { target: op.cond, inputs: op.cond.entry.arguments };
    return {
      entrySuccessorOperands: () => ({ start: 0, count: op.operands.length }),
      successorRegions(from): readonly RegionSuccessor[] {
        if (from !== op.cond) return [toCondition];
        // What the condition's block got goes on to the body or out of the loop; its own operand is the decision.
        return [
          { target: op.body, inputs: [] },
          { target: 'parent', inputs: [] },
        ];
      },
      areTypesCompatible: areCompatibleTypes,
    };
  }),
  regionBranchTerminatorOpInterface.implementFor(ReturnOp, (op) => ({
    successorOperands() {
      const parent = op.parentOp;
      const decides = parent instanceof WhileOp && op.parentRegion === parent.cond;
      return decides ? NO_OPERANDS : { start: 0, count: op.operands.length };
    },
  })),
];
