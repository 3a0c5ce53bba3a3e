import { StringAttr, SymbolRefAttr } from '../src/builtin/attrs/basic-attrs.ts';
import { IntegerAttr } from '../src/builtin/attrs/number-attrs.ts';
import { FunctionType } from '../src/builtin/types/composite-types.ts';
import { i1, IndexType } from '../src/builtin/types/integer-type.ts';
import {
  flatSymbolRefAttr,
  stringAttr,
  symbolNameAttr,
  typeAttrOf,
} from '../src/definition/builtin-constraints.ts';
import {
  anyAttr,
  anyRegion,
  anyType,
  optional,
  optionalAttr,
  onlyType,
  variadic,
} from '../src/definition/constraint.ts';
import { defineOp } from '../src/definition/define-op.ts';
import {
  attrSizedOperandSegments,
  commutative,
  constantLike,
  isolatedFromAbove,
  returnLike,
  sameOperandsAndResultType,
  singleBlockImplicitTerminator,
  symbol,
  symbolTable,
  terminator,
} from '../src/definition/traits.ts';
import { DenseArrayAttr } from '../src/builtin/attrs/dense-array-attr.ts';
import { i32 } from '../src/builtin/types/integer-type.ts';
import type { Attribute, Type } from '../src/ir/attribute.ts';
import { Context } from '../src/ir/context.ts';
import type { Extension } from '../src/ir/extension.ts';
import { branchOpInterface, callableOpInterface, callOpInterface } from '../src/ir/interfaces.ts';
import type { Operation } from '../src/ir/operation.ts';
import type { NameSuggestion } from '../src/text/value-names.ts';

import { builtinPasses } from '../src/passes/extension.ts';
import { pattern } from '../src/rewrite/pattern.ts';
import type { FoldResult } from '../src/rewrite/fold.ts';
import type { Parser } from '../src/text/parser.ts';
import type { ParsedOp } from '../src/text/parsed-op.ts';
import { argumentTypes } from '../src/format/directive.ts';
import type { Printer } from '../src/text/printer.ts';

/** As much of MLIR's func, arith and cf as tests of passes need; the text is MLIR's. */
export class FuncOp extends defineOp('func.func', {
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
  static parse(parser: Parser, state: ParsedOp): void {
    const visibility = ['public', 'private', 'nested'].find((word) => parser.acceptKeyword(word));
    if (visibility !== undefined) state.setAttr('sym_visibility', StringAttr.get(visibility));
    state.setAttr('sym_name', StringAttr.get(parser.parseSymbolName()));
    const isNamed = parser.lexer.text.slice(parser.offset, parser.offset + 2) === '(%';
    const named = isNamed
      ? parser.parseList('paren', () => parser.parseArgument({ type: true, attributes: false }))
      : [];
    const inputs = isNamed
      ? named.map(({ type }) => type)
      : parser.parseList('paren', () => parser.parseType());
    let results: Type[] = [];
    if (parser.accept('->')) {
      results = parser.at('(') ? parser.parseList('paren', () => parser.parseType()) : [parser.parseType()];
    }
    state.setAttr('function_type', FunctionType.get(inputs, results));
    state.regions.push(parser.parseOptionalRegion(state, named) ?? { blocks: [] });
  }

  static print(printer: Printer, op: FuncOp): void {
    printer.write(' ');
    if (op.symVisibility !== null) printer.write(`${op.symVisibility.value} `);
    printer.writeSymbolName(op.symName.value);
    const { inputs, results } = op.functionType;
    printer.write('(');
    if (op.body.isEmpty) printer.printTypes(inputs);
    else printer.writeList(op.body.entry.arguments, (argument) => printer.printArgument(argument));
    printer.write(')');
    if (results.length > 0) {
      printer.write(' -> ');
      printer.printResultTypes(results);
    }
    if (op.body.isEmpty) return;
    printer.write(' ');
    printer.printRegion(op.body, { entryArguments: false, terminators: true });
  }
}

export class CallOp extends defineOp('func.call', {
  summary: 'a call',
  operands: { operands: variadic(anyType) },
  results: { results: variadic(anyType) },
  attrs: { callee: flatSymbolRefAttr },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)',
}) {}

export class ReturnOp extends defineOp('func.return', {
  summary: 'a return',
  operands: { operands: variadic(anyType) },
  traits: [returnLike, terminator],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict ($operands^ `:` type($operands))?',
}) {}

function constantName(value: Attribute): string {
  if (!(value instanceof IntegerAttr)) return 'cst';
  if (value.type === i1) return value.value === 1n ? 'true' : 'false';
  return `c${value.value}${value.type instanceof IndexType ? '' : `_${String(value.type)}`}`;
}

export class ConstantOp extends defineOp('arith.constant', {
  summary: 'a constant',
  attrs: { value: anyAttr },
  results: { result: anyType },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
}) {
  static parse(parser: Parser, state: ParsedOp): void {
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    const value = parser.parseAttribute() as IntegerAttr;
    state.setAttr('value', value);
    state.resultTypes.push(value.type);
  }

  static print(printer: Printer, op: ConstantOp): void {
    printer.printOptionalAttrDict(op.sortedDiscardable());
    printer.write(' ');
    printer.printAttribute(op.value);
  }

  static suggestNames(op: ConstantOp, suggest: NameSuggestion): void {
    suggest(op.result, constantName(op.value));
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}

const integerBinary = {
  operands: { lhs: anyType, rhs: anyType },
  results: { result: anyType },
  format: '$lhs `,` $rhs attr-dict `:` type($result)',
} as const;

function foldIntegers(
  [lhs, rhs]: readonly (Attribute | null)[],
  compute: (a: bigint, b: bigint) => bigint,
): readonly FoldResult[] | null {
  if (!(lhs instanceof IntegerAttr && rhs instanceof IntegerAttr)) return null;
  return [IntegerAttr.get(compute(lhs.value, rhs.value), lhs.type)];
}

export class AddIOp extends defineOp('arith.addi', {
  summary: 'a sum',
  ...integerBinary,
  traits: [commutative, sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    if (operands[1] instanceof IntegerAttr && operands[1].value === 0n) return [this.lhs];
    return foldIntegers(operands, (a, b) => a + b);
  }
}

export class SubIOp extends defineOp('arith.subi', {
  summary: 'a difference',
  ...integerBinary,
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    if (this.lhs === this.rhs) return [IntegerAttr.get(0, this.lhs.type)];
    if (operands[1] instanceof IntegerAttr && operands[1].value === 0n) return [this.lhs];
    return foldIntegers(operands, (a, b) => a - b);
  }
}

export class MulIOp extends defineOp('arith.muli', {
  summary: 'a product',
  ...integerBinary,
  traits: [commutative, sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    if (operands[1] instanceof IntegerAttr && operands[1].value === 0n) return [operands[1]];
    if (operands[1] instanceof IntegerAttr && operands[1].value === 1n) return [this.lhs];
    return foldIntegers(operands, (a, b) => a * b);
  }
}

export class XOrIOp extends defineOp('arith.xori', {
  summary: 'an exclusive or',
  ...integerBinary,
  traits: [commutative, sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    if (operands[1] instanceof IntegerAttr && operands[1].value === 0n) return [this.lhs];
    if (this.lhs === this.rhs) return [IntegerAttr.get(0, this.lhs.type)];
    return foldIntegers(operands, (a, b) => a ^ b);
  }
}

export class ShRSIOp extends defineOp('arith.shrsi', {
  summary: 'an arithmetic shift to the right',
  ...integerBinary,
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    const [, rhs] = operands;
    if (!(rhs instanceof IntegerAttr)) return null;
    if (rhs.value === 0n) return [this.lhs];
    return rhs.value > 0n && rhs.value < 32n ? foldIntegers(operands, (a, b) => a >> b) : null;
  }
}

export class MinSIOp extends defineOp('arith.minsi', {
  summary: 'the smaller number',
  ...integerBinary,
  traits: [commutative, sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    if (this.lhs === this.rhs) return [this.rhs];
    return foldIntegers(operands, (a, b) => (a < b ? a : b));
  }
}

export class BranchOp extends defineOp('cf.br', {
  summary: 'a branch',
  operands: { operands: variadic(anyType) },
  successors: ['dest'],
  traits: [terminator],
  effects: 'none',
  speculates: 'always',
}) {
  static parse(parser: Parser, state: ParsedOp): void {
    state.successors.push(parser.parseSuccessor());
    state.operands.push(...parseBranchOperands(parser));
  }

  static print(printer: Printer, op: BranchOp): void {
    printer.write(' ');
    printer.printSuccessor(op.successors[0]!);
    printBranchOperands(printer, op, 0, op.operands.length);
  }
}

export class CondBranchOp extends defineOp('cf.cond_br', {
  summary: 'a branch on a condition',
  operands: {
    condition: onlyType(i1, 'i1'),
    true_operands: variadic(anyType),
    false_operands: variadic(anyType),
  },
  successors: ['true_dest', 'false_dest'],
  traits: [attrSizedOperandSegments, terminator],
  effects: 'none',
  speculates: 'always',
}) {
  static parse(parser: Parser, state: ParsedOp): void {
    state.operands.push(parser.resolve(parser.parseOperand(), i1));
    const sizes = [1];
    for (let i = 0; i < 2; i++) {
      parser.expect(',');
      state.successors.push(parser.parseSuccessor());
      const operands = parseBranchOperands(parser);
      sizes.push(operands.length);
      state.operands.push(...operands);
    }
    state.setAttr('operandSegmentSizes', DenseArrayAttr.get(i32, sizes));
  }

  static print(printer: Printer, op: CondBranchOp): void {
    printer.write(' ');
    printer.printOperand(op.condition);
    op.successors.forEach((successor, i) => {
      printer.write(', ');
      printer.printSuccessor(successor);
      const { start, count } = conditionalOperands(op, i);
      printBranchOperands(printer, op, start, count);
    });
  }
}

function parseBranchOperands(parser: Parser): ReturnType<Parser['resolveAll']> {
  if (!parser.accept('(')) return [];
  const operands = parser.parseOperandList();
  parser.expect(':');
  const { offset } = parser;
  const types = parser.parseTypeList();
  parser.expect(')');
  return parser.resolveAll(operands, types, offset);
}

function printBranchOperands(printer: Printer, op: Operation, start: number, count: number): void {
  if (count === 0) return;
  const values = op.operandValues().slice(start, start + count);
  printer.write('(');
  printer.printOperands(values);
  printer.write(' : ');
  printer.printTypes(values.map((value) => value.type));
  printer.write(')');
}

function conditionalOperands(op: CondBranchOp, index: number): { start: number; count: number } {
  const trueCount = op.trueOperands.length;
  return index === 0
    ? { start: 1, count: trueCount }
    : { start: 1 + trueCount, count: op.falseOperands.length };
}

/** Has an unknown effect. */
export class PrintOp extends defineOp('test.print', {
  summary: 'prints values',
  operands: { values: variadic(anyType) },
  format: '($values^ `:` type($values))? attr-dict',
}) {}

/** Reads memory. */
export class LoadOp extends defineOp('test.load', {
  summary: 'reads a number',
  results: { result: anyType },
  effects: [{ kind: 'read' }],
  format: 'attr-dict `:` type($result)',
}) {}

/** A region that sees the values around it and is executed once. */
export class ScopeOp extends defineOp('test.scope', {
  summary: 'a region',
  operands: { input: optional(anyType) },
  results: { results: variadic(anyType) },
  regions: { body: anyRegion },
  traits: [singleBlockImplicitTerminator('test.yield')],
  effects: 'recursive',
  speculates: 'recursively',
  format: '($input^ `:` type($input))? attr-dict `->` custom<TypesInParentheses>(type($results)) $body',
  directives: {
    // A list in a format has one type at least.
    TypesInParentheses: {
      print(printer, op, [results]) {
        printer.write('(');
        printer.printTypes(argumentTypes(op, results!));
        printer.write(')');
      },
      parse(parser, state, [results]) {
        state.setTypes(
          results!.reference,
          parser.parseList('paren', () => parser.parseType()),
        );
      },
    },
  },
}) {}

export class YieldOp extends defineOp('test.yield', {
  summary: 'ends a scope',
  operands: { values: variadic(anyType) },
  traits: [terminator, returnLike],
  effects: 'none',
  speculates: 'always',
  format: '($values^ `:` type($values))? attr-dict',
}) {}

/** A name space that may be private. */
export class SpaceOp extends defineOp('test.space', {
  summary: 'a nested symbol table',
  attrs: { sym_name: symbolNameAttr, sym_visibility: optionalAttr(stringAttr) },
  regions: { body: anyRegion },
  traits: [symbol, symbolTable, isolatedFromAbove, singleBlockImplicitTerminator('test.yield')],
  format: '$sym_name attr-dict-with-keyword $body',
}) {}

const always = (): boolean => true;

function eraseOperand(op: Operation, index: number): void {
  op.setOperands(op.operandValues().filter((_, i) => i !== index));
}

export const smallDialects: Extension = {
  name: 'small-dialects',
  dialects: [
    {
      name: 'func',
      inlining: {
        isLegalToInlineCall: always,
        isLegalToInlineOp: always,
        isLegalToInlineRegion: always,
        handleTerminator: (op, results) => {
          results.forEach((result, i) => result.replaceAllUsesWith(op.getOperand(i)));
        },
        handleBlockTerminator: (op, next) => {
          if (!(op instanceof ReturnOp)) return;
          const branch = BranchOp.create({ operands: op.operandValues() }, [], {
            location: op.location,
            successors: [next],
          });
          op.parent!.insertBefore(branch, op);
          op.erase();
        },
      },
    },
    {
      name: 'arith',
      checksDeclaredOnly: true,
      inlining: { isLegalToInlineOp: always },
      materializeConstant: (value, type, location) => ConstantOp.create({ value }, [type], { location }),
    },
    { name: 'cf', inlining: { isLegalToInlineOp: always } },
    { name: 'test', inlining: { isLegalToInlineOp: always, isLegalToInlineRegion: always } },
  ],
  ops: [
    FuncOp,
    CallOp,
    ReturnOp,
    ConstantOp,
    AddIOp,
    SubIOp,
    MulIOp,
    XOrIOp,
    ShRSIOp,
    MinSIOp,
    BranchOp,
    CondBranchOp,
    PrintOp,
    LoadOp,
    ScopeOp,
    YieldOp,
    SpaceOp,
  ],
  interfaces: [
    callableOpInterface.implementFor(FuncOp, (op) => ({
      callableRegion: op.body.isEmpty ? null : op.body,
    })),
    callOpInterface.implementFor(CallOp, (op) => ({
      callee: op.callee,
      argumentOperands: op.operandValues(),
      setCallee: (callee: SymbolRefAttr) => {
        op.callee = callee;
      },
    })),
    branchOpInterface.implementFor(BranchOp, (op) => ({
      successorOperands: () => ({ start: 0, count: op.operands.length }),
      appendSuccessorOperands: (_, values) => op.setOperands([...op.operandValues(), ...values]),
      eraseSuccessorOperand: (_, offset) => eraseOperand(op, offset),
    })),
    branchOpInterface.implementFor(CondBranchOp, (op) => ({
      successorForOperands: ([condition]) =>
        condition instanceof IntegerAttr ? op.successors[condition.value === 0n ? 1 : 0]! : null,
      successorOperands: (index) => conditionalOperands(op, index),
      appendSuccessorOperands: (index, values) => {
        const sizes = [1, op.trueOperands.length, op.falseOperands.length];
        const { start, count } = conditionalOperands(op, index);
        op.setOperands(op.operandValues().toSpliced(start + count, 0, ...values));
        sizes[index + 1]! += values.length;
        op.setAttr('operandSegmentSizes', DenseArrayAttr.get(i32, sizes));
      },
      eraseSuccessorOperand: (index, offset) => {
        const sizes = [1, op.trueOperands.length, op.falseOperands.length];
        eraseOperand(op, conditionalOperands(op, index).start + offset);
        sizes[index + 1]!--;
        op.setAttr('operandSegmentSizes', DenseArrayAttr.get(i32, sizes));
      },
    })),
  ],
  canonicalizations: [
    // (x + c) - c is x.
    pattern(SubIOp, 'sub-of-add', (op, rewriter) => {
      const add = op.lhs.definingOp;
      if (!(add instanceof AddIOp) || add.rhs !== op.rhs) return false;
      rewriter.replaceOp(op, [add.lhs]);
      return true;
    }),
    // A block with one predecessor that only branches there is part of it.
    pattern(BranchOp, 'branch-to-single-predecessor', (op, rewriter) => {
      const [target] = op.successors;
      if (target === undefined || target === op.parent || target.predecessors().length !== 1) return false;
      const values = op.operandValues();
      const block = op.parent!;
      rewriter.eraseOp(op);
      rewriter.inlineBlock(target, block, null, values);
      return true;
    }),
  ],
};

/** A context with the small dialects and the passes of this package. */
export function smallContext(...extensions: readonly Extension[]): Context {
  return new Context([smallDialects, builtinPasses, ...extensions]);
}
