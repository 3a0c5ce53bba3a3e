export * from './extension.ts';
export * from './poison-op.ts';
