import type { Operation, ParsedOp, Parser, Printer } from '@shardform/ir-core';

/** ` (%arg0: T, ...) {...}`: a region of one block whose arguments stand before it. */
export function printRegionWithArguments(printer: Printer, op: Operation): void {
  const region = op.regions[0]!;
  printer.write(' (');
  printer.writeList(region.entry.arguments, (argument) => printer.printArgument(argument));
  printer.write(') ');
  printer.printRegion(region, { entryArguments: false, terminators: true });
}

/** Reads what {@link printRegionWithArguments} writes. */
export function parseRegionWithArguments(parser: Parser, state: ParsedOp): void {
  const args = parser.parseList('paren', () => parser.parseArgument({ type: true, attributes: false }));
  state.regions.push(parser.parseRegion(state, args));
}

/** ` {attrs} : (A) -> B` after a region. */
export function printAttrsAndType(printer: Printer, op: Operation, elided: readonly string[]): void {
  printer.printOptionalAttrDict(op.sortedAttrs(), elided);
  printer.write(' : ');
  printer.printFunctionType(op.operandTypes(), op.resultTypes());
}

/** ` name=` before an attribute in its short form. */
export function printLabel(printer: Printer, name: string): void {
  printer.write(` ${name}=`);
}

/** `name=`. */
export function parseLabel(parser: Parser, name: string): void {
  parser.expectKeyword(name);
  parser.expect('=');
}
