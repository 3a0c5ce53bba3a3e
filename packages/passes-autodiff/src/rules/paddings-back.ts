import type { WindowDimension } from '@shardform/dialect-stablehlo';

/** Returns the size of a dimension with holes between its elements. */
export function dilated(size: number, dilation: number): number {
  return size === 0 ? 0 : (size - 1) * dilation + 1;
}

/** Paddings of the gradient, so that a window moves over it the other way round. */
export function paddingsBack(
  windows: readonly WindowDimension[],
  inputs: readonly number[],
  outputs: readonly number[],
): (readonly [number, number])[] {
  return windows.map(({ size, stride, padLow, baseDilation, windowDilation }, i) => {
    const extent = dilated(size, windowDilation);
    const low = extent - padLow - 1;
    const high = dilated(inputs[i]!, baseDilation) + extent - 1 - dilated(outputs[i]!, stride) - low;
    return [low, high];
  });
}
