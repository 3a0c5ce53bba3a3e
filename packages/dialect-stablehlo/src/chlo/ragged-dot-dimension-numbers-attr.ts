import { defineAttr } from '@shardform/ir-core';
import { dimensionFields, dimensions } from '../attrs/dimension-lists.ts';
import type { DotDimensions } from '../attrs/dot-dimension-numbers-attr.ts';

/** The dimensions of the operands of a ragged contraction that correspond, are ragged or count groups. */
export interface RaggedDotDimensions extends DotDimensions {
  readonly lhsRaggedDimensions: readonly number[];
  readonly rhsGroupDimensions: readonly number[];
}

const parameters = {
  lhs_batching_dimensions: dimensions,
  rhs_batching_dimensions: dimensions,
  lhs_contracting_dimensions: dimensions,
  rhs_contracting_dimensions: dimensions,
  lhs_ragged_dimensions: dimensions,
  rhs_group_dimensions: dimensions,
};

/** `#chlo.ragged_dot<lhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], ...>`. */
export class RaggedDotDimensionNumbersAttr extends defineAttr('chlo.ragged_dot', {
  summary: 'Attribute that models the dimension information for ragged dot.',
  parameters,
  format: dimensionFields(parameters, 'ragged dot dimension numbers'),
}) {}
