import { beforeCommaParameter, gridParameter, namedParameter } from '@shardform/dialect-ttcore';
import { defineAttr, integerParameter } from '@shardform/ir-core';

const flattenedParameters = {
  batch_size: /* @__PURE__ */ namedParameter('batch_size', integerParameter),
  input_height: /* @__PURE__ */ namedParameter('input_height', integerParameter),
  input_width: /* @__PURE__ */ beforeCommaParameter(
    /* @__PURE__ */ namedParameter('input_width', integerParameter),
  ),
};

/**
 * `#ttir<flattened_compat batch_size = 1, input_height = 32, input_width = 32>`: the operand of an operation on
 * windows has its batch, height and width as one dimension.
 */
export class FlattenedCompatInfoAttr extends defineAttr('ttir.flattened_compat', {
  summary: 'Information for sliding window operations with tensors flattened to (1, 1, N*H*W, C)',
  parameters: flattenedParameters,
  format: 'params',
}) {}

const convolutionParameters = {
  input_batch: /* @__PURE__ */ namedParameter('input_batch', integerParameter),
  input_feature: /* @__PURE__ */ namedParameter('input_feature', integerParameter),
  input_spatial_dimensions: /* @__PURE__ */ namedParameter('input_spatial_dimensions', gridParameter),
  kernel_output_feature: /* @__PURE__ */ namedParameter('kernel_output_feature', integerParameter),
  kernel_input_feature: /* @__PURE__ */ namedParameter('kernel_input_feature', integerParameter),
  kernel_spatial_dimensions: /* @__PURE__ */ namedParameter('kernel_spatial_dimensions', gridParameter),
  output_batch: /* @__PURE__ */ namedParameter('output_batch', integerParameter),
  output_feature: /* @__PURE__ */ namedParameter('output_feature', integerParameter),
  output_spatial_dimensions: /* @__PURE__ */ beforeCommaParameter(
    /* @__PURE__ */ namedParameter('output_spatial_dimensions', gridParameter),
  ),
};

/** `#ttir<convolution_layout input_batch = 0, ...>`: which dimensions of a convolution's tensors are what. */
export class ConvolutionLayoutAttr extends defineAttr('ttir.convolution_layout', {
  summary: 'Structure of dimension information for convolution op',
  parameters: convolutionParameters,
  format: 'params',
}) {}
