export * from './async-kinds.ts';
export * from './attributes.ts';
export * from './extension.ts';
export * from './ops/index.ts';
export * from './compiled-programs.ts';
