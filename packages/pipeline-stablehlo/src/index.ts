export * from './extension.ts';
export * from './passes/analyze-mesh.ts';
export * from './passes/annotate-local-shapes.ts';
export * from './passes/apply-argument-shard-status.ts';
export * from './passes/populate-argument-types.ts';
export * from './passes/update-global-to-local-shapes.ts';
export * from './passes/wrap-under-manual-computation.ts';
