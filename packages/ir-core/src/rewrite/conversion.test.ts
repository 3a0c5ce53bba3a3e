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
  analyzeConversion,
  applyFullConversion,
  applyPartialConversion,
  type ConversionOptions,
} from './conversion.ts';
import { type ConversionPattern, conversionPattern, oneToManyPattern } from './conversion-pattern.ts';
import { ConversionPatternSet } from './conversion-pattern-set.ts';
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

const addToMul = conversionPattern(AddIOp, 'add-to-mul', (op, { lhs, rhs }, rewriter) => {
  rewriter.replaceOpWith(op, MulIOp, { lhs, rhs }, [i32]);
  return true;
});
const subToAdd = conversionPattern(SubIOp, 'sub-to-add', (op, { lhs, rhs }, rewriter) => {
  rewriter.replaceOpWith(op, AddIOp, { lhs, rhs }, [i32]);
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

  test('leaves everything as it was when what a pattern made is not legal', () => {
    const target = new ConversionTarget().addIllegalOps('arith.subi');
    expect(convert(sum, target, [subToAdd], { fold: false })).toBe(
      "failed to legalize operation 'arith.subi' that was explicitly marked illegal",
    );
  });

  test('does not apply a pattern to what it made itself', () => {
    const again = conversionPattern(AddIOp, 'again', (op, { lhs, rhs }, rewriter) => {
      rewriter.replaceOpWith(op, AddIOp, { lhs, rhs }, [i32]);
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

describe('a conversion that fails', () => {
  const grow = conversionPattern(SubIOp, 'grow', (op, { lhs, rhs }, rewriter) => {
    const sum = rewriter.create(AddIOp, { lhs, rhs });
    rewriter.splitBlock(op);
    rewriter.replaceOp(op, [sum.result]);
    return true;
  });

  test('leaves the module as it was', () => {
    const module = parseModule(sum, context)!;
    const before = printOp(module, context);
    const target = new ConversionTarget().addIllegalOps('arith.subi', 'arith.addi').addLegalOps('arith.muli');
    const isMul = conversionPattern(AddIOp, 'never', () => false);
    const { result, diagnostics } = context.diagnostics.capture(() =>
      applyPartialConversion(module, target, [grow, isMul], context, { fold: false }),
    );
    expect(result).toBe(false);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "failed to legalize operation 'arith.subi' that was explicitly marked illegal",
    ]);
    expect(printOp(module, context)).toBe(before);
  });

  test('takes back what a pattern did when it leads nowhere, and tries the next one', () => {
    const target = new ConversionTarget().addIllegalOps('arith.subi').addLegalOps('arith.muli', 'arith.addi');
    const changesMind = conversionPattern(
      SubIOp,
      'changes-its-mind',
      (op, { lhs, rhs }, rewriter) => {
        rewriter.create(AddIOp, { lhs, rhs });
        rewriter.modifyInPlace(op, () => {
          op.setAttr('test.mark', IntegerAttr.get(1, i32));
        });
        return false;
      },
      { benefit: 2 },
    );
    const converted = convert(sum, target, [subToAdd, changesMind], { fold: false });
    expect(converted).toContain('%0 = arith.addi %arg0, %arg0 : i32\n    %1 = arith.addi %0, %arg0');
    expect(converted).not.toContain('test.mark');
  });
});

test('analysis tells what can be converted and changes nothing', () => {
  const module = parseModule(sum, context)!;
  const before = printOp(module, context);
  const target = new ConversionTarget().addLegalOps('arith.muli');
  const legal = analyzeConversion(module, target, [addToMul], context, { fold: false });
  expect([...legal].map(({ name }) => name)).toEqual(['arith.addi']);
  expect(printOp(module, context)).toBe(before);
});

test('the shortest way to legal operations is tried first, and ways that lead nowhere never', () => {
  const target = new ConversionTarget().addIllegalOps('arith.subi', 'arith.addi').addLegalOps('arith.muli');
  const to = (name: string, opClass: typeof AddIOp | typeof MulIOp, generates: string): ConversionPattern =>
    conversionPattern(
      SubIOp,
      name,
      (op, { lhs, rhs }, rewriter) => {
        rewriter.replaceOpWith(op, opClass, { lhs, rhs });
        return true;
      },
      { benefit: generates === 'arith.muli' ? 1 : 9, generates: [generates] },
    );
  const set = new ConversionPatternSet(
    [
      to('long', AddIOp, 'arith.addi'),
      to('short', MulIOp, 'arith.muli'),
      to('dead', AddIOp, 'arith.xori'),
      addToMul,
    ],
    target,
  );
  const [sub] = parseModule(sum, context)!.body.firstOp!.regions[0]!.entry;
  expect(set.for(sub!).map(({ name }) => name)).toEqual(['short', 'long']);
});

test('full conversion leaves nothing that is not known to be legal', () => {
  const target = new ConversionTarget().addLegalDialects('arith', 'func', 'builtin');
  expect(convert(sum, target, [], {}, applyFullConversion)).toBe("failed to legalize operation 'test.print'");
});

describe('type conversion', () => {
  const converter = new TypeConverter()
    .addConversion((type) => type)
    .addConversion((type) => (type === i32 ? i64 : undefined));
  const patternsFor = (converter: TypeConverter): ConversionPattern[] => [
    conversionPattern(FuncOp, 'func', (op, _, rewriter) => {
      const { inputs, results } = op.functionType;
      if (!rewriter.convertRegionTypes(op.body, converter)) return false;
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
    conversionPattern(AddIOp, 'add', (op, { lhs, rhs }, rewriter) => {
      rewriter.replaceOpWith(op, AddIOp, { lhs, rhs }, [i64]);
      return true;
    }),
    conversionPattern(ReturnOp, 'return', (op, { operands }, rewriter) => {
      rewriter.replaceOpWith(op, ReturnOp, { operands }, []);
      return true;
    }),
  ];
  const patterns = patternsFor(converter);
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
        'see existing live user here: test.print %0 : i32',
    );
  });

  test('lets the converter bridge the types', () => {
    const bridging = new TypeConverter()
      .addConversion((type) => (type === i32 ? i64 : type))
      .addMaterialization(
        (rewriter, type, [value]) => rewriter.create(SubIOp, { lhs: value!, rhs: value! }, [type]).result,
      );
    expect(convert(printed, target, patternsFor(bridging), { typeConverter: bridging })).toContain(
      '%0 = arith.subi %arg0, %arg0 : i32\n    test.print %0 : i32',
    );
  });

  test('one value may become several, and block arguments with it', () => {
    const halves = new TypeConverter()
      .addConversion((type) => type)
      .addConversion((type) => (type === i64 ? [i32, i32] : undefined));
    const split = [
      conversionPattern(FuncOp, 'func', (op, _, rewriter) => {
        if (!rewriter.convertRegionTypes(op.body, halves)) return false;
        rewriter.modifyInPlace(op, () => {
          const { inputs, results } = op.functionType;
          op.functionType = FunctionType.get(halves.convertAll(inputs)!, halves.convertAll(results)!);
        });
        return true;
      }),
      oneToManyPattern(AddIOp, 'add', (op, [lhs, rhs], rewriter) => {
        const sums = lhs!.map((part, i) => rewriter.create(AddIOp, { lhs: part, rhs: rhs![i]! }).result);
        rewriter.replaceOpWithMany(op, [sums]);
        return true;
      }),
      oneToManyPattern(ReturnOp, 'return', (op, operands, rewriter) => {
        rewriter.replaceOpWith(op, ReturnOp, { operands: operands.flat() }, []);
        return true;
      }),
    ];
    const isDone = new ConversionTarget()
      .addDynamicallyLegalOps(
        (op) => (op as FuncOp).functionType.inputs.every((type) => halves.isLegal(type)),
        'func.func',
      )
      .addDynamicallyLegalOps((op) => halves.isLegalOp(op), 'arith.addi', 'func.return');
    const text = 'func.func @f(%x: i64) -> i64 {\n  %0 = arith.addi %x, %x : i64\n  return %0 : i64\n}';
    expect(convert(text, isDone, split, { typeConverter: halves, fold: false })).toBe(`module {
  func.func @f(%arg0: i32, %arg1: i32) -> (i32, i32) {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.addi %arg1, %arg1 : i32
    return %0, %1 : i32, i32
  }
}
`);
  });

  test('asks the rule that was added last first', () => {
    expect(converter.convert(i32)).toBe(i64);
    expect(converter.isLegal(i64)).toBe(true);
    expect(new TypeConverter().convert(i32)).toBeNull();
  });
});
