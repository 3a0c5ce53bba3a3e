import type { DialectDocumentation } from '@shardform/ir-core';

const asyncExample = `
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %future = "stablehlo.async_start"(%x) ({
  ^bb0(%arg: tensor<4xf32>):
    %1 = stablehlo.slice %arg [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  %0 = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`;

/** The documentation of operations that are ordered by tokens or end later. */
export const tokenDocumentation: DialectDocumentation = {
  after_all: {
    description: `Joins tokens: what depends on the result is done after everything that the operands stand for.`,
    example: `
func.func @main() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.create_token : !stablehlo.token
  %2 = stablehlo.after_all %0, %1 : !stablehlo.token
  return %2 : !stablehlo.token
}`,
  },
  async_done: {
    description: `Waits for the operation that an \`stablehlo.async_start\` began and returns its result, a tensor of the type that the future names.`,
    example: asyncExample,
  },
  async_start: {
    description: `Begins an operation and returns a future, with which \`stablehlo.async_done\` waits for the result; the program runs on in the
meantime. The region, isolated from above, takes the operands and holds exactly one operation, a collective or a slice,
and a return of one value.`,
    example: asyncExample,
  },
  create_token: {
    description:
      'Produces a token that depends on nothing. Deprecated: `after_all` without operands does the same.',
    example: `
func.func @main() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}`,
  },
  infeed: {
    description: `Reads tensors from the queue that the host fills. The results are the tensors, whose types the program states, and last a token, which
orders this reading after the one that \`token\` stands for. \`infeed_config\` is the implementation's own; \`layout\` gives the
order of dimensions in memory for each tensor.`,
    example: `
func.func @main() -> (tensor<2x3xf32>, !stablehlo.token) {
  %token = stablehlo.after_all : !stablehlo.token
  %0:2 = "stablehlo.infeed"(%token) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2x3xf32>, !stablehlo.token
}`,
  },
  outfeed: {
    description: `Writes tensors to the queue that the host empties. The result is a token, which orders what depends on it after this; \`token\` orders
this after others. \`outfeed_config\` is the implementation's own.`,
    example: `
func.func @main(%x: tensor<2x3xf32>) -> !stablehlo.token {
  %token = stablehlo.after_all : !stablehlo.token
  %0 = "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}`,
  },
  recv: {
    description: `Receives tensors through the channel of \`channel_handle\`: from the host if \`is_host_transfer\` is set, where the channel's type is 3
(host to device), else from another device, where it is 1. With \`source_target_pairs\` the device is the one that is paired
with this. The results are the tensors, and last a token.`,
    example: `
func.func @main() -> (tensor<4xf32>, !stablehlo.token) {
  %token = stablehlo.after_all : !stablehlo.token
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<4xf32>, !stablehlo.token
}`,
  },
  send: {
    description: `Sends tensors through the channel of \`channel_handle\`: to the host if \`is_host_transfer\` is set, where the channel's type is 2
(device to host), else to another device, where it is 1. With \`source_target_pairs\` the device is the one that is paired
with this. The result is a token.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> !stablehlo.token {
  %token = stablehlo.after_all : !stablehlo.token
  %0 = "stablehlo.send"(%x, %token) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}`,
  },
};
