import {
  type Operation,
  type OperandRange,
  type OpReport,
  type Region,
  type RegionBranchPoint,
  type RegionSuccessor,
  regionBranchOpInterface,
  regionBranchTerminatorOpInterface,
  returnLike,
  zip,
} from '@shardform/ir-core';

/** An end of a way that control takes, as messages name it. */
function nameOf(point: RegionBranchPoint, ofParent: string): string {
  return point === 'parent' ? `parent ${ofParent}` : `Region #${point.index}`;
}

/** Checks that values which are handed from region to region are as many as there are takers, of their types. */
export function verifyRegionFlow(op: Operation, report: OpReport): boolean {
  const branch = report.context.query(regionBranchOpInterface, op);
  if (branch === undefined) return true;
  for (const successor of branch.successorRegions('parent')) {
    const range = branch.entrySuccessorOperands(successor.target);
    if (!verifyEdge(op, 'parent', successor, typesIn(op, range), report)) return false;
  }
  return op.regions.every((region) =>
    branch.successorRegions(region).every((successor) =>
      terminatorsOf(region).every((terminator) => {
        const range = handedOver(terminator, successor.target, report);
        return range === null || verifyEdge(op, region, successor, typesIn(terminator, range), report);
      }),
    ),
  );
}

function verifyEdge(
  op: Operation,
  from: RegionBranchPoint,
  { target, inputs }: RegionSuccessor,
  types: readonly Operation['results'][number]['type'][],
  report: OpReport,
): boolean {
  const edge = `control flow edge from ${nameOf(from, 'operands')} to ${nameOf(target, 'results')}`;
  if (types.length !== inputs.length) {
    return report
      .on(op)
      .opError(
        ` region ${edge}: source has ${types.length} operands, but target successor needs ${inputs.length}`,
      );
  }
  for (const [i, [type, input]] of zip(types, inputs).entries()) {
    if (type === input.type) continue;
    return report
      .on(op)
      .opError(
        ` along ${edge}: source type #${i} '${String(type)}' should match input type #${i} '${String(input.type)}'`,
      );
  }
  return true;
}

function typesIn(
  op: Operation,
  { start, count }: OperandRange,
): readonly Operation['results'][number]['type'][] {
  return op.operandTypes().slice(start, start + count);
}

/** The operations that end blocks of a region and leave it. */
function terminatorsOf(region: Region): readonly Operation[] {
  return region.blocks.flatMap(({ lastOp }) =>
    lastOp === null || lastOp.successors.length > 0 ? [] : [lastOp],
  );
}

function handedOver(terminator: Operation, to: RegionBranchPoint, report: OpReport): OperandRange | null {
  const own = report.context.query(regionBranchTerminatorOpInterface, terminator);
  if (own !== undefined) return own.successorOperands(to);
  return terminator.hasTrait(returnLike) ? { start: 0, count: terminator.operands.length } : null;
}
