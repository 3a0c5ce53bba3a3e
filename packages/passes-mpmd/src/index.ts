export * from './extension.ts';
export { deviceFunctions, type DeviceFunctions, type MeshValue } from './devices/device-functions.ts';
export { FRAGMENT_FUNCTION, type LocalFragment, localFragments } from './devices/local-fragments.ts';
export { deviceFunctionsOf } from './devices/lower-to-stablehlo.ts';
export { MeshDevices, type NumberedMesh } from './devices/mesh-devices.ts';
export {
  type FragmentRole,
  hasShardings,
  type MeshProgram,
  meshProgramOf,
  mpmdEntry,
} from './devices/mesh-program.ts';
export { effectiveOperands } from './program/operations.ts';
