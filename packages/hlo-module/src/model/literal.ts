import type { ArrayShape } from './shape.ts';

/** Elements of one array in row-major order, whatever its layout is. */
export interface ArrayLiteral {
  readonly kind: 'array';
  readonly shape: ArrayShape;
  /**
   * Little-endian elements, each of a whole number of bytes; those of less than a byte (`s4`, `pred`) take one byte each.
   * Null where the text elides them: `constant({...})`.
   */
  readonly bytes: Uint8Array | null;
  /** The one element that all are, when it is written once: then `bytes` holds only that. */
  readonly isSplat?: boolean;
}

/** A literal of an instruction. */
export type Literal =
  | ArrayLiteral
  | { readonly kind: 'tuple'; readonly elements: readonly Literal[] }
  | { readonly kind: 'token' };
