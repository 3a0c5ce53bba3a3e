/** Integer element kinds. `i*` is MLIR's signless integer, which StableHLO reads as signed; `i1` is a boolean. */
export type IntegerKind =
  'i1' | 'i2' | 'i4' | 'i8' | 'i16' | 'i32' | 'i64' | 'ui2' | 'ui4' | 'ui8' | 'ui16' | 'ui32' | 'ui64';

/** Floating-point element kinds that a StableHLO tensor may have. */
export type FloatKind =
  | 'f4E2M1FN'
  | 'f6E2M3FN'
  | 'f6E3M2FN'
  | 'f8E3M4'
  | 'f8E4M3'
  | 'f8E4M3FN'
  | 'f8E4M3FNUZ'
  | 'f8E4M3B11FNUZ'
  | 'f8E5M2'
  | 'f8E5M2FNUZ'
  | 'f8E8M0FNU'
  | 'bf16'
  | 'f16'
  | 'f32'
  | 'f64';

/** Kinds of real tensor elements, named as MLIR prints the element type (StableHLO spec, "Types"). */
export type ElementKind = IntegerKind | FloatKind;

/** Every integer kind, narrow before wide, signed before unsigned. */
export const integerKinds: readonly IntegerKind[] = [
  'i1',
  'i2',
  'i4',
  'i8',
  'i16',
  'i32',
  'i64',
  'ui2',
  'ui4',
  'ui8',
  'ui16',
  'ui32',
  'ui64',
];

/** Every float kind, narrow before wide. */
export const floatKinds: readonly FloatKind[] = [
  'f4E2M1FN',
  'f6E2M3FN',
  'f6E3M2FN',
  'f8E3M4',
  'f8E4M3',
  'f8E4M3FN',
  'f8E4M3FNUZ',
  'f8E4M3B11FNUZ',
  'f8E5M2',
  'f8E5M2FNUZ',
  'f8E8M0FNU',
  'bf16',
  'f16',
  'f32',
  'f64',
];

const widths: Readonly<Record<ElementKind, number>> = {
  i1: 1,
  i2: 2,
  i4: 4,
  i8: 8,
  i16: 16,
  i32: 32,
  i64: 64,
  ui2: 2,
  ui4: 4,
  ui8: 8,
  ui16: 16,
  ui32: 32,
  ui64: 64,
  f4E2M1FN: 4,
  f6E2M3FN: 6,
  f6E3M2FN: 6,
  f8E3M4: 8,
  f8E4M3: 8,
  f8E4M3FN: 8,
  f8E4M3FNUZ: 8,
  f8E4M3B11FNUZ: 8,
  f8E5M2: 8,
  f8E5M2FNUZ: 8,
  f8E8M0FNU: 8,
  bf16: 16,
  f16: 16,
  f32: 32,
  f64: 64,
};

/** Bits of one element of `kind`. */
export function bitWidth(kind: ElementKind): number {
  return widths[kind];
}

/** Bytes of one element in MLIR's raw dense buffer: bits rounded up to whole bytes, so `i1` and `i4` take one each. */
export function bytesPerElement(kind: ElementKind): number {
  return (widths[kind] + 7) >> 3;
}

/** Returns true if `text` names an element kind. */
export function isElementKind(text: string): text is ElementKind {
  return Object.hasOwn(widths, text);
}

/** Returns true if `kind` is a floating-point kind. */
export function isFloatKind(kind: ElementKind): kind is FloatKind {
  return kind.startsWith('f') || kind === 'bf16';
}

/** Returns true if `kind` is an integer kind; `i1` counts as one. */
export function isIntegerKind(kind: ElementKind): kind is IntegerKind {
  return !isFloatKind(kind);
}

/** Returns true if `kind` is an integer kind whose top bit is a sign; false for `i1`, whose values are 0 and 1. */
export function isSignedIntegerKind(kind: ElementKind): boolean {
  return kind.startsWith('i') && kind !== 'i1';
}
