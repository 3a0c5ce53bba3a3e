export * from './attrs/index.ts';
export * from './buffer-type.ts';
export * from './data-type.ts';
export * from './extension.ts';
export { FP32_EXACT } from './fp32-exact.ts';
export * from './gspmd-sharding.ts';
export * from './ops/index.ts';
export {
  ChipDescAttr,
  type ChipDescription,
  CpuDescAttr,
  type CpuDescription,
} from './system/chip-description.ts';
export * from './system/known-systems.ts';
export * from './system/system-desc-attr.ts';
export * from './types/dict-type.ts';
export * from './types/tile-type.ts';
export { deviceMesh } from './device/device-mesh.ts';
export { deviceDescription } from './device/device-description.ts';
export { deviceFunctions, deviceModules } from './device/device-modules.ts';
export { functionHash } from './device/function-hash.ts';
export { FUNCTION_TYPE, isKind, ORIGINAL_NAME } from './device/function-kind.ts';
