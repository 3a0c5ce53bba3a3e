export * from './async-ops.ts';
export * from './layout-ops.ts';
export * from './number-ops.ts';
export * from './order-ops.ts';
