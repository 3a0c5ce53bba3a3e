import {
  Attribute,
  defineOp,
  flatSymbolRefAttr,
  FloatAttr,
  IntegerAttr,
  lookupNearestSymbol,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  StringAttr,
  stringAttr,
  symbol,
  symbolNameAttr,
  type SymbolRefAttr,
  type Type,
  typeAttr,
  UnitAttr,
  unitAttr,
} from '@shardform/ir-core';
import { lvalueType, valueType } from '../types/constraints.ts';
import { LValueType } from '../types/types.ts';
import { opaqueOrTyped } from './value-ops.ts';

const SPECIFIERS = ['extern', 'static', 'const'] as const;

/** A variable of the file: `emitc.global static @cache : !emitc.opaque<"::std::vector<::ttnn::Tensor>">`. */
export class GlobalOp extends defineOp('emitc.global', {
  summary: 'A global variable',
  attrs: {
    sym_name: symbolNameAttr,
    type: typeAttr,
    initial_value: optionalAttr(opaqueOrTyped),
    extern_specifier: optionalAttr(unitAttr),
    static_specifier: optionalAttr(unitAttr),
    const_specifier: optionalAttr(unitAttr),
  },
  traits: [symbol],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    for (const word of SPECIFIERS)
      if (parser.acceptKeyword(word)) state.setAttr(`${word}_specifier`, UnitAttr.instance);
    state.setAttr('sym_name', StringAttr.get(parser.parseSymbolName()));
    const type = parser.parseColonType();
    state.setAttr('type', type);
    if (parser.accept('=')) state.setAttr('initial_value', parser.parseAttribute(type));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: GlobalOp): void {
    for (const word of op.specifiers) printer.write(` ${word}`);
    printer.write(' ');
    printer.writeSymbolName(op.symName.value);
    printer.write(' : ');
    printer.printType(op.type);
    const { initialValue: value } = op;
    if (value !== null) {
      printer.write(' = ');
      // The type stands before.
      if (value instanceof IntegerAttr || value instanceof FloatAttr)
        printer.write(String(value).replace(` : ${String(value.type)}`, ''));
      else printer.printAttribute(value);
    }
    printer.printOptionalAttrDict(op.sortedAttrs(), [
      ...['sym_name', 'type', 'initial_value'],
      ...SPECIFIERS.map((word) => `${word}_specifier`),
    ]);
  }

  /** The words before the type in C++. */
  get specifiers(): readonly string[] {
    return SPECIFIERS.filter((word) => this.getAttr(`${word}_specifier`) !== null);
  }

  override verifyOp(report: OpReport): boolean {
    return (
      this.externSpecifier === null ||
      this.staticSpecifier === null ||
      report.opError('cannot have both static and extern specifiers')
    );
  }
}

/** A variable of the file, in a function. */
export class GetGlobalOp extends defineOp('emitc.get_global', {
  summary: 'Obtain access to a global variable',
  attrs: { name: flatSymbolRefAttr },
  results: { result: lvalueType },
  effects: 'none',
  speculates: 'always',
  format: '$name `:` type($result) attr-dict',
}) {
  /** The variable; `name` is the operation's. */
  get globalName(): SymbolRefAttr {
    // The declaration requires a symbol.
    return this.getAttr('name') as SymbolRefAttr;
  }

  verifySymbolUses(report: OpReport): boolean {
    const { root } = this.globalName;
    const global = lookupNearestSymbol(this, this.globalName);
    if (!(global instanceof GlobalOp))
      return report.opError(`'${root}' does not reference a valid emitc.global`);
    const { type } = this.result;
    return (
      (type instanceof LValueType && type.valueType === global.type) ||
      report.opError(
        `on non-array type expects result inner type ${String(type)} to match type ${String(global.type)} of the global @${root}`,
      )
    );
  }
}

/** The value of a variable or an element, as of now. */
export class LoadOp extends defineOp('emitc.load', {
  summary: 'Load an lvalue into an SSA value.',
  operands: { operand: lvalueType },
  results: { result: valueType },
  effects: [{ kind: 'read' }],
  speculates: 'never',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const { offset } = parser;
    const operand = parser.parseOperand();
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    parser.expect(':');
    parser.expect('<');
    const type: Type = parser.parseType();
    parser.expect('>');
    state.operands.push(...parser.resolveAll([operand], [LValueType.of(type)], offset));
    state.resultTypes.push(type);
  }

  static print(this: void, printer: Printer, op: LoadOp): void {
    printer.write(' ');
    printer.printOperand(op.operand);
    printer.printOptionalAttrDict(op.sortedAttrs());
    printer.write(' : <');
    printer.printType(op.result.type);
    printer.write('>');
  }

  override verifyOp(report: OpReport): boolean {
    const { type } = this.operand;
    return (
      (type instanceof LValueType && type.valueType === this.result.type) ||
      report.opError("failed to verify that value type of operand matches result's type")
    );
  }
}

/** `#include <header>`, or `"header"` for one of the program's own. */
export class IncludeOp extends defineOp('emitc.include', {
  summary: 'Include operation',
  attrs: { include: stringAttr, is_standard_include: optionalAttr(unitAttr) },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const isStandard = parser.accept('<');
    const header: Attribute = parser.parseAttribute();
    if (!(header instanceof StringAttr)) parser.fail('invalid kind of attribute specified');
    state.setAttr('include', header);
    if (isStandard) {
      parser.expect('>');
      state.setAttr('is_standard_include', UnitAttr.instance);
    }
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: IncludeOp): void {
    const isStandard = op.isStandardInclude !== null;
    printer.write(isStandard ? ' <' : ' ');
    printer.writeString(op.include.value);
    if (isStandard) printer.write('>');
    printer.printOptionalAttrDict(op.sortedAttrs(), ['include', 'is_standard_include']);
  }
}
