import { groupOf } from '../definition/segments.ts';
import { attrSizedOperandSegments, attrSizedResultSegments } from '../definition/traits.ts';
import type { DefinedValues } from '../definition/op-definition.ts';
import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import type { Operation } from '../ir/operation.ts';
import type { OpReport } from './report.ts';

/** Checks what the op's declaration says: counts, attributes, operand, result and region constraints. */
export function verifyDeclaration(op: Operation, report: OpReport): boolean {
  return (
    verifyCounts(op, report) &&
    verifyAttrs(op, report) &&
    verifyValues(op, 'operand', report) &&
    verifyValues(op, 'result', report) &&
    verifyRegionConstraints(op, report)
  );
}

function verifyCounts(op: Operation, report: OpReport): boolean {
  const { operands, results, regions, spec, traits } = op.definition;
  const regionCount = op.regions.length;
  if (!regions.some(({ constraint }) => constraint.variadic) && regionCount !== regions.length) {
    if (regions.length === 0) return report.opError('requires zero regions');
    if (regions.length === 1) return report.opError('requires one region');
    return report.opError(`expected ${regions.length} regions`);
  }
  if (!verifyCount(op.results.length, results, 'result', report)) return false;
  if ((spec.successors ?? []).length === 0 && op.successors.length > 0) {
    return report.opError('requires 0 successors but found ' + String(op.successors.length));
  }
  if (!verifyCount(op.operands.length, operands, 'operand', report)) return false;
  if (traits.has(attrSizedOperandSegments) && !verifySegments(op, 'operand', op.operands.length, report)) return false;
  return !traits.has(attrSizedResultSegments) || verifySegments(op, 'result', op.results.length, report);
}

function verifyCount(
  actual: number,
  groups: readonly DefinedValues[],
  kind: 'operand' | 'result',
  report: OpReport,
): boolean {
  const fixed = groups.filter(({ arity }) => arity === 'one').length;
  if (fixed === groups.length) {
    if (actual === fixed) return true;
    if (fixed === 0) return report.opError(`requires zero ${kind}s`);
    if (fixed === 1) return report.opError(kind === 'operand' ? 'requires a single operand' : 'requires one result');
    return report.opError(`expected ${fixed} ${kind}s, but found ${actual}`);
  }
  if (actual >= fixed) return true;
  return report.opError(`expected ${fixed} or more ${kind}s, but found ${actual}`);
}

function verifySegments(op: Operation, kind: 'operand' | 'result', count: number, report: OpReport): boolean {
  const name = `${kind}SegmentSizes`;
  const sizes = op.getAttr(name);
  const groups = kind === 'operand' ? op.definition.operands : op.definition.results;
  if (!(sizes instanceof DenseArrayAttr)) return report.opError(`requires attribute '${name}'`);
  if (sizes.length !== groups.length) {
    return report.opError(
      `'${name}' attribute for specifying ${kind} segments must have ${groups.length} elements, but got ${sizes.length}`,
    );
  }
  const total = sizes.numbers().reduce((sum, size) => sum + size, 0);
  if (total === count) return true;
  return report.opError(`${kind} count (${count}) does not match with the total size (${total}) specified in attribute '${name}'`);
}

function verifyAttrs(op: Operation, report: OpReport): boolean {
  const { attrs } = op.definition;
  if (attrs.length === 0) return true;
  const sorted = attrs
    .map((attr, i) => ({ attr, value: op.properties[i] ?? null }))
    .sort((a, b) => (a.attr.name < b.attr.name ? -1 : 1));
  for (const { attr, value } of sorted) {
    if (value === null && !attr.isOptional) return report.opError(`requires attribute '${attr.name}'`);
  }
  for (const { attr, value } of sorted) {
    if (value !== null && !attr.constraint.accepts(value)) {
      return report.opError(`attribute '${attr.name}' failed to satisfy constraint: ${attr.constraint.summary}`);
    }
  }
  return true;
}

function verifyValues(op: Operation, kind: 'operand' | 'result', report: OpReport): boolean {
  const groups = kind === 'operand' ? op.definition.operands : op.definition.results;
  for (let i = 0; i < groups.length; i++) {
    const { constraint, arity } = groups[i]!;
    const [start, count] = groupOf(op, kind, i);
    if (arity === 'optional' && count > 1) {
      return report.opError(`${kind} group starting at #${start} requires 0 or 1 element, but found ${count}`);
    }
    for (let at = start; at < start + count; at++) {
      const type = kind === 'operand' ? op.operands[at]!.value.type : op.results[at]!.type;
      if (constraint.accepts(type)) continue;
      const variadic = arity === 'variadic' ? 'variadic of ' : '';
      return report.opError(`${kind} #${at} must be ${variadic}${constraint.summary}, but got '${String(type)}'`);
    }
  }
  return true;
}

function verifyRegionConstraints(op: Operation, report: OpReport): boolean {
  const { regions } = op.definition;
  for (let i = 0; i < op.regions.length; i++) {
    const declared = regions[Math.min(i, regions.length - 1)];
    if (declared === undefined) continue;
    if (declared.constraint.acceptsBlockCount(op.regions[i]!.blocks.length)) continue;
    return report.opError(
      `region #${i} ('${declared.name}') failed to verify constraint: ${declared.constraint.summary}`,
    );
  }
  return true;
}
