import {
  type ConversionRewriter,
  f32,
  i32,
  type Operation,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import {
  chlo,
  ConvertOp,
  isPerAxis,
  isQuantized,
  type QuantizedType,
  tensorType,
} from '@shardform/dialect-stablehlo';
import { broadcast, scalar, zeroPoint } from './scalings.ts';
import { dequantizedWeights } from './weight-only.ts';
import { type Factor, zeroPointOffset } from './zero-point-offset.ts';

/** A dot or a convolution. */
type ContractionOp = Operation & Readonly<Record<'lhs' | 'rhs' | 'result', TypedValue>>;

type TypedValue = Value & { readonly type: RankedTensorType };

/** A contraction of stored integers, of i32, with the factors that its operands contributed. */
export interface IntegerContraction {
  readonly product: Value;
  readonly lhs: Omit<Factor, 'zeroPoint'>;
  readonly rhs: Omit<Factor, 'zeroPoint'>;
}

/** Creates a contraction of converted operands; `null` where it can't be. */
export interface ContractionBuilder {
  /** The same operation with weights of floats. */
  withWeights(weights: Value): Operation;
  /** @param type of the result. */
  ofIntegers(type: RankedTensorType): IntegerContraction | null;
}

/** Replaces a contraction with quantized operands. @returns false where its types have no meaning here. */
export function replaceContraction(
  op: ContractionOp,
  weights: Value,
  builder: ContractionBuilder,
  rewriter: ConversionRewriter,
): boolean {
  const [lhs, rhs, result] = [op.lhs, op.rhs, op.result].map(({ type }) => type.elementType);
  if (!isQuantized(rhs!)) return false;
  if (!isQuantized(lhs!) && !isQuantized(result!)) {
    const floats = dequantizedWeights(weights, op.rhs.type, rewriter);
    rewriter.replaceOp(op, builder.withWeights(floats).results);
    return true;
  }
  if (!isQuantized(lhs!) || !isQuantized(result!)) return false;
  if (isPerAxis(lhs) || isPerAxis(rhs) !== isPerAxis(result)) return false;
  const contraction = builder.ofIntegers(op.result.type.withElementType(i32));
  if (contraction === null) return false;
  rewriter.replaceOp(op, [rescaled(contraction, { lhs, rhs, result }, rewriter)]);
  return true;
}

// A scale that is nearer to 1 changes no integer of 8 bits by more than a rounding.
const NEGLIGIBLE = 0.001;

/**
 * The stored integers of a contraction's result, from the contraction of its operands' stored integers:
 * `product * scale + (zero_result - offset * scale)`. With scales per axis the ratio of the right operand's to the
 * result's is the same for all.
 */
function rescaled(
  { product, lhs, rhs }: IntegerContraction,
  types: Readonly<Record<'lhs' | 'rhs' | 'result', QuantizedType>>,
  rewriter: ConversionRewriter,
): Value {
  const integers = tensorType(product.type);
  let offset = zeroPointOffset(
    { ...lhs, zeroPoint: zeroPoint(types.lhs) },
    { ...rhs, zeroPoint: isPerAxis(types.rhs) ? 0 : zeroPoint(types.rhs) },
    product,
    rewriter,
  );
  const [left, right, result] = [types.lhs, types.rhs, types.result].map(
    ({ scalings }) => scalings[0]!.scale,
  );
  const scale = (left! * right!) / result!;
  let value = product;
  if (Math.abs(scale - 1) > NEGLIGIBLE) {
    const factor = scalar(scale, f32, rewriter);
    value = scaled(value, factor, rewriter);
    if (offset !== null) offset = scaled(offset, factor, rewriter);
  }
  let zero = scalar(isPerAxis(types.result) ? 0 : zeroPoint(types.result), i32, rewriter);
  if (offset !== null) zero = broadcast(chlo.BroadcastSubtractOp, zero, offset, rewriter, null, integers);
  const sum = broadcast(chlo.BroadcastAddOp, value, zero, rewriter, null, integers);
  const stored = integers.withElementType(types.result.storageType);
  return rewriter.create(ConvertOp, { operand: sum }, [stored]).result;
}

/** Integers times a scale, as integers again. */
function scaled(value: Value, factor: Value, rewriter: ConversionRewriter): Value {
  const integers = tensorType(value.type);
  const floats = integers.withElementType(f32);
  const operand = rewriter.create(ConvertOp, { operand: value }, [floats]).result;
  const product = broadcast(chlo.BroadcastMulOp, operand, factor, rewriter, null, floats);
  return rewriter.create(ConvertOp, { operand: product }, [integers]).result;
}
