export * from './attrs/index.ts';
export * from './constraints.ts';
export * from './extension.ts';
export * from './opened-device.ts';
export * from './ops/index.ts';
export * from './traits.ts';
export * from './types/device-type.ts';
export * from './types/global-semaphore-type.ts';
export { exactConfig } from './build/exact-config.ts';
export {
  padded,
  paddedTo,
  permuted,
  repeatedTo,
  reshaped,
  roundedUp,
  sliced,
  type Tensor,
} from './build/shapes.ts';
export { TensorBuilder } from './build/tensor-builder.ts';
