import * as hlo from '@shardform/dialect-stablehlo';
import {
  constantSizes,
  kernelSizesOf,
  type WindowDimension,
  windowDimensions,
} from '@shardform/dialect-stablehlo';
import { product } from '@shardform/ir-core';
import { multiplyAddFlops } from './complex-flops.ts';
import { windowPositions } from './window-positions.ts';

/**
 * Returns the floating-point operations of a convolution: a multiply-add for each element of the kernel that meets an element of the
 * input, which is neither padding nor a hole of a dilated input. `null` if its window is none.
 */
export function convolutionFlops(op: hlo.ConvolutionOp | hlo.DynamicConvOp): number | null {
  const dimensions = op.dimensionNumbers;
  const [input, kernel, output] = [op.lhs.type.shape, op.rhs.type.shape, op.result.type.shape];
  const windows = windowDimensions({
    sizes: kernelSizesOf(kernel, dimensions.kernelSpatialDimensions),
    strides: op.windowStrides,
    padding: op instanceof hlo.ConvolutionOp ? op.padding : null,
    baseDilations: op.lhsDilation,
    windowDilations: op.rhsDilation,
  });
  if (typeof windows === 'string') return null;
  const lows = op instanceof hlo.ConvolutionOp ? windows.map(({ padLow }) => padLow) : computedPadding(op);
  const positions = windows.map((window, i) => {
    const places = output[dimensions.outputSpatialDimensions[i]];
    const length = input[dimensions.inputSpatialDimensions[i]];
    return lows === null
      ? mostPositions(places, window)
      : windowPositions(length, places, { ...window, padLow: lows[i] });
  });
  // Each group has its part of the input's features in its kernel, and its part of the batch in the output.
  const products =
    output[dimensions.outputBatchDimension] *
    output[dimensions.outputFeatureDimension] *
    kernel[dimensions.kernelInputFeatureDimension];
  return multiplyAddFlops(op.lhs.type) * products * product(positions);
}

/** The padding before each dimension; `null` where it is not known. */
function computedPadding({ padding }: hlo.DynamicConvOp): readonly number[] | null {
  return constantSizes(padding)?.filter((_, i) => i % 2 === 0) ?? null;
}

/** Without padding. */
function mostPositions(places: number, { size, baseDilation }: WindowDimension): number {
  return (places * size) / baseDilation;
}
