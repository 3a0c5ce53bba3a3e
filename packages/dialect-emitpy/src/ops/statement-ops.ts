import {
  anyType,
  defineOp,
  flatSymbolRefAttr,
  lookupNearestSymbol,
  maxSizedRegion,
  noTerminator,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  sizedRegion,
  StringAttr,
  stringAttr,
  symbol,
  SymbolRefAttr,
  symbolNameAttr,
  type Type,
  variadic,
} from '@shardform/ir-core';
import { OpaqueAttr } from '../attrs/opaque-attr.ts';
import { emitpyType } from '../types/constraints.ts';
import { verifyFormat } from '../verify/format-string.ts';
import { verifyIdentifier } from '../verify/identifier.ts';
import { opaqueOrTyped, typeOfConstant } from './value-ops.ts';

/** `target = value`, where the target is a variable or an expression that names a place. */
export class AssignOp extends defineOp('emitpy.assign', {
  summary: 'Assign operation',
  operands: { target: emitpyType, value: emitpyType },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const { offset } = parser;
    const target = parser.parseOperand();
    parser.expect('=');
    const value = parser.parseOperand();
    parser.expect(':');
    const types = parser.parseList('paren', () => parser.parseType());
    state.operands.push(...parser.resolveAll([target, value], types, offset));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: AssignOp): void {
    printer.write(' ');
    printer.printOperand(op.target);
    printer.write(' = ');
    printer.printOperand(op.value);
    printer.write(' : (');
    printer.printTypes(op.operandTypes());
    printer.write(')');
    printer.printOptionalAttrDict(op.sortedAttrs());
  }

  override verifyOp(report: OpReport): boolean {
    const [target, value] = [this.target.type, this.value.type];
    return (
      target === value ||
      report.opError(`target type ('${String(target)}') does not match value type ('${String(value)}')`)
    );
  }
}

/** `if condition:` with an optional `else`; in the condition, `{}` stands for an operand. */
export class IfOp extends defineOp('emitpy.if', {
  summary: 'If statement with optional else',
  operands: { cond_args: variadic(anyType) },
  attrs: { condition: stringAttr },
  regions: { thenRegion: sizedRegion(1), elseRegion: maxSizedRegion(1) },
  traits: [noTerminator],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const condition = parser.parseAttribute();
    if (!(condition instanceof StringAttr)) parser.fail('invalid kind of attribute specified');
    state.setAttr('condition', condition);
    if (parser.acceptKeyword('args')) {
      const { offset } = parser;
      const operands = parser.parseOperandList();
      parser.expect(':');
      const types = parser.parseList('paren', () => parser.parseType());
      state.operands.push(...parser.resolveAll(operands, types, offset));
    }
    state.regions.push(parser.parseRegion(state));
    state.regions.push(parser.acceptKeyword('else') ? parser.parseRegion(state) : { blocks: [] });
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: IfOp): void {
    printer.write(' ');
    printer.writeString(op.condition.value);
    if (op.condArgs.length > 0) {
      printer.write(' args ');
      printer.printOperands(op.condArgs);
      printer.write(' : (');
      printer.printTypes(op.operandTypes());
      printer.write(')');
    }
    printer.write(' ');
    printer.printRegion(op.thenRegion, { entryArguments: false, terminators: true });
    if (op.elseRegion.blocks.length > 0) {
      printer.write(' else ');
      printer.printRegion(op.elseRegion, { entryArguments: false, terminators: true });
    }
    printer.printOptionalAttrDict(op.sortedAttrs(), ['condition']);
  }

  override verifyOp(report: OpReport): boolean {
    if (this.condition.value === '') return report.opError('condition string must not be empty');
    if (this.thenRegion.entry.firstOp === null)
      return report.opError('then block must contain at least one operation');
    const [otherwise] = this.elseRegion.blocks;
    if (otherwise?.firstOp === null)
      return report.opError('else block must contain at least one operation if present');
    return verifyFormat(this.condition.value, this.condArgs.length, 'condition', report);
  }
}

/** A line of Python as it stands, in which `{}` stands for an operand. */
export class VerbatimOp extends defineOp('emitpy.verbatim', {
  summary: 'Verbatim operation',
  operands: { fmtArgs: variadic(anyType) },
  attrs: { value: stringAttr },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$value (`args` $fmtArgs^ `:` type($fmtArgs))? attr-dict',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFormat(this.value.value, this.fmtArgs.length, 'format', report);
  }
}

/** A variable of the file. */
export class GlobalOp extends defineOp('emitpy.global', {
  summary: 'A global variable',
  attrs: { sym_name: symbolNameAttr, initial_value: opaqueOrTyped },
  traits: [symbol],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    state.setAttr('sym_name', StringAttr.get(parser.parseSymbolName()));
    if (!parser.accept('=')) parser.fail("expected '=' after symbol name");
    const value = parser.parseOptionalAttribute();
    if (value === null) parser.fail('expected initial value for global variable');
    state.setAttr('initial_value', value);
    // Python as it stands may be given a type, which it has not.
    if (value instanceof OpaqueAttr && parser.accept(':')) parser.parseType();
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: GlobalOp): void {
    printer.write(' ');
    printer.writeSymbolName(op.symName.value);
    printer.write(' = ');
    printer.printAttribute(op.initialValue);
    printer.printOptionalAttrDict(op.sortedAttrs(), ['sym_name', 'initial_value']);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyIdentifier(this.symName.value, report);
  }
}

/** Returns false, and says why, unless a name is that of a global variable of the type. */
function verifyGlobal(
  op: GlobalStatementOp | AssignGlobalOp,
  type: Type,
  what: 'result' | 'value',
  report: OpReport,
): boolean {
  const { root } = op.globalName;
  const global = lookupNearestSymbol(op, op.globalName);
  if (!(global instanceof GlobalOp))
    return report.opError(`'${root}' does not reference a valid emitpy.global`);
  const own = typeOfConstant(global.initialValue);
  return (
    own === null ||
    own === type ||
    report.opError(`${what} type ('${String(type)}') does not match global's type ('${String(own)}')`)
  );
}

/** `global name`: in this function, the name is that of the file's variable. */
export class GlobalStatementOp extends defineOp('emitpy.global_statement', {
  summary: 'Marks a variable as global for the current function scope',
  attrs: { name: flatSymbolRefAttr },
  results: { result: anyType },
  effects: 'none',
  speculates: 'always',
  format: '$name `:` type($result) attr-dict',
}) {
  /** The variable; `name` is the operation's. */
  get globalName(): SymbolRefAttr {
    // The declaration requires a symbol.
    return this.getAttr('name') as SymbolRefAttr;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyIdentifier(this.globalName.root, report);
  }

  verifySymbolUses(report: OpReport): boolean {
    return verifyGlobal(this, this.result.type, 'result', report);
  }
}

/** `name = value` of a variable of the file. */
export class AssignGlobalOp extends defineOp('emitpy.assign_global', {
  summary: 'Assign a value to a global variable',
  operands: { value: anyType },
  attrs: { name: flatSymbolRefAttr },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    state.setAttr('name', SymbolRefAttr.get(parser.parseSymbolName()));
    if (!parser.accept('=')) parser.fail("expected '=' after symbol name");
    const { offset } = parser;
    const value = parser.parseOperand();
    state.operands.push(...parser.resolveAll([value], [parser.parseColonType()], offset));
  }

  static print(this: void, printer: Printer, op: AssignGlobalOp): void {
    printer.write(' ');
    printer.writeSymbolName(op.globalName.root);
    printer.write(' = ');
    printer.printOperand(op.value);
    printer.write(' : ');
    printer.printType(op.value.type);
  }

  /** The variable; `name` is the operation's. */
  get globalName(): SymbolRefAttr {
    // The declaration requires a symbol.
    return this.getAttr('name') as SymbolRefAttr;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyIdentifier(this.globalName.root, report);
  }

  verifySymbolUses(report: OpReport): boolean {
    return verifyGlobal(this, this.value.type, 'value', report);
  }
}
