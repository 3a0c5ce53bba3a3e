/** A value while it is read. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A value while it and its lists of numbers are read. */
export type MutableLists<T> = {
  -readonly [K in keyof T]: T[K] extends readonly number[] ? number[] : T[K];
};
