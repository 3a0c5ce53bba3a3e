import { defineStructAttr, integerField, stringField, type StructAttr } from '@shardform/dialect-ttcore';

const indexFields = { index: integerField };

/* @__NO_SIDE_EFFECTS__ */
function defineIndexAttr(mnemonic: string, summary: string) {
  return defineStructAttr(`ttnn.${mnemonic}`, summary, indexFields, { style: 'positional' });
}

/** `#ttnn.kernel_arg_cb_buffer_index<0>`: the circular buffer with this number. */
export const KernelArgCbBufferIndexAttr = /* @__PURE__ */ defineIndexAttr(
  'kernel_arg_cb_buffer_index',
  'CB argument',
);
export type KernelArgCbBufferIndexAttr = StructAttr<typeof indexFields>;

/** `#ttnn.kernel_arg_address_of_tensor<0>`: the address of this operand. */
export const KernelArgAddressOfTensorAttr = /* @__PURE__ */ defineIndexAttr(
  'kernel_arg_address_of_tensor',
  'Address of tensor argument',
);
export type KernelArgAddressOfTensorAttr = StructAttr<typeof indexFields>;

/** `#ttnn.kernel_arg_semaphore_at<0>`: the semaphore with this number. */
export const KernelArgSemaphoreAtAttr = /* @__PURE__ */ defineIndexAttr(
  'kernel_arg_semaphore_at',
  'Semaphore argument',
);
export type KernelArgSemaphoreAtAttr = StructAttr<typeof indexFields>;

/** `#ttnn.kernel_arg_global_semaphore<0>`: the global semaphore with this number. */
export const KernelArgGlobalSemaphoreAttr = /* @__PURE__ */ defineIndexAttr(
  'kernel_arg_global_semaphore',
  'Global Semaphore argument',
);
export type KernelArgGlobalSemaphoreAttr = StructAttr<typeof indexFields>;

/** `#ttnn.kernel_arg_scalar<0>`: the number in this operand. */
export const KernelArgScalarAttr = /* @__PURE__ */ defineIndexAttr(
  'kernel_arg_scalar',
  'Scalar kernel argument',
);
export type KernelArgScalarAttr = StructAttr<typeof indexFields>;

/** `#ttnn.kernel_arg_tensor_accessor_args<0>`: what is needed to read this operand. */
export const KernelArgTensorAccessorArgsAttr = /* @__PURE__ */ defineIndexAttr(
  'kernel_arg_tensor_accessor_args',
  'Tensor-accessor compile-time args marker',
);
export type KernelArgTensorAccessorArgsAttr = StructAttr<typeof indexFields>;

/** `#ttnn.kernel_cb_global_buffer_address_of_tensor<0>`: the address of this operand as a circular buffer. */
export const KernelCbGlobalBufferAddressAttr = /* @__PURE__ */ defineIndexAttr(
  'kernel_cb_global_buffer_address_of_tensor',
  'Global buffer address of tensor argument',
);
export type KernelCbGlobalBufferAddressAttr = StructAttr<typeof indexFields>;

const namedArgumentFields = { name: stringField, value: integerField };

/** `#ttnn.kernel_named_arg<name = "n", value = 4>`: a number with a name. */
export const KernelNamedArgAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.kernel_named_arg',
  'Named kernel argument',
  namedArgumentFields,
);
export type KernelNamedArgAttr = StructAttr<typeof namedArgumentFields>;
