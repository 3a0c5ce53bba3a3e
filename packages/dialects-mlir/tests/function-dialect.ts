import {
  anyRegion,
  anyType,
  defineOp,
  type Extension,
  FunctionType,
  isolatedFromAbove,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  StringAttr,
  stringAttr,
  symbol,
  symbolNameAttr,
  terminator,
  type Type,
  typeAttrOf,
  variadic,
} from '@shardform/ir-core';

/** Functions with as much of `func.func` as texts of other dialects need: the package of `func` is made of this one. */
class FuncOp extends defineOp('func.func', {
  summary: 'a function',
  attrs: {
    sym_name: symbolNameAttr,
    function_type: typeAttrOf(FunctionType, 'function type'),
    sym_visibility: optionalAttr(stringAttr),
  },
  regions: { body: anyRegion },
  traits: [symbol, isolatedFromAbove],
  effects: 'unknown',
  speculates: 'unknown',
  defaultDialect: 'func',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    if (parser.acceptKeyword('private')) state.setAttr('sym_visibility', StringAttr.get('private'));
    state.setAttr('sym_name', StringAttr.get(parser.parseSymbolName()));
    const types: Type[] = [];
    const named = parser.parseList('paren', () => {
      const argument = parser.at('percent') ? parser.parseArgument({ type: true, attributes: true }) : null;
      types.push(argument?.type ?? parser.parseType());
      return argument;
    });
    const results = parser.accept('->') ? parseResults(parser) : [];
    state.setAttr('function_type', FunctionType.get(types, results));
    const body = parser.parseOptionalRegion(
      state,
      named.filter((argument) => argument !== null),
    );
    state.regions.push(body ?? { blocks: [] });
  }

  static print(this: void, printer: Printer, op: FuncOp): void {
    printer.write(op.symVisibility === null ? ' ' : ` ${op.symVisibility.value} `);
    printer.writeSymbolName(op.symName.value);
    const { inputs, results } = op.functionType;
    const entry = op.body.blocks[0];
    printer.write('(');
    inputs.forEach((type, i) => {
      if (i > 0) printer.write(', ');
      if (entry === undefined) printer.printType(type);
      else printer.printArgument(entry.arguments[i]!, []);
    });
    printer.write(')');
    if (results.length > 0) {
      const text = results.map(String).join(', ');
      printer.write(results.length === 1 ? ` -> ${text}` : ` -> (${text})`);
    }
    if (op.body.isEmpty) return;
    printer.write(' ');
    printer.printRegion(op.body, { entryArguments: false, terminators: true });
  }
}

class ReturnOp extends defineOp('func.return', {
  summary: 'ends a function',
  operands: { operands: variadic(anyType) },
  traits: [terminator],
  format: 'attr-dict ($operands^ `:` type($operands))?',
}) {}

function parseResults(parser: Parser): readonly Type[] {
  return parser.at('(') ? parser.parseList('paren', () => parser.parseType()) : [parser.parseType()];
}

/** Functions and returns. */
export const functionDialect: Extension = {
  name: 'function-dialect',
  dialects: [{ name: 'func' }],
  ops: [FuncOp, ReturnOp],
};
