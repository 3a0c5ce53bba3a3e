import {
  type Operation,
  parseRegionWithArguments,
  type ParsedOp,
  type Parser,
  type Printer,
  type UnresolvedOperand,
} from '@shardform/ir-core';
import type { BoundaryTypes } from '../verify/verify-boundary.ts';

/** ` (%a, %b) {attrs} (%x: T) {...} : (T) -> T`: operands, attributes, region and types of a computation. */
export function printComputation(printer: Printer, op: Operation, elided: readonly string[]): void {
  const region = op.getRegion(0);
  printer.write(' (');
  printer.printOperands(op.operandValues());
  printer.write(')');
  printer.printOptionalAttrDict(op.sortedAttrs(), elided);
  printer.write(' (');
  printer.writeList(region.entry.arguments, (argument) => printer.printArgument(argument));
  printer.write(') ');
  printer.printRegion(region, { entryArguments: false, terminators: true });
  printer.write(' : ');
  printer.printFunctionType(op.operandTypes(), op.resultTypes());
}

/** Reads what {@link printComputation} writes. */
export function parseComputation(parser: Parser, state: ParsedOp): void {
  const operands = parser.parseOperandList('paren');
  for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  parseRegionWithArguments(parser, state);
  parseTypesOf(operands, parser, state);
}

/** Reads ` : (T) -> T`, the types of operands and results. */
export function parseTypesOf(operands: readonly UnresolvedOperand[], parser: Parser, state: ParsedOp): void {
  parser.expect(':');
  const inputs = parser.parseList('paren', () => parser.parseType());
  parser.expect('->');
  const results = parser.at('(') ? parser.parseList('paren', () => parser.parseType()) : [parser.parseType()];
  state.operands.push(...parser.resolveAll(operands, inputs, parser.offset));
  state.resultTypes.push(...results);
}

/** Returns the types on both sides of a computation's region. */
export function boundaryOf(op: Operation): BoundaryTypes {
  const { entry } = op.getRegion(0);
  return {
    argumentTypes: entry.arguments.map(({ type }) => type),
    operandTypes: op.operandTypes(),
    returnedTypes: entry.lastOp?.operandTypes() ?? [],
    resultTypes: op.resultTypes(),
  };
}
