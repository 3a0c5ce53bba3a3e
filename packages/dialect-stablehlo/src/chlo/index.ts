export * from './binary-ops.ts';
export * from './broadcast-ops.ts';
export * from './constant-ops.ts';
export * from './ragged-dot-op.ts';
export * from './scan-op.ts';
export * from './top-k-op.ts';
export * from './unary-ops.ts';
