import type { WindowDimension } from '@shardform/dialect-stablehlo';
import { zip } from '@shardform/ir-core';

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
  return zip(windows, inputs, outputs).map(
    ([{ size, stride, padLow, baseDilation, windowDilation }, input, output]) => {
      const extent = dilated(size, windowDilation);
      const low = extent - padLow - 1;
      const high = dilated(input, baseDilation) + extent - 1 - dilated(output, stride) - low;
      return [low, high];
    },
  );
}
