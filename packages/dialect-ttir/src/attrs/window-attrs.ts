import {
  defineStructAttr,
  integerField,
  namedField,
  shapeField,
  type StructAttr,
} from '@shardform/dialect-ttcore';

const flattenedFields = {
  batch_size: /* @__PURE__ */ namedField('batch_size', integerField),
  input_height: /* @__PURE__ */ namedField('input_height', integerField),
  input_width: /* @__PURE__ */ namedField('input_width', integerField),
};

/**
 * `#ttir<flattened_compat batch_size = 1, input_height = 32, input_width = 32>`: the operand of an operation on
 * windows has its batch, height and width as one dimension.
 */
export const FlattenedCompatInfoAttr = /* @__PURE__ */ defineStructAttr(
  'ttir.flattened_compat',
  'Information for sliding window operations with tensors flattened to (1, 1, N*H*W, C)',
  flattenedFields,
  { style: 'bare' },
);
export type FlattenedCompatInfoAttr = StructAttr<typeof flattenedFields>;

const convolutionFields = {
  input_batch: /* @__PURE__ */ namedField('input_batch', integerField),
  input_feature: /* @__PURE__ */ namedField('input_feature', integerField),
  input_spatial_dimensions: /* @__PURE__ */ namedField('input_spatial_dimensions', shapeField),
  kernel_output_feature: /* @__PURE__ */ namedField('kernel_output_feature', integerField),
  kernel_input_feature: /* @__PURE__ */ namedField('kernel_input_feature', integerField),
  kernel_spatial_dimensions: /* @__PURE__ */ namedField('kernel_spatial_dimensions', shapeField),
  output_batch: /* @__PURE__ */ namedField('output_batch', integerField),
  output_feature: /* @__PURE__ */ namedField('output_feature', integerField),
  output_spatial_dimensions: /* @__PURE__ */ namedField('output_spatial_dimensions', shapeField),
};

/** `#ttir<convolution_layout input_batch = 0, ...>`: which dimensions of a convolution's tensors are what. */
export const ConvolutionLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttir.convolution_layout',
  'Structure of dimension information for convolution op',
  convolutionFields,
  { style: 'bare' },
);
export type ConvolutionLayoutAttr = StructAttr<typeof convolutionFields>;
