export * from './element-kind.ts';
export * from './float-bits.ts';
export * from './float-format.ts';
export * from './float-text.ts';
