export * from './bytes-text.ts';
export * from './element-kind.ts';
export * from './float-bits.ts';
export * from './float-format.ts';
export * from './float-text.ts';
export * from './greatest-common-divisor.ts';
export * from './permutation.ts';
export * from './product.ts';
