/** The size of a dimension that is not known before the program runs; prints as `?`. */
export const DYNAMIC = -1;
