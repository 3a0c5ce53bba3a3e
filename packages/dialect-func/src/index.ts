export * from './extension.ts';
export * from './ops/call-indirect-op.ts';
export * from './ops/call-op.ts';
export { ConstantOp as FuncConstantOp } from './ops/constant-op.ts';
export * from './ops/func-op.ts';
export * from './ops/function-interface.ts';
export * from './ops/function-type-patterns.ts';
export * from './ops/program-entry.ts';
export * from './ops/return-op.ts';
