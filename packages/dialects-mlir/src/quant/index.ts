export * from './cast-ops.ts';
export * from './extension.ts';
export * from './other-types.ts';
export type { Storage } from './storage.ts';
export { type Scaling, UniformQuantizedType } from './uniform-type.ts';
