export * from './extension.ts';
export * from './print-op.ts';
export * from './probe-op.ts';
export * from './run-parallel-op.ts';
