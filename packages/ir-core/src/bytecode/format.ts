/** The first bytes of every bytecode file: `ML\xEFR`. */
export const MAGIC: readonly number[] = [0x4d, 0x4c, 0xef, 0x52];

/** The newest version of the format that is read and written. */
export const BYTECODE_VERSION = 6;

/** The first versions of the format in which something is encoded in another way. */
export const since = {
  /** Dialects may say which version of them was written. */
  dialectVersions: 1,
  /** Regions that use no value from outside are sections of their own. */
  regionSections: 2,
  useListOrders: 3,
  /** Arguments without a position don't say so; the number of operation names is told. */
  elidedArgumentLocations: 4,
  /** Inherent attributes are written apart from discardable ones. */
  properties: 5,
  /** Sizes of operand and result groups are numbers, not an attribute. */
  segmentNumbers: 6,
} as const;

/** Ids of sections. */
export const section = {
  strings: 0,
  dialects: 1,
  attributes: 2,
  offsets: 3,
  ir: 4,
  resources: 5,
  resourceOffsets: 6,
  dialectVersion: 7,
  properties: 8,
} as const;

/** Set in a section's id when its contents are aligned. */
export const ALIGNED = 0x80;

/** Fills the space before aligned contents. */
export const PADDING = 0xcb;

/** Bits that announce which fields of an operation follow. */
export const opPart = {
  attributes: 0x01,
  results: 0x02,
  operands: 0x04,
  successors: 0x08,
  regions: 0x10,
  useListOrders: 0x20,
  properties: 0x40,
} as const;

/** Returns true if `bytes` begin as MLIR bytecode does. */
export function isBytecode(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}
