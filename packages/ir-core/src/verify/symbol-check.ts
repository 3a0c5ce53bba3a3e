import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { symbolTable } from '../definition/traits.ts';
import type { Operation } from '../ir/operation.ts';
import { OpReport } from './report.ts';

/** An operation that mentions symbols and checks that they exist and fit. */
export interface SymbolUser {
  verifySymbolUses(report: OpReport): boolean;
}

/** Checks that an op's symbols are distinct, then the uses of symbols inside it. */
export function verifySymbolTable(op: Operation, report: OpReport): boolean {
  if (!op.hasTrait(symbolTable)) return true;
  if (op.regions.length !== 1) return report.opError("Operations with a 'SymbolTable' must have exactly one region");
  const defined = new Map<string, Operation>();
  for (const block of op.regions[0]!.blocks) {
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
  let valid = true;
  for (const region of op.regions) for (const block of region.blocks) for (const inner of block) {
    if (!verifyUses(inner, report)) valid = false;
  }
  return valid;
}

function verifyUses(op: Operation, report: OpReport): boolean {
  const { verifySymbolUses } = op as Operation & Partial<SymbolUser>;
  if (verifySymbolUses !== undefined && !verifySymbolUses.call(op, new OpReport(op, report.context))) return false;
  // A nested symbol table has checked its own uses.
  if (op.hasTrait(symbolTable)) return true;
  for (const region of op.regions) {
    for (const block of region.blocks) for (const inner of block) if (!verifyUses(inner, report)) return false;
  }
  return true;
}
