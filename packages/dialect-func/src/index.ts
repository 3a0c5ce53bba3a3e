export * from './extension.ts';
export * from './ops/call-op.ts';
export * from './ops/func-op.ts';
export * from './ops/function-interface.ts';
export * from './ops/return-op.ts';
