export * from './extension.ts';
export * from './mesh.ts';
export * from './run-on-mesh.ts';
