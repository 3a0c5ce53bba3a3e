import { type Capability, gapsOf } from '@shardform/ir-core';
import { interpretable } from '@shardform/runtime-sim';

const PAGES = 'reads and writes a cache by a table of pages, which has no kernel here';
const DECODING = 'attends to a cache of its own layout, which has no kernel here';
const EXPERTS =
  'is a fused kernel of mixtures of experts, which routes rows between devices; the program before fusion can be executed';
const CHANCE = 'drops or draws by the generator of the device, whose numbers are not specified';
const QUANTIZED =
  'has quantized elements, which tensors of the interpreter have not; the StableHLO program can be executed';
const TRAINING = 'is a fused kernel of training, which has no kernel here; use the unfused operations';
const RUNTIME = 'is an instruction to the runtime of the device and computes no tensor';
const RECORDING = 'is a part of a recording, which capture_or_execute_trace executes as a whole';
const OWN_KERNEL = 'runs a kernel whose source is not in the program';
const PREPARED =
  'lays weights out as kernels of the library want them, which is not specified; no pipeline here makes it';
const TTMETAL = 'belongs to the lowering to TTMetal, which places buffers itself';
const OTHER_COMPILERS = 'is a fused kernel that no pass here makes; programs of other compilers have it';
const NORMS_OVER_DEVICES =
  'normalizes over devices in one fused kernel; the program before fusion has a reduction and a collective';

/** The interpreters of Tenstorrent's dialects, and the operations without one. */
export const ttExecutionCapability: Capability = {
  name: 'execution',
  supports: (definition, context) => context.implements(interpretable, definition),
  gaps: [
    ...gapsOf('ttcore', {
      'holds functions and programs, which are executed': 'cpu_module device device_module',
      'is state of a program over several calls; a run here is one call':
        'get_global get_key_value global set_key_value',
      'groups values without computing; no pipeline here makes it': 'get_tuple_element tuple',
    }),
    ...gapsOf('ttir', {
      [PAGES]:
        'chunked_scaled_dot_product_attention paged_fill_cache paged_flash_multi_latent_attention_decode paged_scaled_dot_product_attention_decode paged_update_cache',
      [DECODING]: 'scaled_dot_product_attention_decode',
      [EXPERTS]:
        'all_to_all_combine all_to_all_dispatch all_to_all_dispatch_metadata moe_compute moe_expert_token_remap moe_gpt selective_reduce_combine sparse_matmul topk_router_gpt',
      [CHANCE]: 'dropout sampling',
      [QUANTIZED]: 'dequantize dequantize_unrolled quantize quantize_unrolled requantize requantize_unrolled',
      [TRAINING]: 'adamw sdpa_bw sdpa_fw',
      [OWN_KERNEL]: 'tt_lang_op',
      [TTMETAL]: 'alloc dealloc ttnn_metal_layout_cast',
      [NORMS_OVER_DEVICES]: 'distributed_layer_norm distributed_rms_norm',
      [OTHER_COMPILERS]: 'all_reduce_async rearrange upsample2d',
    }),
    ...gapsOf('ttnn', {
      [PAGES]:
        'chunked_scaled_dot_product_attention paged_fill_cache paged_flash_multi_latent_attention_decode paged_scaled_dot_product_attention_decode paged_update_cache',
      [DECODING]: 'scaled_dot_product_attention_decode',
      [EXPERTS]:
        'all_to_all_combine all_to_all_dispatch all_to_all_dispatch_metadata moe_compute moe_expert_token_remap moe_gpt prepare_moe_compute_w0_w1_weights prepare_moe_compute_w2_weights selective_reduce_combine sparse_matmul topk_router_gpt',
      [CHANCE]: 'dropout sampling',
      [QUANTIZED]: 'dequantize quantize requantize',
      [TRAINING]: 'adamw sdpa_bw sdpa_fw',
      [RUNTIME]:
        'alloc allocate_moe_compute_semaphore create_global_semaphore dump_tensor load_tensor reset_global_semaphore',
      [RECORDING]: 'begin_trace_capture end_trace_capture execute_trace write_tensor',
      [OWN_KERNEL]: 'd2m_subgraph generic tt_lang_op',
      [PREPARED]:
        'prepare_conv2d_bias prepare_conv2d_weights prepare_conv_transpose2d_bias prepare_conv_transpose2d_weights',
      [NORMS_OVER_DEVICES]:
        'distributed_layer_norm distributed_rms_norm layer_norm_post_all_gather layer_norm_pre_all_gather rms_norm_pre_all_gather',
      [OTHER_COMPILERS]:
        'all_reduce_async dit_rms_norm_unary_fused flash_mla_prefill indexer_score_dsa nlp_concat_heads nlp_concat_heads_decode nlp_create_qkv_heads_decode rotary_embedding rotary_embedding_llama upsample',
    }),
  ],
};
