export { ExpressionOp, YieldOp } from './expression-op.ts';
export { ImportOp } from './import-op.ts';
export * from './scope-ops.ts';
export * from './statement-ops.ts';
export * from './value-ops.ts';
