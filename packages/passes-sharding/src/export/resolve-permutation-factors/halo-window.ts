/** A split dimension, and the windows of it that the devices need. Sizes count elements. */
export interface HaloWindow {
  /** Number of devices along the dimension. */
  readonly parts: number;
  /** Size of a device's input shard; the dimension is padded to a multiple of it. */
  readonly inputPart: number;
  /** Size of the whole dimension before, as padded. */
  readonly inputSize: number;
  /** Size of a device's output shard. */
  readonly outputPart: number;
  /** Number of elements by which the windows begin before the dimension; negative where they begin inside. */
  readonly low: number;
  /** The distance of neighbouring elements after. */
  readonly dilation: number;
}

/** The distance to the devices that a device gets elements from. */
export interface HaloReach {
  readonly left: number;
  readonly right: number;
}

/** Returns whether every device already holds the elements that it needs, at the right offset. */
export function isInPlace({ inputPart, outputPart, low, dilation }: HaloWindow): boolean {
  return inputPart === outputPart && low === 0 && dilation === 1;
}

/** Returns the reach that covers all windows; with dilation up to one shard more than necessary. */
export function reachOf(window: HaloWindow): HaloReach {
  const { parts, inputSize, outputPart, low, dilation } = window;
  const ranges: ElementRange[] = [];
  for (let part = 0; part < parts; part++) {
    const first = Math.trunc((part * outputPart - low) / dilation);
    ranges.push({ first: Math.max(first, 0), last: Math.min(first + outputPart, inputSize) - 1 });
  }
  return reachOfRanges(ranges, window.inputPart);
}

/** Elements from `first` to `last`; none where the last is before the first. */
export interface ElementRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the reach of devices that need these elements, one range for each device. */
export function reachOfRanges(ranges: readonly ElementRange[], inputPart: number): HaloReach {
  let [left, right] = [0, 0];
  for (const [part, { first, last }] of ranges.entries()) {
    if (first > last) continue;
    left = Math.max(left, part - Math.floor(first / inputPart));
    right = Math.max(right, Math.floor(last / inputPart) - part);
  }
  return { left, right };
}

/** Returns whether so few neighbours are involved that an exchange with them moves less than the whole dimension. */
export function isWorthwhile({ left, right }: HaloReach, parts: number): boolean {
  return left + right + 1 < parts || (left <= 1 && right <= 1);
}
