import {
  defineOp,
  type OpReport,
  type Region,
  singleBlockImplicitTerminator,
  sizedRegion,
  type Type,
  typeList,
  type Value,
  variadic,
  variadicRegion,
} from '@shardform/ir-core';
import { int32Tensor, predTensor, tensorType } from '../constraints.ts';
import { areCompatibleTypeLists, leastSpecificType } from '../inference/compatible-types.ts';
import { branchResult } from '../value-constraints.ts';
import { returnedTypes } from './reducer.ts';

const traits = [singleBlockImplicitTerminator('stablehlo.return')];

/** Runs one of two regions (StableHLO spec, "if"). */
export class IfOp extends defineOp('stablehlo.if', {
  summary: 'conditional: executes one of two branches',
  operands: { pred: predTensor },
  results: { results: variadic(branchResult) },
  regions: { true_branch: sizedRegion(1), false_branch: sizedRegion(1) },
  traits,
  effects: 'recursive',
  speculates: 'recursively',
  infer: (op, report) => inferBranches(op.pred, op.regions, report),
}) {}

/** Runs one of several regions; the last for indices out of range (StableHLO spec, "case"). */
export class CaseOp extends defineOp('stablehlo.case', {
  summary: 'executes one of several branches by index',
  operands: { index: int32Tensor },
  results: { results: variadic(branchResult) },
  regions: { branches: variadicRegion(sizedRegion(1)) },
  traits,
  effects: 'recursive',
  speculates: 'recursively',
  infer: (op, report) => inferBranches(op.index, op.regions, report),
}) {}

/** The types of the results of one of several regions, one by one the least specific. */
function inferBranches(choice: Value, regions: readonly Region[], report: OpReport): readonly Type[] | null {
  const problem = branchesProblem(choice, regions);
  if (problem !== null) {
    report.error(problem);
    return null;
  }
  const lists = regions.map((region) => returnedTypes(region.entry));
  const types: Type[] = [];
  for (let i = 0; i < lists[0]!.length; i++) {
    const type = leastSpecificType(lists.map((list) => list[i]!));
    if (typeof type === 'string') {
      report.error(type);
      return null;
    }
    types.push(type);
  }
  return types;
}

function branchesProblem(choice: Value, regions: readonly Region[]): string | null {
  const { rank } = tensorType(choice.type);
  if (rank !== 0) return `operand should be rank 0 tensor but got rank ${rank}`;
  if (regions.length === 0) return 'expect at least one branch';
  for (const [i, region] of regions.entries()) {
    const block = region.blocks[0];
    if (block === undefined) return 'expect non-empty region';
    if (block.arguments.length > 0) {
      return `branch ${i} must have 0 arguments, but found ${block.arguments.length}`;
    }
  }
  const first = returnedTypes(regions[0]!.entry);
  for (const [i, region] of regions.entries()) {
    const types = returnedTypes(region.entry);
    if (areCompatibleTypeLists(first, types)) continue;
    return `branch 0 and branch ${i} have mismatched return types: ${typeList(first)} vs ${typeList(types)}`;
  }
  return null;
}
