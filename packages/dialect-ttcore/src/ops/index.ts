export * from './case-op.ts';
export * from './composite-op.ts';
export * from './device-op.ts';
export * from './load-cached-op.ts';
export * from './module-ops.ts';
export * from './value-ops.ts';
export * from './while-loop-op.ts';
