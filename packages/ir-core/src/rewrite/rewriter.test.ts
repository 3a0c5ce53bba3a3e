import { describe, expect, expectTypeOf, test } from 'vitest';
import { AddIOp, ConstantOp, MulIOp, PrintOp, ScopeOp, smallContext } from '../../tests/small-dialects.ts';
import { IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { i32, type IntegerType } from '../builtin/types/integer-type.ts';
import type { ModuleOp } from '../builtin/ops/module-op.ts';
import { defineOp } from '../definition/define-op.ts';
import { onlyType } from '../definition/constraint.ts';
import { FileLineColLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import { Builder } from './builder.ts';
import { Rewriter } from './rewriter.ts';

class InferringOp extends defineOp('infer.op', {
  summary: 'infers its result type',
  operands: { input: onlyType(i32, 'i32') },
  results: { result: onlyType(i32, 'i32') },
  infer: () => [i32],
}) {}

const context = smallContext({ name: 'infer', dialects: [{ name: 'infer' }], ops: [InferringOp] });

function parse(text: string): { readonly module: ModuleOp; readonly ops: Operation[] } {
  const module = parseModule(`func.func @f(%x: i32, %y: i32) {\n${text}\n}`, context)!;
  return { module, ops: [...module.body.firstOp!.regions[0]!.entry] };
}

function body(module: ModuleOp): string {
  const lines = printOp(module.body.firstOp!, context).split('\n').slice(1, -2);
  return lines.map((line) => line.trim()).join('\n');
}

describe('Builder', () => {
  test('creates typed operations at its insertion point', () => {
    const { module, ops } = parse('test.print\nreturn');
    const builder = new Builder(context);
    builder.setInsertionPoint(ops[0]!);
    const constant = builder.create(ConstantOp, { value: IntegerAttr.get(3, i32) }, [i32]);
    expectTypeOf(constant).toEqualTypeOf<ConstantOp>();
    builder.setInsertionPointAfter(ops[0]!);
    const product = builder.create(MulIOp, { lhs: constant.result, rhs: constant.result }, [i32]);
    // @ts-expect-error: operands are checked by name
    expect(() => builder.create(AddIOp, { left: product.result }, [i32])).toBeTypeOf('function');
    builder.create(PrintOp, { values: [product.result] });
    expect(body(module)).toBe(
      '%c3_i32 = arith.constant 3 : i32\ntest.print\n%0 = arith.muli %c3_i32, %c3_i32 : i32\ntest.print %0 : i32\nreturn',
    );
  });

  test('infers result types that are left out', () => {
    const { ops } = parse('return');
    const builder = new Builder(context);
    builder.setInsertionPoint(ops[0]!);
    const input = ops[0]!.parent!.arguments[0]!;
    const op = builder.create(InferringOp, { input });
    expectTypeOf(op.result.type).toEqualTypeOf<IntegerType>();
    expect(op.resultTypes()).toEqual([i32]);
    expect(builder.create(AddIOp, { lhs: input, rhs: input }).resultTypes()).toEqual([i32]);
    expect(() => builder.create(ConstantOp, { value: IntegerAttr.get(1, i32) })).toThrow(
      "'arith.constant' does not infer its result types",
    );
  });

  test('gives operations its location', () => {
    const builder = new Builder(context);
    builder.location = FileLineColLoc.get('a', 1, 2);
    expect(builder.create(PrintOp, { values: [] }).location).toBe(builder.location);
    const other = FileLineColLoc.get('b', 1, 2);
    expect(builder.create(PrintOp, { values: [] }, [], { location: other }).location).toBe(other);
  });

  test('fills new blocks', () => {
    const builder = new Builder(context);
    const scope = builder.create(ScopeOp, {}, []);
    const block = builder.createBlock(scope.body, [i32]);
    builder.create(PrintOp, { values: block.arguments });
    expect(scope.body.entry.firstOp).toBeInstanceOf(PrintOp);
  });
});

describe('Rewriter', () => {
  test('replaces an operation by another one', () => {
    const { module, ops } = parse('%0 = arith.addi %x, %y : i32\ntest.print %0 : i32\nreturn');
    const add = ops[0] as AddIOp;
    const product = new Rewriter(context).replaceOpWith(add, MulIOp, { lhs: add.rhs, rhs: add.lhs }, [i32]);
    expect(product.location).toBe(add.location);
    expect(body(module)).toBe('%0 = arith.muli %arg1, %arg0 : i32\ntest.print %0 : i32\nreturn');
  });

  test('refuses to erase what is used', () => {
    const { ops } = parse('%0 = arith.addi %x, %y : i32\ntest.print %0 : i32\nreturn');
    expect(() => new Rewriter(context).eraseOp(ops[0]!)).toThrow("result 0 of 'arith.addi' is still used");
    expect(() => new Rewriter(context).replaceOp(ops[0]!, [])).toThrow(
      "'arith.addi' has 1 results, got 0 values",
    );
  });

  test('announces nested operations before it erases them, users first', () => {
    const { module, ops } = parse(
      'test.scope -> () {\n%0 = arith.addi %x, %y : i32\ntest.print %0 : i32\ntest.yield\n}\nreturn',
    );
    const erased: string[] = [];
    new Rewriter(context, { erased: (op) => erased.push(op.name) }).eraseOp(ops[0]!);
    expect(erased).toEqual(['test.yield', 'test.print', 'arith.addi', 'test.scope']);
    expect(body(module)).toBe('return');
    expect(module.body.firstOp!.regions[0]!.entry.arguments[0]!.hasUses).toBe(false);
  });

  test('inlines a block with values for its arguments', () => {
    const { module, ops } = parse(
      'test.scope -> () {\n^bb0(%a: i32):\n%0 = arith.addi %a, %y : i32\ntest.print %0 : i32\n}\nreturn',
    );
    const [scope, end] = ops as [ScopeOp, Operation];
    const x = end.parent!.arguments[0]!;
    const rewriter = new Rewriter(context);
    const inner = scope.body.entry;
    // The parser adds the terminator that the text leaves out.
    rewriter.eraseOp(inner.lastOp!);
    rewriter.inlineBlock(inner, end.parent!, end, [x]);
    rewriter.eraseOp(scope);
    expect(body(module)).toBe('%0 = arith.addi %arg0, %arg1 : i32\ntest.print %0 : i32\nreturn');
  });

  test('splits a block', () => {
    const { module, ops } = parse('test.print\ntest.print\nreturn');
    const rest = new Rewriter(context).splitBlock(ops[1]!);
    const region = module.body.firstOp!.regions[0]!;
    expect(region.blocks.length).toBe(2);
    expect([...rest]).toEqual([ops[1], ops[2]]);
    expect([...region.entry]).toEqual([ops[0]]);
  });

  test('inserts elsewhere when its anchor is erased', () => {
    const { module, ops } = parse('test.print\ntest.print %x : i32\nreturn');
    const rewriter = new Rewriter(context);
    rewriter.setInsertionPoint(ops[0]!);
    rewriter.eraseOp(ops[0]!);
    rewriter.create(PrintOp, { values: [] });
    expect(body(module)).toBe('test.print\ntest.print %arg0 : i32\nreturn');
  });
});
