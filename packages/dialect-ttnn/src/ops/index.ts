export * from './binary-ops.ts';
export * from './collective-ops.ts';
export * from './contraction-ops.ts';
export * from './memory-ops.ts';
export * from './shape-ops.ts';
export * from './unary-ops.ts';
