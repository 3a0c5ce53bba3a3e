export * from './broadcast.ts';
export * from './canonicalize/index.ts';
export * from './constraints.ts';
export * from './extension.ts';
export * from './ops/index.ts';
export * from './repeat-to.ts';
export * from './splat-number.ts';
export * from './traits.ts';
