import { describe, expect, test } from 'vitest';
import { constantOf, type RegionBranchOp, regionBranchOpInterface } from '@shardform/ir-core';
import { parsed, stablehloContext } from '../../tests/stablehlo-text.ts';
import { IfOp } from './branch-ops.ts';
import { WhileOp } from './while-op.ts';

/** The interface of the only operation of a class in a function. */
function flowOf<T extends IfOp | WhileOp>(
  opClass: abstract new (...args: never[]) => T,
  text: string,
): { readonly op: T; readonly flow: RegionBranchOp } {
  const found: T[] = [];
  parsed(`func.func @f(%p: tensor<i1>) {\n${text}\nreturn\n}`).walkOf(opClass, (op) => {
    found.push(op);
  });
  const op = found[0]!;
  return { op, flow: stablehloContext().query(regionBranchOpInterface, op)! };
}

describe('control flow of regions', () => {
  test('if goes to one region and from there to its results', () => {
    const { op, flow } = flowOf(
      IfOp,
      `%0 = "stablehlo.if"(%p) ({
        stablehlo.return %p : tensor<i1>
      }, {
        stablehlo.return %p : tensor<i1>
      }) : (tensor<i1>) -> tensor<i1>`,
    );
    expect(flow.successorRegions('parent').map(({ target }) => target)).toEqual([
      op.trueBranch,
      op.falseBranch,
    ]);
    expect(flow.successorRegions(op.trueBranch)).toEqual([{ target: 'parent', inputs: op.results }]);
    expect(flow.regionInvocationBounds?.([null])).toEqual([
      { lower: 0, upper: 1 },
      { lower: 0, upper: 1 },
    ]);
  });

  test('a constant predicate chooses the region', () => {
    const { op, flow } = flowOf(
      IfOp,
      `%c = stablehlo.constant dense<false> : tensor<i1>
      "stablehlo.if"(%c) ({
        stablehlo.return
      }, {
        stablehlo.return
      }) : (tensor<i1>) -> ()`,
    );
    const constants = [constantOf(op.pred)];
    expect(flow.entrySuccessorRegions?.(constants).map(({ target }) => target)).toEqual([op.falseBranch]);
    expect(flow.regionInvocationBounds?.(constants)).toEqual([
      { lower: 0, upper: 0 },
      { lower: 1, upper: 1 },
    ]);
  });

  test('while goes to its condition, then to the body or out', () => {
    const { op, flow } = flowOf(
      WhileOp,
      `%0 = stablehlo.while(%x = %p) : tensor<i1>
      cond {
        stablehlo.return %x : tensor<i1>
      } do {
        stablehlo.return %x : tensor<i1>
      }`,
    );
    expect(flow.entrySuccessorOperands(op.cond)).toEqual({ start: 0, count: 1 });
    expect(flow.successorRegions('parent').map(({ target }) => target)).toEqual([op.cond]);
    expect(flow.successorRegions(op.cond).map(({ target }) => target)).toEqual([op.body, 'parent']);
    expect(flow.successorRegions(op.body).map(({ target }) => target)).toEqual([op.cond]);
  });
});
