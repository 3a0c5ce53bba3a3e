export { ttcoreMarkFunctionsAsForward } from './mark-functions.ts';
export { ttcoreOptimizationBarrierFold } from './optimization-barrier-fold.ts';
export { deviceOptions, ttcoreRegisterDevice } from './register-device.ts';
export { ttcoreUnwrapDeviceModule } from './unwrap-device-module.ts';
export { ttcoreWrapDeviceModule } from './wrap-device-module.ts';
export { ttcorePasses } from './extension.ts';
