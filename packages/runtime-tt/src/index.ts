export * from './extension.ts';
export { type Placement, placementOf, programModule, runOnMesh } from './run-on-mesh.ts';
export { STORED_FORMATS, type StoredFormat } from './golden/block-float.ts';
export { checkGolden, type GoldenCheck, type GoldenRow, type ProgramRunner } from './golden/check-golden.ts';
export { DEFAULT_BOUNDS, type GoldenBounds, type GoldenMetrics } from './golden/golden-metrics.ts';
export { fromTarget, toTarget } from './target-elements.ts';
