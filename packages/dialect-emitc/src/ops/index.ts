export { ApplyOp, CallOpaqueOp, ConstantOp, LiteralOp, SubscriptOp } from './value-ops.ts';
export * from './variable-ops.ts';
