import {
  type DeclaredAttr,
  type DeclaredAttrClass,
  defineAttr,
  integerParameter,
  stringParameter,
} from '@shardform/ir-core';

const indexParameters = { index: integerParameter };

/* @__NO_SIDE_EFFECTS__ */
function defineIndexAttr(
  mnemonic: string,
  summary: string,
): DeclaredAttrClass<typeof indexParameters, DeclaredAttr> {
  return defineAttr(`ttnn.${mnemonic}`, { summary, parameters: indexParameters, format: '`<` params `>`' });
}

/** `#ttnn.kernel_arg_cb_buffer_index<0>`: the circular buffer with this number. */
export class KernelArgCbBufferIndexAttr extends defineIndexAttr(
  'kernel_arg_cb_buffer_index',
  'CB argument',
) {}

/** `#ttnn.kernel_arg_address_of_tensor<0>`: the address of this operand. */
export class KernelArgAddressOfTensorAttr extends defineIndexAttr(
  'kernel_arg_address_of_tensor',
  'Address of tensor argument',
) {}

/** `#ttnn.kernel_arg_semaphore_at<0>`: the semaphore with this number. */
export class KernelArgSemaphoreAtAttr extends defineIndexAttr(
  'kernel_arg_semaphore_at',
  'Semaphore argument',
) {}

/** `#ttnn.kernel_arg_global_semaphore<0>`: the global semaphore with this number. */
export class KernelArgGlobalSemaphoreAttr extends defineIndexAttr(
  'kernel_arg_global_semaphore',
  'Global Semaphore argument',
) {}

/** `#ttnn.kernel_arg_scalar<0>`: the number in this operand. */
export class KernelArgScalarAttr extends defineIndexAttr('kernel_arg_scalar', 'Scalar kernel argument') {}

/** `#ttnn.kernel_arg_tensor_accessor_args<0>`: what is needed to read this operand. */
export class KernelArgTensorAccessorArgsAttr extends defineIndexAttr(
  'kernel_arg_tensor_accessor_args',
  'Tensor-accessor compile-time args marker',
) {}

/** `#ttnn.kernel_cb_global_buffer_address_of_tensor<0>`: the address of this operand as a circular buffer. */
export class KernelCbGlobalBufferAddressAttr extends defineIndexAttr(
  'kernel_cb_global_buffer_address_of_tensor',
  'Global buffer address of tensor argument',
) {}

const namedArgumentParameters = { name: stringParameter, value: integerParameter };

/** `#ttnn.kernel_named_arg<name = "n", value = 4>`: a number with a name. */
export class KernelNamedArgAttr extends defineAttr('ttnn.kernel_named_arg', {
  summary: 'Named kernel argument',
  parameters: namedArgumentParameters,
  format: '`<` struct(params) `>`',
}) {}
