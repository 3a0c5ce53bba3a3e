import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { verifyDominance } from './dominance-check.ts';
import { verifyDeclaration } from './declaration-check.ts';
import { OpReport } from './report.ts';
import { verifySymbolTable } from './symbol-check.ts';

/**
 * Checks an operation and everything nested in it in MLIR's order: per operation the structure, the declared
 * constraints, traits, inferred types, its own checks, its regions; then symbols; dominance last.
 * Problems are reported to the context's diagnostics.
 */
export function verifyOp(op: Operation, context: Context): boolean {
  return verifyNested(op, context) && verifyDominance(op, context);
}

function verifyNested(op: Operation, context: Context): boolean {
  const report = new OpReport(op, context);
  if (!verifyOwn(op, report)) return false;
  // All problems of nested operations are reported, not only the first.
  let valid = true;
  for (const region of op.regions) {
    for (const block of region.blocks) {
      if (!verifyBlock(op, block, report)) valid = false;
      for (let inner = block.firstOp; inner !== null; inner = inner.next) {
        if (!verifyNested(inner, context)) valid = false;
      }
    }
  }
  if (!valid) return false;
  for (const trait of op.definition.traits) {
    if (trait.phase === 'regions' && trait.verify?.(op, report) === false) return false;
  }
  return op.verifyRegions(report) && verifySymbolTable(op, report);
}

function verifyOwn(op: Operation, report: OpReport): boolean {
  if (!op.definition.isRegistered) {
    const { dialect, name } = op.definition;
    if (report.context.dialects.has(dialect)) {
      return report.error(
        `unregistered operation '${name}' found in dialect ('${dialect}') that does not allow unknown operations`,
      );
    }
    return verifyDialectAttrs(op, report);
  }
  const { traits } = op.definition;
  for (const trait of traits) {
    if (trait.phase === 'structure' && trait.verify?.(op, report) === false) return false;
  }
  if (!verifyDeclaration(op, report)) return false;
  for (const trait of traits) {
    if ((trait.phase ?? 'op') === 'op' && trait.verify?.(op, report) === false) return false;
  }
  return verifyInferredTypes(op, report) && op.verifyOp(report) && verifyDialectAttrs(op, report);
}

function verifyInferredTypes(op: Operation, report: OpReport): boolean {
  const inferred = op.inferResultTypes(report);
  if (inferred === undefined) return true;
  const failed = (): false => report.opError('failed to infer returned types');
  if (inferred === null) return failed();
  const actual = op.resultTypes();
  const compatible =
    inferred.length === actual.length &&
    inferred.every((type, i) => op.isCompatibleResultType(type, actual[i]!));
  if (compatible) return true;
  const list = (types: readonly unknown[]): string => types.map((type) => `'${String(type)}'`).join(', ');
  report.opError(
    `inferred type(s) ${list(inferred)} are incompatible with return type(s) of operation ${list(actual)}`,
  );
  return failed();
}

function verifyDialectAttrs(op: Operation, report: OpReport): boolean {
  if (op.discardable === null) return true;
  for (const [name, attribute] of op.sortedDiscardable()) {
    const dot = name.indexOf('.');
    if (dot < 0) continue;
    const dialect = report.context.dialects.get(name.slice(0, dot));
    if (dialect?.verifyOpAttr?.(op, name, attribute, report) === false) return false;
  }
  return true;
}

function verifyBlock(
  op: Operation,
  block: Operation['regions'][number]['blocks'][number],
  report: OpReport,
): boolean {
  const needsTerminator = op.definition.isRegistered && !hasTraitNamed(op, 'NoTerminator');
  if (!needsTerminator) return true;
  const last = block.lastOp;
  if (last === null) {
    return report.opError('empty block: expect at least a terminator').valueOf();
  }
  if (last.definition.isRegistered && !last.definition.isTerminator) {
    return report.error(`block with no terminator, has ${describe(last)}`);
  }
  return true;
}

function hasTraitNamed(op: Operation, name: string): boolean {
  for (const trait of op.definition.traits) if (trait.name === name) return true;
  return false;
}

function describe(op: Operation): string {
  return `'${op.name}'`;
}
