export * from './element-ops.ts';
export * from './extension.ts';
export * from './gather-ops.ts';
export { DYNAMIC_INDEX } from './index-list.ts';
export * from './region-ops.ts';
export * from './reshape-ops.ts';
export * from './slice-ops.ts';
