export * from './execute-region-op.ts';
export * from './extension.ts';
export * from './for-op.ts';
export * from './if-op.ts';
export * from './index-switch-op.ts';
export * from './while-op.ts';
export * from './yield-op.ts';
