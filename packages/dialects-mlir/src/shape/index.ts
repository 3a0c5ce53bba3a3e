export { isKnownToBroadcast } from './broadcast-patterns.ts';
export * from './constant-ops.ts';
export * from './constraint-ops.ts';
export * from './extension.ts';
export * from './shape-ops.ts';
export { ShapeType, SizeType, ValueShapeType, WitnessType } from './types.ts';
