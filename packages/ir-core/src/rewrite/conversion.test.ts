import { describe, expect, test } from 'vitest';
import {
  AddIOp,
  ConstantOp,
  FuncOp,
  MulIOp,
  ReturnOp,
  smallContext,
  SubIOp,
} from '../../tests/small-dialects.ts';
import { IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { FunctionType } from '../builtin/types/composite-types.ts';
import { i32, i64 } from '../builtin/types/integer-type.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import {
  applyFullConversion,
  applyPartialConversion,
  type ConversionOptions,
  convertRegionTypes,
} from './conversion.ts';
import { type ConversionPattern, conversionPattern } from './conversion-pattern.ts';
import { ConversionTarget } from './conversion-target.ts';
import { TypeConverter } from './type-converter.ts';

const context = smallContext();

function convert(
  text: string,
  target: ConversionTarget,
  patterns: readonly ConversionPattern[],
  options: ConversionOptions = {},
  apply = applyPartialConversion,
): string {
  const module = parseModule(text, context)!;
  const { result, diagnostics } = context.diagnostics.capture(() =>
    apply(module, target, patterns, context, options),
  );
  if (result) return printOp(module, context);
  return diagnostics
    .map(({ message, notes }) => [message, ...notes.map((child) => child.message)].join('\n'))
    .join('\n');
}

const addToMul = conversionPattern(AddIOp, 'add-to-mul', (op, [lhs, rhs], rewriter) => {
  rewriter.replaceOpWith(op, MulIOp, { lhs: lhs!, rhs: rhs! }, [i32]);
  return true;
});
const subToAdd = conversionPattern(SubIOp, 'sub-to-add', (op, [lhs, rhs], rewriter) => {
  rewriter.replaceOpWith(op, AddIOp, { lhs: lhs!, rhs: rhs! }, [i32]);
  return true;
});

const sum = `
func.func @f(%x: i32) {
  %0 = arith.subi %x, %x : i32
  %1 = arith.addi %0, %x : i32
  test.print %1 : i32
  return
}`;

describe('partial conversion', () => {
  test('converts illegal operations, also those that patterns make', () => {
    const target = new ConversionTarget().addIllegalOps('arith.addi', 'arith.subi').addLegalOps('arith.muli');
    expect(convert(sum, target, [addToMul, subToAdd], { fold: false })).toBe(`module {
  func.func @f(%arg0: i32) {
    %0 = arith.muli %arg0, %arg0 : i32
    %1 = arith.muli %0, %arg0 : i32
    test.print %1 : i32
    return
  }
}
`);
  });

  test('folds before it tries patterns', () => {
    const target = new ConversionTarget().addIllegalOps('arith.subi').addLegalOps('arith.constant');
    expect(convert(sum, target, [])).toContain('%c0_i32 = arith.constant 0 : i32');
  });

  test('reports the first operation that stays illegal', () => {
    const target = new ConversionTarget().addIllegalDialects('arith');
    expect(convert(sum, target, [], { fold: false })).toBe(
      "failed to legalize operation 'arith.subi' that was explicitly marked illegal",
    );
  });

  test('names what a pattern made and nothing legalized', () => {
    const target = new ConversionTarget().addIllegalOps('arith.subi');
    expect(convert(sum, target, [subToAdd], { fold: false })).toBe(
      "failed to legalize operation 'arith.subi' that was explicitly marked illegal\n" +
        "pattern 'sub-to-add' made 'arith.addi', which is not legal",
    );
  });

  test('does not apply a pattern to what it made itself', () => {
    const again = conversionPattern(AddIOp, 'again', (op, [lhs, rhs], rewriter) => {
      rewriter.replaceOpWith(op, AddIOp, { lhs: lhs!, rhs: rhs! }, [i32]);
      return true;
    });
    const target = new ConversionTarget().addIllegalOps('arith.addi');
    expect(convert(sum, target, [again])).toContain("failed to legalize operation 'arith.addi'");
  });

  test('decides by operation before dialect, and leaves what is inside recursively legal operations', () => {
    const dynamic = new ConversionTarget()
      .addIllegalDialects('arith')
      .addDynamicallyLegalOps((op) => op.operands[0]!.value === op.operands[1]!.value, 'arith.subi')
      .addLegalOps('arith.muli');
    expect(convert(sum, dynamic, [addToMul], { fold: false })).toContain('arith.subi %arg0, %arg0');
    const recursive = new ConversionTarget()
      .addIllegalDialects('arith')
      .addLegalOps('func.func')
      .markRecursivelyLegal('func.func');
    expect(convert(sum, recursive, [])).toContain('arith.subi');
  });
});

test('full conversion leaves nothing that is not known to be legal', () => {
  const target = new ConversionTarget().addLegalDialects('arith', 'func', 'builtin');
  expect(convert(sum, target, [], {}, applyFullConversion)).toBe("failed to legalize operation 'test.print'");
});

describe('type conversion', () => {
  const converter = new TypeConverter()
    .addConversion((type) => type)
    .addConversion((type) => (type === i32 ? i64 : undefined));
  const patterns = [
    conversionPattern(FuncOp, 'func', (op, _, rewriter) => {
      const { inputs, results } = op.functionType;
      if (!convertRegionTypes(op.body, converter, rewriter)) return false;
      rewriter.modifyInPlace(op, () => {
        op.functionType = FunctionType.get(converter.convertAll(inputs)!, converter.convertAll(results)!);
      });
      return true;
    }),
    conversionPattern(ConstantOp, 'constant', (op, _, rewriter) => {
      if (!(op.value instanceof IntegerAttr)) return false;
      rewriter.replaceOpWith(op, ConstantOp, { value: IntegerAttr.get(op.value.value, i64) }, [i64]);
      return true;
    }),
    conversionPattern(AddIOp, 'add', (op, [lhs, rhs], rewriter) => {
      rewriter.replaceOpWith(op, AddIOp, { lhs: lhs!, rhs: rhs! }, [i64]);
      return true;
    }),
    conversionPattern(ReturnOp, 'return', (op, operands, rewriter) => {
      rewriter.replaceOpWith(op, ReturnOp, { operands }, []);
      return true;
    }),
  ];
  const isConverted = (types: readonly unknown[]): boolean => !types.includes(i32);
  const target = new ConversionTarget()
    .addDynamicallyLegalOps((op) => isConverted((op as FuncOp).functionType.inputs), 'func.func')
    .addDynamicallyLegalOps(
      (op) => isConverted(op.operandTypes()) && isConverted(op.resultTypes()),
      'arith.addi',
      'arith.constant',
      'func.return',
    );

  test('gives patterns operands of converted types and leaves no cast behind', () => {
    const text = `
func.func @f(%x: i32, %flag: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}`;
    expect(convert(text, target, patterns, { typeConverter: converter, fold: false })).toBe(`module {
  func.func @f(%arg0: i64, %arg1: i1) -> i64 {
    %c1_i64 = arith.constant 1 : i64
    %0 = arith.addi %arg0, %c1_i64 : i64
    %1 = arith.addi %0, %0 : i64
    return %1 : i64
  }
}
`);
  });

  const printed = `
func.func @f(%x: i32) {
  test.print %x : i32
  return
}`;

  test('reports a cast that an operation still needs', () => {
    expect(convert(printed, target, patterns, { typeConverter: converter })).toBe(
      "failed to legalize unresolved materialization from ('i64') to ('i32') that remained live after conversion\n" +
        'see existing live user here: test.print',
    );
  });

  test('lets the converter bridge the types', () => {
    const bridging = new TypeConverter()
      .addConversion((type) => (type === i32 ? i64 : type))
      .addMaterialization(
        (rewriter, type, value) => rewriter.create(SubIOp, { lhs: value, rhs: value }, [type]).result,
      );
    expect(convert(printed, target, patterns, { typeConverter: bridging })).toContain(
      '%0 = arith.subi %arg0, %arg0 : i32\n    test.print %0 : i32',
    );
  });

  test('asks the rule that was added last first', () => {
    expect(converter.convert(i32)).toBe(i64);
    expect(converter.isLegal(i64)).toBe(true);
    expect(new TypeConverter().convert(i32)).toBeNull();
  });
});
