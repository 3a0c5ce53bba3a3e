export * from './attrs/index.ts';
export * from './extension.ts';
export { freedInput } from './freed-input.ts';
export * from './opened-device.ts';
export * from './ops/index.ts';
export * from './types/device-type.ts';
export * from './types/global-semaphore-type.ts';
export { exactConfig } from './build/exact-config.ts';
export { noActivations, roundedUp, TensorBuilder } from './build/tensor-builder.ts';
