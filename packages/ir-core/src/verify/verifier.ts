import { checkInterrupt, currentBudget } from '../budget/budget.ts';
import { isExceededLimit } from '../budget/limit-error.ts';
import { graphRegion, isolatedFromAbove, noTerminator } from '../definition/traits.ts';
import type { Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import { changedSince } from '../ir/change.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { EVERYTHING, noteValid } from '../ir/validity.ts';
import { Printer } from '../text/printer.ts';
import { defaultPrintOptions } from '../text/print-options.ts';
import { ValueNames } from '../text/value-names.ts';
import { type CheckPlan, checkPlan } from './check-plan.ts';
import { verifyCounts, verifyDeclaration } from './declaration-check.ts';
import { verifyDominance } from './dominance-check.ts';
import { Findings } from './findings.ts';
import { OpReport } from './report.ts';
import { verifySymbol, verifySymbolTable } from './symbol-check.ts';
import { isKnownButForAttributes, lastValidEpoch, scopeOf, touchNeighbours } from './scope.ts';
import { typeList } from '../diagnostic/type-list.ts';

/**
 * Checks an operation and everything nested in it in MLIR's order: per operation the attributes of dialects,
 * structure, declared constraints, traits and its own checks; then its blocks; then nested operations that are
 * isolated from above, each by itself with its dominance; then what concerns regions, the inferred types, and
 * symbols. The first problem of an isolated operation ends its check, those beside it are checked all the
 * same. Problems are reported to the context's diagnostics. Programs that nest deeper than a text may are one, so that whatever handles verified programs may be recursive.
 */
export function verifyOp(op: Operation, context: Context): boolean {
  return verifySince(op, context, EVERYTHING);
}

/**
 * Checks what was changed since an operation, or one around it, was found valid in the same context, and what stands
 * next to it: what operations are checked against are their attributes, operands with their types, users, regions,
 * the operations around them, and symbols. Reports what {@link verifyOp} would.
 */
export function verifyChanges(op: Operation, context: Context): boolean {
  const since = lastValidEpoch(op, context);
  if (since !== EVERYTHING) {
    if (!changedSince(op, since)) return true;
    touchNeighbours(op, since, context);
  }
  return verifySince(op, context, since);
}

function verifySince(op: Operation, context: Context, since: number): boolean {
  if (!verifyWithDominance(op, context, 0, since, new Findings())) return false;
  noteValid(op, context);
  return true;
}

/**
 * @param depth the number of regions around the operation, those of the verified one counted.
 * @param since the epoch in which what was not changed later was found valid.
 * @param findings what is found in the operation.
 */
function verifyWithDominance(
  op: Operation,
  context: Context,
  depth: number,
  since: number,
  findings: Findings,
): boolean {
  return (
    verifyTree(op, context, depth, since, findings) &&
    (findings.operandsAreLocal || verifyDominance(op, context, since))
  );
}

/**
 * An exceeded limit is a problem of the operation whose check exceeds it.
 *
 * @param findings of the operation that is checked for itself: this one, or one around it.
 */
function verifyTree(
  op: Operation,
  context: Context,
  depth: number,
  since: number,
  findings: Findings,
): boolean {
  const report = new OpReport(op, context);
  try {
    return verifyParts(op, report, depth, since, findings);
  } catch (error) {
    if (!isExceededLimit(error)) throw error;
    return report.opError(error.message);
  }
}

function verifyParts(
  op: Operation,
  report: OpReport,
  depth: number,
  since: number,
  findings: Findings,
): boolean {
  const { context } = report;
  checkInterrupt();
  // As many as a text may nest.
  const most = Math.floor(currentBudget().limits.nesting / 2);
  if (depth > most) return report.opError(`is nested too deep: the limit is ${most} regions`);
  if (!verifyDialectAttrs(op, report)) return false;
  if (isKnownButForAttributes(op, since, context)) return true;
  const plan = checkPlan(op, context);
  if (plan.kinds?.has(op) === true) return true;
  if (!verifyOwn(op, plan, report)) return false;
  if (op.regions.length > 0) {
    const isolated: Operation[] = [];
    const scope = scopeOf(op, since, context);
    if (!verifyEntries(op, report) || !verifyBlocks(op, context, depth, scope, isolated, findings))
      return false;
    if (!verifyIsolated(isolated, context, depth, scope, findings)) return false;
  }
  if (!op.definition.isRegistered) return verifyUnregistered(op, report);
  for (const trait of plan.regionTraits) {
    if (trait === isolatedFromAbove && findings.operandsAreLocal) continue;
    if (trait.verifyRegions?.(op, report) === false) return false;
  }
  // Types may be inferred from regions: it is the last that is checked of them.
  const isValid =
    (!plan.infersTypes || verifyInferredTypes(op, report)) &&
    op.verifyRegions(report) &&
    (!plan.isSymbolTable || verifySymbolTable(op, findings.mayUseSymbols, report));
  if (isValid) plan.kinds?.add(op);
  return isValid;
}

function verifyDialectAttrs(op: Operation, report: OpReport): boolean {
  if (op.discardable === null) return true;
  // One needs no order.
  for (const [name, attribute] of op.discardable.size === 1 ? op.discardable : op.sortedDiscardable()) {
    const dot = name.indexOf('.');
    if (dot < 0) continue;
    const dialect = report.context.dialects.get(name.slice(0, dot));
    if (dialect?.verifyOpAttr?.(op, name, attribute, report) === false) return false;
  }
  return true;
}

function verifyOwn(op: Operation, plan: CheckPlan, report: OpReport): boolean {
  if (!op.definition.isRegistered) return true;
  if (!verifyCounts(op, plan, report)) return false;
  for (const trait of plan.structureTraits) if (trait.verify?.(op, report) === false) return false;
  if (!verifyDeclaration(op, plan, report)) return false;
  for (const trait of plan.traits) if (trait.verify?.(op, report) === false) return false;
  return (!plan.isSymbol || verifySymbol(op, report)) && (!plan.verifiesItself || op.verifyOp(report));
}

function verifyUnregistered(op: Operation, report: OpReport): boolean {
  const { dialect, name } = op.definition;
  const loaded = report.context.dialects.get(dialect);
  if (loaded === undefined || loaded.isPartial === true) return true;
  return report.error(
    `unregistered operation '${name}' found in dialect ('${dialect}') that does not allow unknown operations`,
  );
}

function verifyInferredTypes(op: Operation, report: OpReport): boolean {
  const inferred = op.definition.infer?.(op, report);
  if (inferred === undefined) return true;
  const failed = (): false => report.opError('failed to infer returned types');
  if (inferred === null) return failed();
  if (inferred.length === op.resultCount) {
    let compatible = true;
    for (let i = 0; i < inferred.length && compatible; i++) {
      const actual = op.getResult(i).type;
      compatible = inferred[i] === actual || isCompatible(op, inferred[i]!, actual, report.context);
    }
    if (compatible) return true;
  }
  report.opError(
    `inferred type(s) ${typeList(inferred)} are incompatible with return type(s) of operation ${typeList(op.resultTypes())}`,
  );
  return failed();
}

function isCompatible(op: Operation, inferred: Type, actual: Type, context: Context): boolean {
  const dialect = context.dialects.get(op.definition.dialect);
  return (
    op.isCompatibleResultType(inferred, actual) ||
    dialect?.isCompatibleResultType?.(inferred, actual) === true
  );
}

// ---- regions

function verifyEntries(op: Operation, report: OpReport): boolean {
  const isGraph = op.hasTrait(graphRegion);
  for (const region of op.regions) {
    const { blocks, index } = region;
    if (isGraph && blocks.length > 1)
      return report.opError(`expects graph region #${index} to have 0 or 1 blocks`);
    if (blocks.length > 0 && blocks[0]!.predecessors().length > 0) {
      return report.error('entry block of region may not have predecessors');
    }
  }
  return true;
}

/** @param isolated gets the operations that are left for {@link verifyIsolated}. */
function verifyBlocks(
  op: Operation,
  context: Context,
  depth: number,
  since: number,
  isolated: Operation[],
  findings: Findings,
): boolean {
  for (const region of op.regions) {
    for (const block of region.blocks) {
      if (!verifyBlockStart(block, op, context)) return false;
      for (let inner = block.firstOp; inner !== null; inner = inner.next) {
        if (!changedSince(inner, since)) {
          findings.skip();
          continue;
        }
        findings.visit(inner, context);
        if (isIsolated(inner)) isolated.push(inner);
        else if (!verifyTree(inner, context, depth + 1, since, findings)) return false;
      }
      if (!verifyBlockEnd(block, context)) return false;
    }
  }
  return true;
}

function verifyBlockStart(block: Block, parent: Operation, context: Context): boolean {
  const { lastOp } = block;
  if (lastOp === null) {
    return (
      mayLackTerminator(block) ||
      new OpReport(parent, context).error('empty block: expect at least a terminator')
    );
  }
  for (let op = block.firstOp; op !== null; op = op.next) {
    if (op.successors.length > 0 && op !== lastOp) {
      return new OpReport(op, context).error(
        'operation with block successors must terminate its parent block',
      );
    }
  }
  return true;
}

function verifyBlockEnd(block: Block, context: Context): boolean {
  const { lastOp } = block;
  if (lastOp === null) return true;
  for (const successor of lastOp.successors) {
    if (successor.parent !== block.parent) {
      return new OpReport(lastOp, context).opError('branching to block of a different region');
    }
  }
  // Nothing is known of undeclared operations: they may be terminators.
  if (mayLackTerminator(block) || !lastOp.definition.isRegistered || lastOp.definition.isTerminator)
    return true;
  return new OpReport(lastOp, context).error(`block with no terminator, has ${genericText(lastOp)}`);
}

function mayLackTerminator(block: Block): boolean {
  const { parent } = block;
  if (parent === null) return true;
  if (parent.blocks.length !== 1) return false;
  return !parent.parent.definition.isRegistered || parent.parent.hasTrait(noTerminator);
}

/** The operation as the generic form of its function writes it. */
function genericText(op: Operation): string {
  let root = op;
  while (root.parentOp !== null && !isIsolated(root)) root = root.parentOp;
  const printer = new Printer({ ...defaultPrintOptions, generic: true }, new ValueNames(root, false));
  printer.printOperation(op);
  return printer.text();
}

/** @param outer of the operation around them. */
function verifyIsolated(
  ops: readonly Operation[],
  context: Context,
  depth: number,
  since: number,
  outer: Findings,
): boolean {
  let valid = true;
  for (const op of ops) {
    const findings = new Findings();
    if (!verifyWithDominance(op, context, depth + 1, since, findings)) valid = false;
    outer.addIsolated(findings);
  }
  return valid;
}

function isIsolated(op: Operation): boolean {
  return op.regions.length > 0 && op.definition.isIsolatedFromAbove;
}
