import type { Operation, ParsedOp, Parser, Printer } from '@shardform/ir-core';
import { StringV1, TypeV1 } from './attributes.ts';
import { FunctionV1 } from './types.ts';

/** Writes `@name(%arg0: type) -> (type) { ... } {attributes}`. */
export function printFunction(this: void, printer: Printer, op: Operation): void {
  const name = StringV1.of(op.getAttr('sym_name'))?.value;
  const type = FunctionV1.of(TypeV1.of(op.getAttr('function_type'))?.value);
  const body = op.regions[0];
  if (name === undefined || type === null || body === undefined) {
    printer.printGeneric(op);
    return;
  }
  printer.write(' ');
  printer.writeSymbolName(name);
  printer.write('(');
  printer.writeList(body.blocks[0]?.arguments ?? [], (argument) => printer.printArgument(argument));
  printer.write(') -> (');
  printer.printTypes(type.outputs);
  printer.write(') ');
  printer.printRegion(body, { entryArguments: false, terminators: true });
  printer.printOptionalAttrDict(op.sortedAttrs(), ['sym_name', 'function_type']);
}

/** Reads what {@link printFunction} writes. */
export function parseFunction(this: void, parser: Parser, state: ParsedOp): void {
  const name = parser.parseSymbolName();
  const args = parser.parseList('paren', () => parser.parseArgument({ type: true, attributes: false }));
  parser.expect('->');
  const outputs = parser.parseList('paren', () => parser.parseType());
  state.regions.push(parser.parseRegion(state, args));
  const inputs = args.map(({ type }) => type);
  state.setAttr('sym_name', StringV1.get({ value: name }));
  state.setAttr('function_type', TypeV1.get({ value: FunctionV1.get({ inputs, outputs }) }));
  for (const [key, attribute] of parser.parseOptionalAttrDict()) state.setAttr(key, attribute);
}
