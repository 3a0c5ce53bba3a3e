export { DeviceAttr } from './device-attr.ts';
export * from './enums.ts';
export * from './grid-attr.ts';
export * from './layout-attrs.ts';
export * from './local-shape-attr.ts';
export * from './loop-bound-attr.ts';
export * from './mesh-attr.ts';
export * from './parameters.ts';
export * from './place-attrs.ts';
