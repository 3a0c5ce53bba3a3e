export * from './assert-op.ts';
export * from './branch-ops.ts';
export * from './extension.ts';
export * from './switch-op.ts';
