import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { groupOf } from '../definition/segments.ts';
import type { Type } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { CheckPlan, ValueGroup, ValuesPlan } from './check-plan.ts';
import type { OpReport } from './report.ts';

/** Checks what the op's declaration says of its attributes, operands, results and regions; they are counted. */
export function verifyDeclaration(op: Operation, plan: CheckPlan, report: OpReport): boolean {
  return (
    verifyAttrs(op, plan, report) &&
    verifyValues(op, plan.operands, report) &&
    verifyValues(op, plan.results, report) &&
    verifyRegionConstraints(op, report)
  );
}

/** Checks the numbers of regions, results, successors and operands. */
export function verifyCounts(op: Operation, plan: CheckPlan, report: OpReport): boolean {
  const { regionCount, operands, results } = plan;
  if (regionCount !== null && op.regions.length !== regionCount) {
    if (regionCount === 0) return report.opError('requires zero regions');
    if (regionCount === 1) return report.opError('requires one region');
    return report.opError(`expected ${regionCount} regions`);
  }
  if (!verifyCount(op.resultCount, results, report)) return false;
  if (!plan.hasSuccessors && op.successors.length > 0) {
    return report.opError(`requires 0 successors but found ${op.successors.length}`);
  }
  if (!verifyCount(op.operands.length, operands, report)) return false;
  if (operands.hasSegments && !verifySegments(op, operands, op.operands.length, report)) return false;
  return !results.hasSegments || verifySegments(op, results, op.resultCount, report);
}

function verifyCount(actual: number, { kind, groups, fixed }: ValuesPlan, report: OpReport): boolean {
  if (fixed < groups.length) {
    return actual >= fixed || report.opError(`expected ${fixed} or more ${kind}s, but found ${actual}`);
  }
  if (actual === fixed) return true;
  if (fixed === 0) return report.opError(`requires zero ${kind}s`);
  if (fixed === 1)
    return report.opError(kind === 'operand' ? 'requires a single operand' : 'requires one result');
  // MLIR tells the number found of operands only.
  const found = kind === 'operand' ? `, but found ${actual}` : '';
  return report.opError(`expected ${fixed} ${kind}s${found}`);
}

function verifySegments(
  op: Operation,
  { kind, groups }: ValuesPlan,
  count: number,
  report: OpReport,
): boolean {
  const name = `${kind}SegmentSizes`;
  const sizes = op.getAttr(name);
  if (!(sizes instanceof DenseArrayAttr)) return report.opError(`requires attribute '${name}'`);
  if (sizes.length !== groups.length) {
    return report.opError(
      `'${name}' attribute for specifying ${kind} segments must have ${groups.length} elements, but got ${sizes.length}`,
    );
  }
  const numbers = sizes.numbers();
  if (numbers.some((size) => size < 0))
    return report.opError(`'${name}' attribute cannot have negative elements`);
  const total = numbers.reduce((sum, size) => sum + size, 0);
  if (total === count) return true;
  return report.opError(
    `${kind} count (${count}) does not match with the total size (${total}) specified in attribute '${name}'`,
  );
}

function verifyAttrs(op: Operation, { attrs }: CheckPlan, report: OpReport): boolean {
  for (const { attr, index } of attrs) {
    if (!attr.isOptional && (op.properties[index] ?? null) === null) {
      return report.opError(`requires attribute '${attr.name}'`);
    }
  }
  for (const { attr, index } of attrs) {
    const value = op.properties[index] ?? null;
    if (value !== null && !attr.constraint.accepts(value)) {
      return report.opError(
        `attribute '${attr.name}' failed to satisfy constraint: ${attr.constraint.summary}`,
      );
    }
  }
  return true;
}

function verifyValues(op: Operation, { kind, groups, fixed }: ValuesPlan, report: OpReport): boolean {
  if (fixed === groups.length) {
    for (let i = 0; i < groups.length; i++) if (!verifyValue(op, kind, i, groups[i]!, report)) return false;
    return true;
  }
  for (let i = 0; i < groups.length; i++) {
    const [start, count] = groupOf(op, kind, i);
    if (groups[i]!.arity === 'optional' && count > 1) {
      return report.opError(
        `${kind} group starting at #${start} requires 0 or 1 element, but found ${count}`,
      );
    }
    for (let at = start; at < start + count; at++)
      if (!verifyValue(op, kind, at, groups[i]!, report)) return false;
  }
  return true;
}

function verifyValue(
  op: Operation,
  kind: ValuesPlan['kind'],
  index: number,
  group: ValueGroup,
  report: OpReport,
): boolean {
  const type: Type = kind === 'operand' ? op.getOperand(index).type : op.getResult(index).type;
  if (type === group.accepted) return true;
  const { constraint, arity } = group;
  if (constraint.accepts(type)) {
    group.accepted = type;
    return true;
  }
  const variadic = arity === 'variadic' ? 'variadic of ' : '';
  return report.opError(
    `${kind} #${index} must be ${variadic}${constraint.summary}, but got '${String(type)}'`,
  );
}

function verifyRegionConstraints(op: Operation, report: OpReport): boolean {
  const { regions } = op.definition;
  for (let i = 0; i < op.regions.length; i++) {
    const declared = regions[Math.min(i, regions.length - 1)];
    if (declared === undefined || declared.constraint.acceptsBlockCount(op.getRegion(i).blocks.length))
      continue;
    return report.opError(
      `region #${i} ('${declared.name}') failed to verify constraint: ${declared.constraint.summary}`,
    );
  }
  return true;
}
