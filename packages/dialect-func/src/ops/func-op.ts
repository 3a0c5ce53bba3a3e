import {
  anyRegion,
  ArrayAttr,
  defineOp,
  DictionaryAttr,
  FunctionType,
  isolatedFromAbove,
  type OpReport,
  optionalAttr,
  type ParsedArgument,
  type ParsedOp,
  type Parser,
  type Printer,
  StringAttr,
  stringAttr,
  symbol,
  symbolNameAttr,
  type Type,
  type Attribute,
  type Block,
  typeAttrOf,
  unitAttr,
} from '@shardform/ir-core';
import { dictionaryArrayAttr, valueAttrsList, verifyFunction } from './function-interface.ts';

/** A function with a name, isolated from the values around it (MLIR, `func.func`). */
export class FuncOp extends defineOp('func.func', {
  summary: 'an operation with a name containing a single SSACFG region',
  attrs: {
    sym_name: symbolNameAttr,
    function_type: typeAttrOf(FunctionType, 'type attribute of function type'),
    sym_visibility: optionalAttr(stringAttr),
    arg_attrs: optionalAttr(dictionaryArrayAttr),
    res_attrs: optionalAttr(dictionaryArrayAttr),
    no_inline: optionalAttr(unitAttr),
  },
  regions: { body: anyRegion },
  traits: [symbol, isolatedFromAbove],
  effects: 'unknown',
  speculates: 'unknown',
  defaultDialect: 'func',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const visibility = ['public', 'private', 'nested'].find((word) => parser.acceptKeyword(word));
    if (visibility !== undefined) state.setAttr('sym_visibility', StringAttr.get(visibility));
    state.setAttr('sym_name', StringAttr.get(parser.parseSymbolName()));
    const args = parseArguments(parser);
    const results = parser.accept('->') ? parseResults(parser) : [];
    const type = FunctionType.get(
      args.map((argument) => argument.type),
      results.map((result) => result.type),
    );
    state.setAttr('function_type', type);
    const { offset } = parser;
    if (parser.acceptKeyword('attributes')) {
      if (!parser.at('{')) parser.failToken("expected '{' in attribute dictionary");
      for (const [name, attribute] of parser.parseOptionalAttrDict()) {
        if (name === 'sym_name' || name === 'function_type' || name === 'sym_visibility') {
          parser.fail(
            `'${name}' is an inferred attribute and should not be specified in the explicit attribute dictionary`,
            offset,
          );
        }
        state.setAttr(name, attribute);
      }
    }
    setAttrs(state, 'arg_attrs', args);
    setAttrs(state, 'res_attrs', results);
    const named = args.filter((argument): argument is ParsedArgument => 'name' in argument);
    const bodyOffset = parser.offset;
    const body = parser.parseOptionalRegion(state, named);
    if (body?.blocks.length === 0) parser.fail('expected non-empty function body', bodyOffset);
    state.regions.push(body ?? { blocks: [] });
  }

  static print(this: void, printer: Printer, op: FuncOp): void {
    printer.write(' ');
    if (op.symVisibility !== null) printer.write(`${op.symVisibility.value} `);
    printer.writeSymbolName(op.symName.value);
    const { inputs, results } = op.functionType;
    const argAttrs = valueAttrsList(op, 'arg_attrs');
    printer.write('(');
    const entry = op.body.blocks[0];
    inputs.forEach((type, i) => {
      if (i > 0) printer.write(', ');
      const { entries } = argAttrs[i]!;
      if (entry !== undefined) {
        printer.printArgument(entry.getArgument(i), entries);
        return;
      }
      printer.printType(type);
      printer.printOptionalAttrDict(entries);
    });
    printer.write(')');
    printResults(printer, op, results);
    printer.printOptionalAttrDict(
      op.sortedAttrs(),
      ['sym_name', 'function_type', 'sym_visibility', 'arg_attrs', 'res_attrs'],
      'attributes',
    );
    if (op.body.isEmpty) return;
    printer.write(' ');
    printer.printRegion(op.body, { entryArguments: false, terminators: true });
  }

  /** A function without a body that stands in no block. */
  static declaration(name: string, type: FunctionType, visibility: 'private' | null = 'private'): FuncOp {
    return FuncOp.create(
      {
        symName: StringAttr.get(name),
        functionType: type,
        symVisibility: visibility === null ? null : StringAttr.get(visibility),
      },
      [],
    );
  }

  get isDeclaration(): boolean {
    return this.body.isEmpty;
  }

  get isPublic(): boolean {
    return this.symVisibility === null || this.symVisibility.value === 'public';
  }

  /** The entry block. @throws for a declaration. */
  get entry(): Block {
    return this.body.entry;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFunction(this, report);
  }
}

/** The type and attributes of an argument or result; arguments of functions with bodies have names too. */
interface Signature {
  readonly type: Type;
  readonly attributes: readonly (readonly [string, Attribute])[];
}

function parseArguments(parser: Parser): (Signature | ParsedArgument)[] {
  let named: boolean | null = null;
  return parser.parseList('paren', () => {
    const isNamed = parser.at('percent');
    if (named !== null && named !== isNamed) {
      parser.fail(named ? 'expected SSA identifier' : 'expected type instead of SSA identifier');
    }
    named = isNamed;
    if (isNamed) return parser.parseArgument({ type: true, attributes: true });
    return parseSignature(parser);
  });
}

function parseSignature(parser: Parser): Signature {
  const type = parser.parseType();
  const attributes = parser.parseOptionalAttrDict();
  parser.parseOptionalLocation();
  return { type, attributes };
}

function parseResults(parser: Parser): Signature[] {
  if (parser.at('(')) return parser.parseList('paren', () => parseSignature(parser));
  return [{ type: parser.parseType(), attributes: [] }];
}

function setAttrs(state: ParsedOp, name: string, signatures: readonly Signature[]): void {
  if (signatures.every(({ attributes }) => attributes.length === 0)) return;
  state.setAttr(name, ArrayAttr.get(signatures.map(({ attributes }) => DictionaryAttr.get(attributes))));
}

function printResults(printer: Printer, op: FuncOp, results: readonly Type[]): void {
  if (results.length === 0) return;
  printer.write(' -> ');
  const attrs = valueAttrsList(op, 'res_attrs');
  const [only] = results;
  if (results.length === 1 && attrs[0]!.entries.length === 0 && !only!.isFunctionType) {
    printer.printType(only!);
    return;
  }
  printer.write('(');
  results.forEach((type, i) => {
    if (i > 0) printer.write(', ');
    printer.printType(type);
    printer.printOptionalAttrDict(attrs[i]!.entries);
  });
  printer.write(')');
}
