import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  anyType,
  arrayAttr,
  ArrayAttr,
  type Attribute,
  Block,
  defineOp,
  hasParent,
  isolatedFromAbove,
  type Operation,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  noTerminator,
  returnLike,
  singleBlock,
  singleBlockImplicitTerminator,
  sizedRegion,
  StringAttr,
  stringAttr,
  symbol,
  symbolNameAttr,
  SymbolRefAttr,
  symbolTable,
  terminator,
  variadic,
} from '@shardform/ir-core';
import { OpaqueAttr } from '../attrs/opaque-attr.ts';
import { ClassType } from '../types/named-types.ts';
import { verifyIdentifier } from '../verify/identifier.ts';

/** The attribute of a method that says what it is: `instance`, `staticmethod` or `classmethod`. */
export const METHOD_KIND = 'emitpy.method_kind';

/** The attribute of arguments and operations whose result has a name in Python. */
export const NAME = 'emitpy.name';

const textOf = (attribute: Attribute | null | undefined): string | null =>
  attribute instanceof StringAttr ? attribute.value : null;

/** A class with its methods. */
export class ClassOp extends defineOp('emitpy.class', {
  summary: 'Class definition',
  attrs: { sym_name: symbolNameAttr, base_classes: optionalAttr(arrayAttr) },
  regions: { body: sizedRegion(1) },
  traits: [symbol, symbolTable, isolatedFromAbove, singleBlock, noTerminator],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    state.setAttr('sym_name', StringAttr.get(parser.parseSymbolName()));
    const bases = parser.at('(') ? parser.parseList('paren', () => parser.parseAttribute()) : [];
    if (bases.length > 0) state.setAttr('base_classes', ArrayAttr.get(bases));
    if (parser.acceptKeyword('attributes'))
      for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    const body = parser.parseRegion(state);
    state.regions.push(body.blocks.length === 0 ? { blocks: [new Block()] } : body);
  }

  static print(this: void, printer: Printer, op: ClassOp): void {
    printer.write(' ');
    printer.writeSymbolName(op.symName.value);
    const bases = op.baseClasses?.elements ?? [];
    if (bases.length > 0) {
      printer.write('(');
      printer.writeList(bases, (base) => printer.printAttribute(base));
      printer.write(')');
    }
    printer.printOptionalAttrDict(op.sortedAttrs(), ['sym_name', 'base_classes'], 'attributes');
    printer.write(' ');
    printer.printRegion(op.body, { entryArguments: false, terminators: false });
  }

  override verifyOp(report: OpReport): boolean {
    if (!verifyIdentifier(this.symName.value, report)) return false;
    const isBase = (base: Attribute): boolean => base instanceof SymbolRefAttr || base instanceof OpaqueAttr;
    if (this.baseClasses?.elements.every(isBase) === false)
      return report.opError('base_classes must be symbol refs or #emitpy.opaque');
    for (const op of this.body.entry) {
      const problem = op instanceof FuncOp ? problemOfMethod(op, this.symName.value) : problemOfMember(op);
      if (problem !== null) return report.on(op).opError(problem);
    }
    const makers = [...this.body.entry].filter(
      (op) => op instanceof FuncOp && op.symName.value === '__init__',
    );
    return makers.length <= 1 || report.opError('class body must have at most one __init__');
  }
}

function problemOfMember(op: Operation): string | null {
  return op.name.startsWith('emitpy.') ? null : 'only emitpy or func operations are allowed in a class body';
}

const KINDS: readonly string[] = ['instance', 'staticmethod', 'classmethod'];

function problemOfMethod(op: FuncOp, className: string): string | null {
  const kind = textOf(op.getAttr(METHOD_KIND)) ?? 'instance';
  if (!KINDS.includes(kind))
    return `${METHOD_KIND} must be one of 'instance', 'staticmethod', or 'classmethod'`;
  const { inputs, results } = op.functionType;
  const isMaker = op.symName.value === '__init__';
  if (isMaker && results.length > 0) return '__init__ must not return a value';
  if (isMaker && kind !== 'instance') return '__init__ must be an instance method';
  if (kind === 'staticmethod') return null;
  const [receiver] = inputs;
  if (receiver === undefined) return 'instance and class methods must take a receiver argument';
  const expected = kind === 'classmethod' ? 'cls' : 'self';
  const name = textOf(valueAttrs(op, 'arg_attrs', 0).get(NAME));
  if (name !== null && name !== expected) return `first argument must be named '${expected}' via ${NAME}`;
  if (kind === 'classmethod') return null;
  if (!(receiver instanceof ClassType)) return 'self argument must have !emitpy.class type';
  return receiver.className === className ? null : `self type must match class name '${className}'`;
}

/** Ends a function inside a function. */
export class NestedFuncReturnOp extends defineOp('emitpy.nested_func_return', {
  summary: 'Return operation for emitpy.nested_func',
  operands: { operands: variadic(anyType) },
  traits: [terminator, returnLike, hasParent('emitpy.nested_func')],
  effects: 'none',
  speculates: 'always',
  format: '($operands^ `:` type($operands))? attr-dict',
}) {}

/** A function inside a function. */
export class NestedFuncOp extends defineOp('emitpy.nested_func', {
  summary: 'Nested (local) Python function definition',
  attrs: { sym_name: stringAttr },
  regions: { body: sizedRegion(1) },
  traits: [isolatedFromAbove, singleBlock, singleBlockImplicitTerminator('emitpy.nested_func_return')],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$sym_name $body attr-dict',
}) {}

/** A file of Python. */
export class FileOp extends defineOp('emitpy.file', {
  summary: 'A file container operation',
  attrs: { id: { ...stringAttr, summary: 'An Attribute containing a string' } },
  regions: { bodyRegion: sizedRegion(1) },
  traits: [isolatedFromAbove, symbolTable, noTerminator],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$id attr-dict-with-keyword $bodyRegion',
}) {
  override verifyOp(report: OpReport): boolean {
    return this.bodyRegion.entry.arguments.length === 0 || report.opError('region should have no arguments');
  }
}
