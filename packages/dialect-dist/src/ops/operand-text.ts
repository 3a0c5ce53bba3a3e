import type { Operation, ParsedOp, Parser, Printer, UnresolvedOperand } from '@shardform/ir-core';

/** Reads what `printAttrsAndTypes` writes, and resolves the operands that stand before it. */
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
