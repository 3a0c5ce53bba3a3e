/** The dimensions of queries, keys or values. */
export interface AttentionDims {
  readonly batch: readonly number[];
  /** `null` for one head. */
  readonly heads: number | null;
  readonly sequence: number;
  readonly depth: number;
}

/**
 * Returns the dimensions of a layout, a letter for each of them: `b` for batches, `h` for heads, `s` for the sequence and `d` for
 * the depth of a head.
 */
export function dimsOfLayout(layout: string): AttentionDims {
  const heads = layout.indexOf('h');
  return {
    batch: Array.from(layout).flatMap((letter, dim) => (letter === 'b' ? [dim] : [])),
    heads: heads < 0 ? null : heads,
    sequence: layout.indexOf('s'),
    depth: layout.indexOf('d'),
  };
}
