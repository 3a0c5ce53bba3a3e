import type { Operation } from '../ir/operation.ts';
import type { ParsedOp } from './parsed-op.ts';
import type { Parser } from './parser.ts';
import type { Printer } from './printer.ts';

/** ` (%arg0: T, ...) {...}`: a region of one block whose arguments stand before it. */
export function printRegionWithArguments(printer: Printer, op: Operation): void {
  const region = op.getRegion(0);
  printer.write(' (');
  printer.writeList(region.entry.arguments, (argument) => printer.printArgument(argument));
  printer.write(') ');
  printer.printRegion(region, { entryArguments: false, terminators: true });
}

/** Reads what {@link printRegionWithArguments} writes. */
export function parseRegionWithArguments(parser: Parser, state: ParsedOp): void {
  const args = parser.parseList(
    'paren',
    () => parser.parseArgument({ type: true, attributes: false }),
    ' in argument list',
  );
  state.regions.push(parser.parseRegion(state, args));
}

/** ` {attrs} : (A) -> B` at the end of an operation. */
export function printAttrsAndTypes(printer: Printer, op: Operation, elided: readonly string[]): void {
  printer.printOptionalAttrDict(op.sortedAttrs(), elided);
  printer.write(' : ');
  printer.printFunctionType(op.operandTypes(), op.resultTypes());
}
