import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { type DataType, dataTypeOf, OptimizationBarrierOp } from '@shardform/dialect-ttcore';
import {
  boolAttr,
  type ConversionPattern,
  DenseElementsAttr,
  f32,
  FloatAttr,
  FloatType,
  i1,
  i32,
  IntegerAttr,
  IntegerType,
  zip,
} from '@shardform/ir-core';
import { tensor as tensorDialect } from '@shardform/dialects-mlir';
import { constantNumber } from './constants.ts';
import { clampedStart, conversion, splat, tensorsOf } from './convertible.ts';

/**
 * Rounds half away from zero: the sign of the number times its magnitude without fraction, or one more. A half is not
 * added to the magnitude, since formats without digits for both round the sum.
 */
const roundAwayFromZero = conversion(shlo.RoundOp, (op, scope) => {
  const { builder } = scope;
  const { operand } = op;
  const { type } = operand;
  if (!(type.elementType instanceof FloatType)) return null;
  const [half, one] = [splat(type, 0.5, scope), splat(type, 1, scope)];
  if (half === null || one === null) return null;
  const size = builder.create(ttir.AbsOp, { input: operand }, [type]).result;
  const whole = builder.create(ttir.FloorOp, { input: size }, [type]).result;
  const fraction = builder.create(ttir.SubtractOp, { lhs: size, rhs: whole }, [type]).result;
  const truth = type.withElementType(i1);
  const isUp = builder.create(ttir.GreaterEqualOp, { lhs: fraction, rhs: half }, [truth]).result;
  const next = builder.create(ttir.AddOp, { lhs: whole, rhs: one }, [type]).result;
  const rounded = builder.create(ttir.WhereOp, { first: isUp, second: next, third: whole }, [type]).result;
  const sign = builder.create(ttir.SignOp, { input: operand }, [type]).result;
  return builder.create(ttir.MultiplyOp, { lhs: sign, rhs: rounded }, [type]);
});

/** Bits of exponent and mantissa. */
const DIGITS: ReadonlyMap<DataType | null, readonly [number, number]> = /* @__PURE__ */ new Map([
  ['f32', [8, 23]],
  ['bf16', [8, 7]],
  ['f16', [5, 10]],
]);

/** Programs that keep all digits write it to keep computations apart. */
const reducePrecision = conversion(shlo.ReducePrecisionOp, (op) => {
  const { operand, exponentBits, mantissaBits } = op;
  const digits = DIGITS.get(dataTypeOf(operand.type.elementType));
  if (digits === undefined) return null;
  const isWhole = exponentBits.number >= digits[0] && mantissaBits.number >= digits[1];
  return isWhole ? [operand] : null;
});

/** The target's shift of unsigned numbers fills with zeros. */
const shiftRightArithmetic = conversion(shlo.ShiftRightArithmeticOp, ({ lhs, rhs }, { builder }) => {
  const { type } = lhs;
  const { elementType } = type;
  const isSigned = elementType instanceof IntegerType && !elementType.isUnsigned && elementType.width <= 32;
  return isSigned ? builder.create(ttir.RightShiftOp, { lhs, rhs }, [type]) : null;
});

const dynamicSlice = conversion(shlo.DynamicSliceOp, (op, scope) => {
  const { builder } = scope;
  const { shape } = op.operand.type;
  const sizes = op.sliceSizes.numbers();
  if (sizes.length === 0) return [op.operand];
  const starts = zip(op.startIndices, shape, sizes).map(([index, size, sliceSize]) =>
    clampedStart(index, size - sliceSize, scope),
  );
  const listType = starts[0]!.type.withShape([sizes.length]);
  const dim = IntegerAttr.get(0, ttir.si32);
  const begins = builder.create(ttir.ConcatOp, { inputs: starts, dim }, [listType]).result;
  const sizesType = listType.withElementType(i32);
  const lengths = builder.create(
    ttir.ConstantOp,
    { value: DenseElementsAttr.fromNumbers(sizesType, sizes) },
    [sizesType],
  ).result;
  const ends = builder.create(ttir.AddOp, { lhs: begins, rhs: lengths }, [listType]).result;
  return builder.create(
    ttir.SliceDynamicOp,
    { input: op.operand, begins, ends, step: null },
    op.resultTypes(),
  );
});

const uniformRandom = conversion(shlo.RngOp, (op, { builder }) => {
  const [low, high] = [constantNumber(op.a), constantNumber(op.b)];
  if (op.rngDistribution.value !== 'UNIFORM' || low === null || high === null || low.value >= high.value)
    return null;
  const size = ttir.i32Array(op.result.type.shape);
  return builder.create(
    ttir.RandOp,
    { size, low, high, seed: IntegerAttr.get(0, ttir.ui32) },
    op.resultTypes(),
  );
});

/** Random bits are made from random numbers; the state stays as it is, since the device keeps its own. */
const randomBits = conversion(shlo.RngBitGeneratorOp, (op, { builder }) => {
  const [output] = tensorsOf([op.output]);
  if (output === undefined) return null;
  const { type } = output;
  const numbers = builder.create(
    ttir.RandOp,
    {
      size: ttir.i32Array(type.shape),
      low: FloatAttr.get(0, f32),
      high: FloatAttr.get(2 ** 32, f32),
      seed: IntegerAttr.get(0, ttir.ui32),
    },
    [type.withElementType(f32)],
  );
  const bits = builder.create(
    ttir.TypecastOp,
    { input: numbers.result, conservativeFolding: boolAttr(false) },
    [type],
  );
  return [op.initialState, bits.result];
});

const quantize = conversion(shlo.UniformQuantizeOp, (op, { builder }) => {
  const isFloat = op.operand.type.elementType instanceof FloatType;
  return isFloat
    ? builder.create(ttir.QuantizeOp, { input: op.operand }, op.resultTypes())
    : builder.create(ttir.RequantizeOp, { input: op.operand }, op.resultTypes());
});

/** Operations of their own kind. */
export const miscConversions: readonly ConversionPattern[] = [
  roundAwayFromZero,
  reducePrecision,
  shiftRightArithmetic,
  dynamicSlice,
  uniformRandom,
  randomBits,
  quantize,
  conversion(shlo.UniformDequantizeOp, (op, { builder }) =>
    builder.create(ttir.DequantizeOp, { input: op.operand }, op.resultTypes()),
  ),
  conversion(shlo.IsFiniteOp, (op, { builder }) =>
    builder.create(ttir.IsFiniteOp, { input: op.x }, op.resultTypes()),
  ),
  conversion(shlo.BitcastConvertOp, (op, { builder }) =>
    // With another width the shape changes.
    op.operand.type.shape.join() === op.result.type.shape.join()
      ? builder.create(ttir.BitcastConvertOp, { input: op.operand }, op.resultTypes())
      : null,
  ),
  conversion(shlo.OptimizationBarrierOp, (op, { builder }) =>
    builder.create(OptimizationBarrierOp, { inputs: op.operandValues() }, op.resultTypes()),
  ),
  conversion(shlo.GetDimensionSizeOp, (op, { builder }) =>
    builder.create(
      ttir.GetDimensionSizeOp,
      { operand: op.operand, dimension: IntegerAttr.get(op.dimension.number, i32) },
      op.resultTypes(),
    ),
  ),
  conversion(tensorDialect.EmptyOp, (op, { builder }) => builder.create(ttir.EmptyOp, {}, op.resultTypes())),
];
