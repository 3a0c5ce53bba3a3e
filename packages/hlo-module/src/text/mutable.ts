/** A value while it is read. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
