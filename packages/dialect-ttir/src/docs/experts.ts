import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const SHAPES =
  'In shapes B is the batch of a device, S the sequence, H the hidden size, K the experts per token, E all experts and D the devices.';

const GROUP = '`num_devices` is the number of devices along the mesh axis `cluster_axis` (0 or 1).';

/** Tokens to the devices of their experts, and back. */
function exchangeDocumentation(dialect: TensorDialect): DialectDocumentation {
  const isTtir = dialect === 'ttir';
  return {
    all_to_all_combine: {
      description: `Sends the results of experts back to the devices of their tokens, the inverse of \`${dialect}.all_to_all_dispatch\`. \`input_tensor\` is
[E / D, B · D, S, H], \`expert_metadata\` [1, B · D, S, K] the experts of all tokens, \`expert_mapping\` [1, 1, E, D] tells one-hot which device has
which expert; the result is [K, B, S, H]. ${GROUP} \`num_experts_per_tok\` is K, \`output_shard_dim\` the dimension of tokens in the
result. ${SHAPES}`,
      example: exampleOf({
        op: `${dialect}.all_to_all_combine`,
        operands: { input: '2x8x32x64xbf16', metadata: '1x8x32x2xi32', mapping: '1x1x4x2xi32' },
        properties:
          'cluster_axis = 1 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64',
        results: ['2x4x32x64xbf16'],
      }),
    },
    all_to_all_dispatch: {
      description: `Sends tokens to the devices of their experts, before the experts' matrix products. \`input_tensor\` is [B, S, 1, H], \`expert_indices\`
[B, S, 1, K], \`expert_mapping\` [1, 1, E, D] tells one-hot which device has which expert. The results are the tokens, [1, B · D, S, H], where
rows of other devices' tokens are only defined if an expert of this device needs them, and the experts of all tokens,
[1, B · D, S, K]. ${GROUP} ${SHAPES}`,
      example: exampleOf({
        op: `${dialect}.all_to_all_dispatch`,
        operands: { input: '4x32x1x64xbf16', indices: '4x32x1x2xi32', mapping: '1x1x4x2xi32' },
        properties: 'cluster_axis = 1 : i64, num_devices = 2 : i64',
        results: ['1x8x32x64xbf16', '1x8x32x2xi32'],
      }),
    },
    all_to_all_dispatch_metadata: {
      description: `Sends tokens with the scores of their experts to the devices of these, as \`${dialect}.all_to_all_dispatch\` does without scores. The
operands are [1, 1, M, H], [1, 1, M, K] and [1, 1, M, K] for M tokens per device; \`expert_mapping\` names the device of each expert. The results
are the tokens, [1, M · D, H], and the experts and scores of all tokens, [1, M · D, K]. ${GROUP} ${SHAPES}${
        isTtir
          ? ''
          : ' The optional buffers are memory for the results that is used again, and the semaphore synchronizes the devices.'
      }`,
      example: exampleOf({
        op: `${dialect}.all_to_all_dispatch_metadata`,
        operands: {
          input: '1x1x32x64xbf16',
          indices: '1x1x32x2xui16',
          scores: '1x1x32x2xbf16',
          mapping: isTtir ? '1x1x2x4xui16' : '2x4xui16',
        },
        properties: `cluster_axis = 1 : i64, num_devices = 2 : i64${isTtir ? '' : ', operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>'}`,
        results: ['1x64x64xbf16', '1x64x2xui16', '1x64x2xbf16'],
      }),
    },
    moe_expert_token_remap: {
      description: `Turns the routing scores of all experts, \`topk_tensor\` [D, B, S, E], into those of the experts of this device, [1, B, S, E / D], and gives
the mask by which \`${dialect}.sparse_matmul\` skips blocks: one entry for \`reduction_size\` tokens and an expert,
[1, 1, ceil(B · S / reduction_size), E / D]. \`expert_mapping\` is [1, 1, E, D], \`expert_metadata\` [D, B, S, K]. ${SHAPES}`,
      example: exampleOf({
        op: `${dialect}.moe_expert_token_remap`,
        operands: { topk: '2x1x32x4xbf16', mapping: '1x1x4x2xui16', metadata: '2x1x32x2xui16' },
        properties: 'reduction_size = 16 : i64',
        results: ['1x1x32x2xbf16', '1x1x2x2xui16'],
      }),
    },
    selective_reduce_combine: {
      description: `Sends the dense results of a device's experts back to the devices of their tokens and sums, for each token, over its \`select_experts_k\`
experts. \`dense_activations_tensor\`, \`dense_token_maps_tensor\` and \`dense_token_counts_tensor\` are the tables that the experts' kernel
made: scores, which token a row belongs to, and how many tokens each of the \`experts\` experts has.`,
      example: exampleOf({
        op: `${dialect}.selective_reduce_combine`,
        operands: {
          dense_input: '2x64x128xbf16',
          dense_activations: '64x8xui32',
          dense_token_maps: '2x64xui32',
          dense_token_counts: '1x2xui32',
        },
        properties:
          'batch_size = 64 : ui32, experts = 4 : ui32, hidden_size = 128 : ui32, select_experts_k = 2 : ui32, seq_size = 1 : ui32',
        results: ['2x64x128xbf16'],
      }),
    },
  };
}

const MOE_COMPUTE = `Computes the experts of a device in one fused kernel: gathers each expert's tokens, multiplies by the gate and up weights, applies
\`activation_function\` (\`silu\` or \`swiglu\`), multiplies by the down weights, sends the results back along the mesh axis \`cluster_axis\` and
sums over each token's experts. The first four operands are those of \`all_to_all_dispatch_metadata\`'s results and the map of experts.
\`layer_id\` chooses the layer of the weights, \`intermediate_size\` is the experts' inner size and \`output_height_shard_dim\` the number of
cores that share the rows of the result.`;

function moeCompute(dialect: TensorDialect): DialectDocumentation[string] {
  const tokens = {
    tokens: '1x64x128xbf16',
    indices: '1x64x2xui16',
    scores: '1x64x2xbf16',
    mapping: '1x4xui16',
  };
  return dialect === 'ttir'
    ? {
        description: `${MOE_COMPUTE} \`w0\` and \`w1\` are [layers, experts, hidden, intermediate], \`w2\` [layers, experts, intermediate, hidden]; the
biases are all given or all missing. Both sizes are multiples of 32.`,
        example: exampleOf({
          op: 'ttir.moe_compute',
          operands: { ...tokens, w0: '1x2x128x64xbf16', w1: '1x2x128x64xbf16', w2: '1x2x64x128xbf16' },
          properties:
            'cluster_axis = 1 : ui32, intermediate_size = 64 : ui32, layer_id = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>, output_height_shard_dim = 2 : ui32',
          results: ['2x64x128xbf16'],
        }),
      }
    : {
        description: `${MOE_COMPUTE} The weights are in the order of the library, as \`ttnn.prepare_moe_compute_w0_w1_weights\` and
\`ttnn.prepare_moe_compute_w2_weights\` make them; \`has_bias\` says whether they contain biases. \`cross_device_semaphore\` comes from
\`ttnn.allocate_moe_compute_semaphore\`, \`mux_core_range_set\` are the cores that communicate, \`num_links\` and \`topology\` the links between
the chips.`,
        example: exampleOf({
          op: 'ttnn.moe_compute',
          operands: { ...tokens, w0_w1: '8x1x2x4x128x128xbf16', w2: '8x1x2x2x64x128xbf16' },
          isOnDevice: true,
          properties:
            'cluster_axis = 1 : ui32, has_bias = false, intermediate_size = 64 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(1,1), (3,3)>]>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>, output_height_shard_dim = 2 : ui32',
          results: ['2x64x128xbf16'],
        }),
      };
}

/** Returns the documentation of mixtures of experts. */
export function expertDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    ...exchangeDocumentation(dialect),
    moe_compute: moeCompute(dialect),
    moe_gpt: {
      description: `Computes the experts of a device in one fused kernel for GPT-OSS models: gathers each expert's tokens, multiplies by gate and up weights,
applies SwiGLU and multiplies by the down weights. \`input_tensor\` is [tokens, hidden], \`expert_indices\` and \`expert_scores\` are [tokens, experts
per token], \`expert_mapping\` is [1, experts] and names the device of each expert. The weights are interleaved by cores: gate and up are
[cores, layers, experts, groups, hidden, 128], down [cores, layers, experts, 2, intermediate, 128].

The results are the number of tokens of each expert, records of which experts a token has with their scores, the tokens of each expert,
and the computed rows in tiles and in row-major order: \`dense_*\` operands of \`${dialect}.selective_reduce_combine\`.
\`output_height_shard_dim\` and \`output_width_shard_dim\` are the cores that share rows and columns of the result.`,
      example: exampleOf({
        op: `${dialect}.moe_gpt`,
        operands: {
          input: '128x2880xbf16',
          indices: '128x4xui16',
          scores: '128x4xbf16',
          mapping: '1x128xui16',
          w0_w1: '12x1x4x4x2880x128xbf16',
          w2: '12x1x4x2x2880x128xbf16',
        },
        properties:
          'cluster_axis = 0 : ui32, hidden_size = 2880 : ui32, output_height_shard_dim = 4 : ui32, output_width_shard_dim = 3 : ui32',
        results: ['1x4xui32', '1x1548xui32', '4x516xui32', '72x2x32x2880xbf16', '72x2x32x2880xbf16'],
      }),
    },
    topk_router_gpt: {
      description: `Routes tokens to experts: computes the logits \`input · weight + bias\` and gives the \`k\` best experts of each token and the softmax of their
logits. \`input\` is [tokens, hidden], \`weight\` [hidden, \`num_experts\`], \`bias\` [tokens, \`num_experts\`]; both results are [tokens, k].`,
      example: exampleOf({
        op: `${dialect}.topk_router_gpt`,
        operands: { input: '32x2880xbf16', weight: '2880x128xbf16', bias: '32x128xbf16' },
        properties: 'k = 8 : i32, num_experts = 128 : i32',
        results: ['32x8xui16', '32x8xbf16'],
      }),
    },
  };
}
