export * from './attributes.ts';
export * from './extension.ts';
export * from './ops/index.ts';
