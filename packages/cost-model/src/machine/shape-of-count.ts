/** How many devices of a family are together: in a node, or in slices that are tori of some dimensions. */
export type FamilyShape =
  { readonly kind: 'nodes'; readonly perNode: number } | { readonly kind: 'slices'; readonly rank: number };

/** A number of devices of a kind. */
export interface DeviceCount {
  /** As it is written. */
  readonly device: string;
  readonly count: number;
}

/**
 * Reads a kind of devices and their number as people write them: `h100x16`, `h100:16`, `16xh100`, `a100x8x4` for 4 nodes of
 * 8. `null` for other text.
 */
export function deviceCount(text: string): DeviceCount | null {
  const found = /^(?:(\d{1,7})x)?([a-z][\w-]*?)(?:[x:*](\d{1,7}(?:x\d{1,7})*))?$/i.exec(text);
  const [before, device, numbers] = [1, 2, 3].map((group) => found?.at(group));
  const given = before ?? numbers;
  if (device === undefined || given === undefined || (before !== undefined && numbers !== undefined))
    return null;
  const count = given.split('x').reduce((product, size) => product * Number(size), 1);
  return count > 0 && Number.isSafeInteger(count) ? { device, count } : null;
}

/** TensorCores of a chip of the generations whose slices Google names by their TensorCores. */
const CORES = 2;

/** A slice of TPUs by its name. */
export interface AcceleratorType extends DeviceCount {
  /** So much of the number in its name is a device. */
  readonly coresPerDevice: number;
}

/**
 * Reads a slice of TPUs as Google Cloud names it: `v5e-16`, `v5litepod-16` and `v6e-16` of 16 chips, `v4-32` and `v5p-32` of 16 chips with two
 * TensorCores each. `null` for other text.
 */
export function acceleratorType(text: string): AcceleratorType | null {
  const found = /^(?:tpu-?)?(v4|v5p|v5e|v5litepod|v6e)-(\d{1,7})$/i.exec(text);
  if (found === null) return null;
  const generation = found[1].toLowerCase();
  const byCores = generation === 'v4' || generation === 'v5p';
  const coresPerDevice = byCores ? CORES : 1;
  const count = Number(found[2]) / coresPerDevice;
  return Number.isInteger(count) && count > 0
    ? { device: generation === 'v5litepod' ? 'v5e' : generation, count, coresPerDevice }
    : null;
}

/** Returns the shape of so many devices: whole nodes, part of one, or a slice as square as powers of 2 can be; `null` where they have none. */
export function shapeOfCount(family: FamilyShape, count: number): string | null {
  if (family.kind === 'nodes') {
    const { perNode } = family;
    if (count <= perNode) return `1x${count}`;
    return count % perNode === 0 ? `${count / perNode}x${perNode}` : null;
  }
  const { rank } = family;
  const doublings = Math.round(Math.log2(count));
  if (2 ** doublings !== count) return null;
  // What does not divide evenly makes the last dimensions longer.
  const sizes = Array.from({ length: rank }, (_, i) => 2 ** Math.floor((doublings + i) / rank));
  return sizes.join('x');
}
