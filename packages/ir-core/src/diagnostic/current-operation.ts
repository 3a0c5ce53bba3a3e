import type { Operation } from '../ir/operation.ts';
import { AliasTable } from '../text/aliases.ts';
import { defaultPrintOptions, type PrintOptions } from '../text/print-options.ts';
import { Printer } from '../text/printer.ts';
import { ValueNames } from '../text/value-names.ts';
import { type Diagnostic, note } from './diagnostic.ts';

/** MLIR's limit for constants in diagnostics. */
const ELEMENTS_LIMIT = 16;

/**
 * MLIR's note `see current operation: ...` with the operation in generic form; values have the numbers that
 * they have in the nearest operation isolated from above. For {@link DiagnosticEngine.describeOp}.
 */
export function currentOperationNote(op: Operation): Diagnostic {
  const options: PrintOptions = {
    ...defaultPrintOptions,
    generic: true,
    localScope: true,
    elideElementsLimit: ELEMENTS_LIMIT,
  };
  const printer = new Printer(options, new ValueNames(numberingScope(op), false), new AliasTable());
  printer.printOperation(op);
  const text = printer.text();
  return note(op.location, `see current operation: ${text.includes('\n') ? '\n' : ''}${text}`);
}

function numberingScope(op: Operation): Operation {
  let scope = op;
  while (!scope.definition.isIsolatedFromAbove && scope.parentOp !== null) scope = scope.parentOp;
  return scope;
}
