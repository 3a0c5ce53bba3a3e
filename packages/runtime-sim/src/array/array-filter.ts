import type { ArrayKind } from './array-kind.ts';

/** Kind and shape of an array in a file, known before its data is read. */
export interface ArrayHeader {
  readonly kind: ArrayKind;
  readonly shape: readonly number[];
}

/** The selection of the arrays of a file that are read. */
export interface ArrayFilter {
  /** Returns whether an array is read; of others not even the header is. All are unless given. */
  readonly isWanted?: (name: string) => boolean;
  /** Refuses an array by its header, by throwing, before its data is read. */
  readonly check?: (name: string, header: ArrayHeader) => void;
}
