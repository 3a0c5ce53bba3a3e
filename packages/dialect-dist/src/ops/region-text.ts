import type { Operation, ParsedOp, Parser, Printer, UnresolvedOperand } from '@shardform/ir-core';

/** ` (%x: T, ...) {...}`: a region of one block whose arguments stand before it. */
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

/** ` {attrs} : (A) -> B` at the end. */
export function printAttrsAndTypes(printer: Printer, op: Operation, elided: readonly string[]): void {
  printer.printOptionalAttrDict(op.sortedAttrs(), elided);
  printer.write(' : ');
  printer.printFunctionType(op.operandTypes(), op.resultTypes());
}

/** Reads what {@link printAttrsAndTypes} writes, and resolves the operands that stand before it. */
export function parseAttrsAndTypes(
  parser: Parser,
  state: ParsedOp,
  operands: readonly UnresolvedOperand[],
  offset: number,
): void {
  for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  parser.expect(':');
  const { inputs, results } = parser.parseFunctionType();
  state.operands.push(...parser.resolveAll(operands, inputs, offset));
  state.resultTypes.push(...results);
}

/** ` (%a, %b)`. */
export function printParenthesized(printer: Printer, op: Operation, start = 0, end?: number): void {
  printer.write(' (');
  printer.printOperands(op.operandValues().slice(start, end));
  printer.write(')');
}
