export * from './binary-ops.ts';
export * from './collective-ops.ts';
export * from './creation-ops.ts';
export * from './matmul-ops.ts';
export * from './reduction-ops.ts';
export * from './shape-ops.ts';
export * from './unary-ops.ts';
