import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { symbolTable } from '../definition/traits.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { SymbolTables } from '../ir/symbol-table.ts';
import { checkPlan } from './check-plan.ts';
import { OpReport } from './report.ts';

/** An operation that mentions symbols and checks that they exist and fit. */
export interface SymbolUser {
  /** @param symbols looks symbols up; it serves the whole check of a symbol table. */
  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean;
}

/** Checks the name and visibility of an operation with the trait Symbol, and that it stands in a symbol table. */
export function verifySymbol(op: Operation, report: OpReport): boolean {
  const name = op.getAttr('sym_name');
  if (name === null && op.definition.attrs.some((attr) => attr.name === 'sym_name' && attr.isOptional))
    return true;
  if (!(name instanceof StringAttr)) return report.opError("requires string attribute 'sym_name'");
  const visibility = op.getAttr('sym_visibility');
  if (visibility !== null && !(visibility instanceof StringAttr)) {
    return report.opError(
      `requires visibility attribute 'sym_visibility' to be a string attribute, but got ${String(visibility)}`,
    );
  }
  const word = visibility?.value ?? 'public';
  if (!['public', 'private', 'nested'].includes(word)) {
    return report.opError(
      `visibility expected to be one of ["public", "private", "nested"], but got ${String(visibility)}`,
    );
  }
  // Classes of symbols may have the accessor.
  const { isDeclaration } = op as Operation & { readonly isDeclaration?: boolean };
  if (isDeclaration === true && word === 'public') {
    return report.opError('symbol declaration cannot have public visibility');
  }
  const parent = op.parentOp;
  if (parent === null || !parent.definition.isRegistered || parent.hasTrait(symbolTable)) return true;
  return report.opError("symbol's parent must have the SymbolTable trait");
}

/**
 * Checks that the symbols in a symbol table are distinct, then the uses of symbols inside it.
 *
 * @param mayHaveUses false if no operation inside uses symbols.
 */
export function verifySymbolTable(op: Operation, mayHaveUses: boolean, report: OpReport): boolean {
  if (op.regions.length !== 1)
    return report.opError("Operations with a 'SymbolTable' must have exactly one region");
  if (op.getRegion(0).blocks.length !== 1) {
    return report.opError("Operations with a 'SymbolTable' must have exactly one block");
  }
  const defined = new Map<string, Operation>();
  for (const block of op.getRegion(0).blocks) {
    for (const inner of block) {
      const name = inner.getAttr('sym_name');
      if (!(name instanceof StringAttr)) continue;
      const before = defined.get(name.value);
      if (before !== undefined) {
        return new OpReport(inner, report.context)
          .errorWithNotes(`redefinition of symbol named '${name.value}'`)
          .note(before.location, 'see existing symbol definition here');
      }
      defined.set(name.value, inner);
    }
  }
  return !mayHaveUses || verifyUses(op, new SymbolTables(), report.context);
}

/** Checks the uses in the regions of a symbol table, those in nested tables left out. */
function verifyUses(table: Operation, symbols: SymbolTables, context: Context): boolean {
  const work: Region[] = [...table.regions];
  for (let region = work.pop(); region !== undefined; region = work.pop()) {
    for (const block of region.blocks) {
      for (let op = block.firstOp; op !== null; op = op.next) {
        const { isSymbolUser, isSymbolTable } = checkPlan(op, context);
        if (isSymbolUser) {
          // The plan says that the op's class has the method.
          const user = op as Operation & SymbolUser;
          if (!user.verifySymbolUses(new OpReport(op, context), symbols)) return false;
        }
        if (op.regions.length > 0 && !isSymbolTable) work.push(...op.regions);
      }
    }
  }
  return true;
}
