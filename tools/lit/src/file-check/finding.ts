import type { Pattern } from './pattern.ts';

/** The role of a range of the input in a failure. */
export type FindingKind = 'no-match' | 'invalid-pattern' | 'excluded' | 'wrong-line' | 'fuzzy' | 'note';

/** A stretch of the input that the dump annotates. */
export interface Finding {
  readonly kind: FindingKind;
  readonly pattern: Pattern;
  /** Offsets into the input. */
  readonly start: number;
  readonly end: number;
  /** Words of a `note`, such as a variable's value. */
  readonly note?: string;
}
