export * from './extension.ts';
export { type Placement, placementOf, runOnMesh } from './run-on-mesh.ts';
