/** Element types of HLO, by the names of its text. */
export const elementTypes = [
  'pred',
  's1',
  's2',
  's4',
  's8',
  's16',
  's32',
  's64',
  'u1',
  'u2',
  'u4',
  'u8',
  'u16',
  'u32',
  'u64',
  'f4e2m1fn',
  'f6e2m3fn',
  'f6e3m2fn',
  'f8e3m4',
  'f8e4m3',
  'f8e4m3fn',
  'f8e4m3fnuz',
  'f8e4m3b11fnuz',
  'f8e5m2',
  'f8e5m2fnuz',
  'f8e8m0fnu',
  'f16',
  'bf16',
  'f32',
  'f64',
  'c64',
  'c128',
] as const;

/** An element type of HLO. */
export type ElementType = (typeof elementTypes)[number];

/** The physical layout of an array: `{1,0:T(8,128)(2,1)S(1)}`. */
export interface Layout {
  /** Dimensions from the minor one, whose neighbours are adjacent in memory, to the major one. */
  readonly minorToMajor: readonly number[];
  /** Tiles from the outermost; a size of -1 (`*`) combines the dimension with the next minor one. */
  readonly tiles?: readonly (readonly number[])[];
  /** Everything else between the braces, as written and in its order: `S(1)`, `E(4)`, `L(8)`, `SC(0:2)`, `#(u32)`. */
  readonly properties?: readonly string[];
}

/** An array of a static or bounded shape. */
export interface ArrayShape {
  readonly kind: 'array';
  readonly elementType: ElementType;
  /** Sizes, or bounds of dynamic dimensions; -1 for a dimension without a bound (`?`). */
  readonly dimensions: readonly number[];
  /** Whether each dimension is dynamic (`<=8`). Absent if none is. */
  readonly isDynamic?: readonly boolean[];
  /** Absent where the text has none. */
  readonly layout?: Layout;
}

/** A tuple of shapes. */
export interface TupleShape {
  readonly kind: 'tuple';
  readonly elements: readonly Shape[];
}

/** A buffer of an asynchronous or in-place operation: `b(f32[8])`. */
export interface BufferShape {
  readonly kind: 'buffer';
  readonly element: ArrayShape;
}

/** The shape of an instruction. */
export type Shape =
  ArrayShape | TupleShape | BufferShape | { readonly kind: 'token' } | { readonly kind: 'opaque' };

/** The shapes of a computation: `(f32[8], f32[]) -> f32[8]`. */
export interface ProgramShape {
  readonly parameters: readonly Shape[];
  readonly result: Shape;
}
