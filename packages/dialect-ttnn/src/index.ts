export * from './attrs/index.ts';
export * from './constraints.ts';
export * from './extension.ts';
export * from './opened-device.ts';
export * from './ops/index.ts';
export * from './traits.ts';
export * from './types/device-type.ts';
export * from './types/global-semaphore-type.ts';
