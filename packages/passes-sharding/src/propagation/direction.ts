/**
 * The directions in which shardings move between the operands and results of an operation, as bits: union is `|`,
 * intersection is `&`.
 */
export type Direction = 0 | 1 | 2 | 3;

/** Nothing moves. */
export const NONE = 0;
/** From operands to results, and between results. */
export const FORWARD = 1;
/** From results to operands, and between operands. */
export const BACKWARD = 2;
/** Either way. */
export const BOTH = 3;
