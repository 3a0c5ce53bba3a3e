/**
 * What operations are in Tenstorrent's library, one a line: `operation: function(arguments)`, with `ttnn.` and the
 * operation's name as the function unless given. An argument is an operand or attribute of that name, `keyword=name`, or
 * `keyword=` for an operand or attribute of the keyword's name; what begins with a digit, a capital, a bracket, a quote,
 * `::` or `ttnn.` is a text already. `name:form` says which type a list or a device has in C++. Names with `@` follow from
 * types: `@memory`, `@dtype` and `@layout` of the result, `@cast` its format where it is another than the operand's,
 * `@pairs` the padding before and after each dimension, `@edges` that of pools; `keyword=?` is left out where the
 * operation has none.
 *
 * C++ knows arguments by their place. Where the order of Python's is another one, `=> function(arguments)` has its own, and
 * `=> -` says that there is none; so does `-` in the place of Python's. `-> kind` says what the results are taken from: a
 * `vector`, an `array`, a `tuple`, a `variant` whose first alternative is the result, or a vector of `optionals`.
 */
export const FUNCTION_TABLE = `
abs acos asin asinh atan bitwise_not cbrt ceil cos expm1 floor isfinite logical_not neg reciprocal relu relu6 hardsigmoid sign silu sin tan erfc: (input, memory_config=@memory)
mish: (input, memory_config=@memory) => (input, False, @memory)
rsqrt sqrt gelu exp erf log log1p: (input, fast_and_approximate_mode=False, memory_config=@memory)
tanh: (input, fast_and_approximate_mode=False, memory_config=@memory) => (input, @memory, None, False)
sigmoid: (input, vector_mode=4, mode=ttnn.SigmoidMode.Accurate, memory_config=@memory) => (input, 4, ::ttnn::operations::unary::SigmoidMode::ACCURATE, @memory)
leaky_relu: (input, parameter, memory_config=@memory)
add divide eq ge gt le lt logical_and logical_or logical_xor multiply ne subtract logical_right_shift: (lhs, rhs, dtype=@dtype, memory_config=@memory, activations=?, input_tensor_a_activations=?, input_tensor_b_activations=?)
bitwise_and bitwise_or bitwise_xor logical_left_shift atan2: (lhs, rhs, memory_config=@memory)
remainder minimum maximum: (lhs, rhs, dtype=None, memory_config=@memory, activations=?, input_tensor_a_activations=?, input_tensor_b_activations=?)
pow_tensor: ttnn.pow(lhs, rhs, dtype=None, memory_config=@memory)
pow_scalar: ttnn.pow(lhs, exponent, memory_config=@memory)
where: (first, second, third, memory_config=@memory)
clamp_scalar clamp_tensor: ttnn.clamp(input, min, max, memory_config=@memory)
gelu_bw: ttnn.experimental.gelu_bw(lhs, rhs, approximate=, memory_config=@memory)
quantize dequantize: (input, scale, zero_point, axis=, dtype=output_dtype, memory_config=@memory)
requantize: (input, in_scale, in_zero_point, out_scale, out_zero_point, axis=, dtype=output_dtype, memory_config=@memory)
matmul: (a, b, transpose_a=, transpose_b=, memory_config=@memory, dtype=@dtype, program_config=matmul_program_config, activation=, compute_kernel_config=compute_config) => (a, b, transpose_a, transpose_b, @memory, @dtype, None, activation, compute_config)
linear: (a, b, bias=, transpose_a=, transpose_b=, memory_config=@memory, dtype=@dtype, program_config=matmul_program_config, activation=, compute_kernel_config=compute_config) => (a, b, bias, transpose_a, transpose_b, @memory, @dtype, None, activation, compute_config)
avg_pool2d: (input, batch_size, input_height, input_width, channels, kernel_size, stride, @edges, ceil_mode, count_include_pad, divisor_override, memory_config=@memory, applied_shard_scheme=, compute_kernel_config=None, reallocate_halo_output=, config_tensor_in_dram=config_tensors_in_dram) => (input, batch_size, input_height, input_width, channels, kernel_size:uint32_t[2], stride:uint32_t[2], @edges:uint32_t[2]|uint32_t[4], ceil_mode, count_include_pad, divisor_override, @memory, None, applied_shard_scheme, None, False, reallocate_halo_output)
max_pool2d: (input, batch_size, input_height, input_width, channels, kernel_size, stride, @edges, dilation, ceil_mode=, memory_config=@memory, applied_shard_scheme=, reallocate_halo_output=, config_tensor_in_dram=config_tensors_in_dram) => (input, batch_size, input_height, input_width, channels, kernel_size:uint32_t[2], stride:uint32_t[2], @edges:uint32_t[2]|uint32_t[4], dilation:uint32_t[2], ceil_mode, @memory, None, applied_shard_scheme, False, reallocate_halo_output, False, @dtype, ::ttnn::Layout::ROW_MAJOR, config_tensors_in_dram) -> vector
max_pool2d_with_indices: ttnn.max_pool2d(input, batch_size, input_height, input_width, channels, kernel_size, stride, @edges, dilation, ceil_mode=, memory_config=@memory, applied_shard_scheme=, reallocate_halo_output=, return_indices=True, config_tensor_in_dram=config_tensors_in_dram) => ttnn::max_pool2d(input, batch_size, input_height, input_width, channels, kernel_size:uint32_t[2], stride:uint32_t[2], @edges:uint32_t[2]|uint32_t[4], dilation:uint32_t[2], ceil_mode, @memory, None, applied_shard_scheme, False, reallocate_halo_output, True, @dtype, ::ttnn::Layout::ROW_MAJOR, config_tensors_in_dram) -> vector
global_avg_pool2d: (input_tensor=input, memory_config=@memory, dtype=) => ttmlir::standalone::global_avg_pool2d(input, @memory, dtype)
upsample: (input, scale_factor:int32_t[2], mode=, memory_config=@memory)
cumsum cumprod: (input, dim, dtype=, memory_config=@memory) => (input, dim, dtype, False, None, @memory)
softmax: (input, dimension, memory_config=@memory, compute_kernel_config=compute_config, numeric_stable=)
deallocate: (input, force)
to_device: (input, device=, memory_config=@memory)
from_device: (input)
typecast: (input, @dtype, memory_config=@memory)
to_layout: (input, @layout, @cast, memory_config=@memory)
to_memory_config: (input, @memory)
arange: (start, end, step, dtype=@dtype, device=, layout=@layout, memory_config=@memory) => (start, end, step, @dtype, device:optional, @memory, @layout)
empty: (@shape, @dtype, @layout, device, @memory)
full: (shape=, fill_value=, dtype=@dtype, layout=@layout, device=:optional, memory_config=@memory)
ones zeros: (shape=, dtype=@dtype, layout=@layout, device=:optional, memory_config=@memory)
rand: (size, device:reference, dtype=@dtype, layout=@layout, memory_config=@memory, low=, high=, seed=)
dropout: ttnn.experimental.dropout(input, probability=prob, scale=, seed=) => ttnn::experimental::dropout(input, prob, scale, seed, use_per_device_seed)
prod: (input, dim_arg, keep_dim, memory_config=@memory)
sum mean max min: (input, dim_arg:small<int32_t>, keep_dim, memory_config=@memory, compute_kernel_config=compute_config)
argmax: (input, dim, keep_dim, sub_core_grids=None, memory_config=@memory)
conv1d: (input_tensor=input, weight_tensor=weight, device=, in_channels=, out_channels=, batch_size=, input_length=, kernel_size=, stride=, padding=, dilation=, groups=, dtype=@dtype, bias_tensor=bias, conv_config=conv2d_config, compute_config=, memory_config=@memory, slice_config=conv2d_slice_config, return_output_dim=False, return_weights_and_bias=False) => (input, weight, device, in_channels, out_channels, batch_size, input_length, kernel_size, stride, padding:uint32_t[2], dilation, groups, @dtype, bias, conv2d_config, compute_config, @memory, conv2d_slice_config, False, False) -> variant
conv2d: (input_tensor=input, weight_tensor=weight, device=, in_channels=, out_channels=, batch_size=, input_height=, input_width=, kernel_size=, stride=, padding=, dilation=, groups=, dtype=@dtype, bias_tensor=bias, conv_config=conv2d_config, compute_config=, slice_config=conv2d_slice_config, memory_config=@memory) => (input, weight, device, in_channels, out_channels, batch_size, input_height, input_width, kernel_size:uint32_t[2], stride:uint32_t[2], padding:uint32_t[2]|uint32_t[4], dilation:uint32_t[2], groups, @dtype, bias, conv2d_config, compute_config, @memory, conv2d_slice_config) -> variant
conv3d: ttnn.experimental.conv3d(input_tensor=input, weight_tensor=weight, device=, bias_tensor=bias, config=conv3d_config, dtype=@dtype, output_channels=out_channels, kernel_size=, stride=, padding=, dilation=[1, 1, 1], padding_mode=, groups=, memory_config=@memory, compute_kernel_config=compute_config) => ttnn::experimental::conv3d(input, weight, device, bias, conv3d_config, @dtype, out_channels, kernel_size:uint32_t[3], stride:uint32_t[3], padding:uint32_t[3], [1, 1, 1]:uint32_t[3], padding_mode, groups, @memory, compute_config)
conv_transpose2d: (input_tensor=input, weight_tensor=weight, device=, in_channels=, out_channels=, batch_size=, input_height=, input_width=, kernel_size=, stride=, padding=, output_padding=, dilation=, groups=, dtype=@dtype, bias_tensor=bias, conv_config=conv2d_config, compute_config=, memory_config=@memory, dram_slice_config=conv2d_slice_config) => (input, weight, device, in_channels, out_channels, batch_size, input_height, input_width, kernel_size:uint32_t[2], stride:uint32_t[2], padding:uint32_t[2], output_padding:uint32_t[2], dilation:uint32_t[2], groups, @dtype, bias, conv2d_config, compute_config, @memory, conv2d_slice_config) -> variant
pad: (input, @pairs:small<uint32_t[2]>, value, use_multicore=, memory_config=@memory)
reshape: (input, shape:vector<int32_t>, memory_config=@memory)
repeat: (input, repeat_dims, memory_config=@memory) => (input, repeat_dims)
repeat_interleave: (input, repeats, dim, memory_config=@memory)
scatter: (input=, dim=, index=, src=source, memory_config=@memory, reduce=scatter_reduce_type) => (input, dim, index, source, @memory, scatter_reduce_type, None)
gather: (input, dim, index, sparse_grad=False, memory_config=@memory) => (input, dim, index, False, @memory, None, None)
sort: (input, dim, descending, stable, memory_config=@memory) -> vector
topk: (input_tensor, k, dim, largest, sorted, memory_config=@memory) -> vector
transpose: (input, dim0, dim1, memory_config=@memory)
concat: (inputs, dim, memory_config=@memory)
permute: (input, permutation:small<int64_t>, memory_config=@memory, pad_value=)
embedding: (input, weight, padding_idx=None, layout=@layout, dtype=@dtype, memory_config=@memory) => (input, weight, None, @layout, ::ttnn::prim::EmbeddingsType::GENERIC, @dtype, @memory)
embedding_bw: (input, weight, in_gradient, dtype=, memory_config=@memory)
slice_dynamic: ttnn.slice(input, begins, ends, step, memory_config=@memory) => ttnn::slice(input, begins, ends, None, @memory)
slice_static: ttnn.slice(input, begins:span<int32_t>, ends:span<int32_t>, step:span<int32_t>, memory_config=@memory)
concatenate_heads: ttnn.transformer.concatenate_heads(input, memory_config=@memory)
nlp_concat_heads: ttnn.experimental.nlp_concat_heads(input, memory_config=@memory)
nlp_concat_heads_decode: ttnn.experimental.nlp_concat_heads_decode(input, num_heads=, memory_config=@memory)
fill_cache: (cache, input, batch_offset)
paged_update_cache: ttnn.experimental.paged_update_cache(cache, input, update_idxs_tensor=update_index, share_cache=, page_table=) => ttnn::experimental::paged_update_cache(cache, input, ::std::vector<uint32_t>(), update_index, share_cache, page_table, 0, None, None)
paged_fill_cache: ttnn.experimental.paged_fill_cache(cache, input, page_table, batch_idx_tensor=) => ttnn::experimental::paged_fill_cache(cache, input, page_table, batch_idx_tensor, 0, None, None)
batch_norm_inference: ttnn.batch_norm(input, running_mean=, running_var=, training=False, eps=epsilon, momentum=0.1, weight=, bias=, memory_config=@memory, compute_kernel_config=compute_config) => ttnn::batch_norm(input, running_mean, running_var, False, epsilon, 0.1f, weight, bias, None, @memory, compute_config)
batch_norm_training: ttnn.batch_norm(input, running_mean=, running_var=, training=True, eps=epsilon, momentum=, weight=, bias=, memory_config=@memory, compute_kernel_config=compute_config) => ttnn::batch_norm(input, running_mean, running_var, True, epsilon, momentum, weight, bias, None, @memory, compute_config)
rms_norm: (input, epsilon=, weight=, bias=, residual_input_tensor=None, memory_config=@memory, program_config=None, compute_kernel_config=compute_config)
layer_norm: (input, epsilon=, weight=, bias=, residual_input_tensor=None, memory_config=@memory, program_config=None)
group_norm: (input, input_mask=, weight=, bias=, num_groups=, epsilon=, memory_config=@memory, core_grid=None, inplace=False, num_out_blocks=None) => (input, num_groups, epsilon, input_mask, weight, bias, None, @memory, None, None, None, None, None)
mesh_partition: (input_tensor=input, dim=, cluster_axis=, memory_config=@memory)
all_gather: (input_tensor=input, dim=all_gather_dim, cluster_axis=, memory_config=@memory, subdevice_id=sub_device_id, num_links=, topology=) => (input, all_gather_dim, cluster_axis, @memory, None, sub_device_id:SubDeviceId, None, num_links, topology)
reduce_scatter: (input_tensor=input, dim=scatter_dim, cluster_axis=, subdevice_id=sub_device_id, memory_config=@memory, num_links=, topology=, compute_kernel_config=compute_config) => (input, scatter_dim, cluster_axis, sub_device_id:SubDeviceId, @memory, num_links, topology)
all_reduce: (input_tensor=input, cluster_axis=, subdevice_id=sub_device_id, memory_config=@memory, num_links=, topology=) => (input, cluster_axis, sub_device_id:SubDeviceId, @memory, num_links, topology)
point_to_point: (input, sender_coord=@sender, receiver_coord=@receiver, topology=ttnn.Topology.Linear, output_tensor=accum) => -
split_query_key_value_and_split_heads: ttnn.transformer.split_query_key_value_and_split_heads(input_tensor, kv_input_tensor, num_heads=, num_kv_heads=, transpose_key=, memory_config=@memory) -> tuple
rotary_embedding: ttnn.experimental.rotary_embedding(input, cos_cache, sin_cache, token_index, memory_config=@memory, compute_kernel_config=compute_config)
scaled_dot_product_attention: ttnn.transformer.scaled_dot_product_attention(query, key, value, attn_mask=attention_mask, is_causal=, scale=, sliding_window_size=, memory_config=@memory, program_config=None, compute_kernel_config=None, attention_sink=)
scaled_dot_product_attention_decode: ttnn.transformer.scaled_dot_product_attention_decode(query, key, value, is_causal=, attn_mask=attention_mask, cur_pos_tensor=, attention_sink=, scale=, sliding_window_size=None, memory_config=@memory) => ttnn::transformer::scaled_dot_product_attention_decode(query, key, value, is_causal, attention_mask, ::std::vector<uint32_t>(), cur_pos_tensor, attention_sink, scale, None, @memory)
assign: (input, dtype=, memory_config=@memory) => (input, @memory, dtype)
load_tensor: utils.load_tensor(file_path, @layout, @dtype, device, @memory) => ttnn::loadTensor(file_path, @layout, @dtype, device, @memory)
dump_tensor: (input, file_path) => ::ttnn::dump_tensor_flatbuffer(file_path, input)
create_global_semaphore: (mesh_device=device, cores=core_range_set, initial_value=) => ttnn::global_semaphore::create_global_semaphore(device, core_range_set, initial_value)
reset_global_semaphore: ttnn.reset_global_semaphore_value(semaphore, value=) => ttnn::global_semaphore::reset_global_semaphore_value(semaphore, value)
sparse_matmul: (input_tensor_a=a, input_tensor_b=b, sparsity=, program_config=, nnz=, is_input_a_sparse=, is_input_b_sparse=, memory_config=@memory, dtype=@dtype)
all_to_all_dispatch: (input_tensor=, expert_indices_tensor=expert_indices, expert_mapping_tensor=expert_mapping, cluster_axis=, memory_config=@memory) => (input_tensor, expert_indices, expert_mapping, cluster_axis, None, None, None, @memory) -> array
all_to_all_dispatch_metadata: ttnn.experimental.all_to_all_dispatch_metadata(input_tensor=, expert_indices_tensor=expert_indices, expert_scores_tensor=expert_scores, expert_mapping_tensor=expert_mapping, cluster_axis=) => ttnn::experimental::all_to_all_dispatch_metadata(input_tensor, expert_indices, expert_scores, expert_mapping, cluster_axis, None, None, None) -> array
all_to_all_combine: (input_tensor=, expert_metadata_tensor=expert_metadata, expert_mapping_tensor=expert_mapping, cluster_axis=, output_shard_dim=, memory_config=@memory) => (input_tensor, expert_mapping, expert_metadata, False, None, None, @memory, cluster_axis, output_shard_dim)
moe_expert_token_remap: (topk_tensor=, expert_mapping_tensor=expert_mapping, expert_metadata_tensor=expert_metadata, reduction_size=, memory_config=@memory) => (topk_tensor, expert_mapping, expert_metadata, @memory, None, None, reduction_size) -> vector
rotary_embedding_llama: ttnn.experimental.rotary_embedding_llama(input, cos_cache, sin_cache, trans_mat, is_decode_mode=, memory_config=@memory, compute_kernel_config=compute_config)
nlp_create_qkv_heads_decode: ttnn.experimental.nlp_create_qkv_heads_decode(input, num_heads=, num_kv_heads=, overlap_qk_coregrid=, batch_offset=, slice_size=, memory_config=@memory) => ttnn::nlp_create_qkv_heads_decode_wrapper(input, num_heads, num_kv_heads, overlap_qk_coregrid, batch_offset, slice_size, @memory) -> tuple
paged_scaled_dot_product_attention_decode: ttnn.transformer.paged_scaled_dot_product_attention_decode(query, key, value, page_table_tensor=page_table, is_causal=, attn_mask=attention_mask, cur_pos_tensor=, attention_sink=, scale=, sliding_window_size=, memory_config=@memory, program_config=)
chunked_scaled_dot_product_attention: ttnn.transformer.chunked_scaled_dot_product_attention(query, key, value, page_table_tensor=page_table, chunk_start_idx_tensor=chunk_start_idx, scale=, memory_config=@memory, program_config=)
flash_mla_prefill: ttnn.transformer.flash_mla_prefill(query, key, value, head_dim_v, attn_mask=attention_mask, is_causal=, scale=, memory_config=@memory) => ttnn::transformer::flash_mla_prefill(query, key, head_dim_v, value, attention_mask, is_causal, scale, @memory)
topk_router_gpt: ttnn.experimental.topk_router_gpt(input, weight_tensor=weight, bias_tensor=bias, k=, num_experts=) -> tuple
sampling: (input_values, input_indices, k, p, temp, seed=)
copy: (src, dst)
begin_trace_capture: (device, cq_id=) => -
end_trace_capture: (device, trace_id, cq_id=) => -
execute_trace: (device, trace_id, cq_id=, blocking=) => -
update_cache: - => ttnn::update_cache(cache, input, update_index:scalar, batch_offset)
adamw: - => ttml::metal::adamw(param, grad, exp_avg, exp_avg_sq, max_exp_avg_sq, lr, beta1, beta2, beta1_pow, beta2_pow, epsilon, weight_decay, stochastic_rounding:StochasticRounding)
sdpa_fw: - => ttml::metal::sdpa_fw(query, key, value, mask_type:AttentionMaskType, attention_mask, dropout_probability, return_intermediates) -> optionals
sdpa_bw: - => ttml::metal::sdpa_bw(grad_output, attn_output, query, key, value, intermediates, mask_type:AttentionMaskType, attention_mask, dropout_probability) -> tuple
prepare_conv2d_weights: - => ttnn::operations::conv::conv2d::prepare_conv_weights(weight_tensor, input_memory_config, input_tensor_layout, weights_format, in_channels, out_channels, batch_size, input_height, input_width, kernel_size:uint32_t[2], stride:uint32_t[2], padding:uint32_t[2]|uint32_t[4], dilation:uint32_t[2], has_bias, groups, device, input_dtype, output_dtype, conv2d_config, compute_config, conv2d_slice_config)
prepare_conv2d_bias: - => ttnn::operations::conv::conv2d::prepare_conv_bias(bias_tensor, input_memory_config, input_tensor_layout, in_channels, out_channels, batch_size, input_height, input_width, kernel_size:uint32_t[2], stride:uint32_t[2], padding:uint32_t[2]|uint32_t[4], dilation:uint32_t[2], groups, device, input_dtype, output_dtype, conv2d_config, compute_config, conv2d_slice_config)
prepare_conv3d_weights: ttnn.experimental.prepare_conv3d_weights(weight_tensor=, groups=, C_in_block=c_in_block, alignment=, device=) => ttnn::operations::experimental::conv3d::prepare_conv3d_weights(weight_tensor, groups, c_in_block, alignment, device)
prepare_conv_transpose2d_weights: - => ttnn::operations::conv::conv_transpose2d::prepare_conv_transpose2d_weights(weight_tensor, input_memory_config, input_tensor_layout, weights_format, in_channels, out_channels, batch_size, input_height, input_width, kernel_size:uint32_t[2], stride:uint32_t[2], padding:uint32_t[2]|uint32_t[4], output_padding:uint32_t[2], dilation:uint32_t[2], has_bias, groups, device, input_dtype, output_dtype, conv2d_config, compute_config, mirror_kernel, conv2d_slice_config)
prepare_conv_transpose2d_bias: - => ttnn::operations::conv::conv_transpose2d::prepare_conv_transpose2d_bias(bias_tensor, input_memory_config, input_tensor_layout, in_channels, out_channels, batch_size, input_height, input_width, kernel_size:uint32_t[2], stride:uint32_t[2], padding:uint32_t[2]|uint32_t[4], dilation:uint32_t[2], groups, device, input_dtype, output_dtype, conv2d_config, compute_config, conv2d_slice_config)
indexer_score_dsa: ttnn.experimental.indexer_score_dsa(query, key, weights, chunk_start_idx=, seq_shard_axes=cluster_axis:vector<uint32_t>) => ttnn::experimental::indexer_score_dsa(query, key, weights, chunk_start_idx, ::ttnn::operations::experimental::indexer_score::IndexerScoreProgramConfig{}, None, None, None, cluster_axis:vector<uint32_t>)
write_tensor: ttnn.copy_host_to_device_tensor(host_tensor, device_tensor, cq_id=) => ttnn::copy_to_device(host_tensor, device_tensor, cq_id:QueueId)
`;
