import {
  DenseElementsAttr,
  f32,
  i32,
  IntegerAttr,
  isInstance,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import {
  ConstantOp,
  DequantizeOp,
  DequantizeUnrolledOp,
  QuantizeOp,
  QuantizeUnrolledOp,
  RequantizeOp,
  RequantizeUnrolledOp,
  si32,
} from '@shardform/dialect-ttir';
import { quant } from '@shardform/dialects-mlir';
import { type Decomposition, type Maker, onDevice } from './decomposition.ts';

/** Scales and zero points of a quantized type as tensors. */
interface Parameters {
  readonly scale: Tensor;
  readonly zeroPoint: Tensor;
  /** The dimension that they belong to; `null` where they are for all elements. */
  readonly axis: IntegerAttr | null;
}

function parametersOf({ type }: Tensor, { create }: Maker): Parameters | null {
  const { elementType } = type;
  if (!isInstance(quant.UniformQuantizedType, elementType)) return null;
  const { scalings, dimension } = elementType;
  const constant = (element: typeof f32 | typeof si32, numbers: readonly (number | bigint)[]): Tensor => {
    const constantType = RankedTensorType.get([numbers.length], element);
    const value = DenseElementsAttr.fromNumbers(constantType, numbers);
    return create(ConstantOp, { value }, [constantType]).result;
  };
  const scale = constant(
    f32,
    scalings.map((scaling) => scaling.scale),
  );
  const zeroPoint = constant(
    si32,
    scalings.map((scaling) => scaling.zeroPoint),
  );
  return { scale, zeroPoint, axis: dimension === null ? null : IntegerAttr.get(dimension, i32) };
}

/** Scales and zero points are operands of the library's functions. */
export const quantizations: readonly Decomposition[] = [
  onDevice(QuantizeOp, ({ input, result }, make) => {
    const parameters = parametersOf(result, make);
    return parameters && [make.create(QuantizeUnrolledOp, { input, ...parameters }, [result.type]).result];
  }),
  onDevice(DequantizeOp, ({ input, result }, make) => {
    const parameters = parametersOf(input, make);
    return parameters && [make.create(DequantizeUnrolledOp, { input, ...parameters }, [result.type]).result];
  }),
  onDevice(RequantizeOp, ({ input, result }, make) => {
    const before = parametersOf(input, make);
    const after = parametersOf(result, make);
    if (before === null || after === null) return null;
    const args = {
      input,
      inScale: before.scale,
      inZeroPoint: before.zeroPoint,
      outScale: after.scale,
      outZeroPoint: after.zeroPoint,
      axis: before.axis,
    };
    return [make.create(RequantizeUnrolledOp, args, [result.type]).result];
  }),
];
