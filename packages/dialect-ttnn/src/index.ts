export * from './attrs/index.ts';
export * from './canonicalize/slice-of-concat.ts';
export * from './constraints.ts';
export * from './extension.ts';
export * from './ops/index.ts';
export * from './traits.ts';
export * from './types/device-type.ts';
export * from './types/global-semaphore-type.ts';
