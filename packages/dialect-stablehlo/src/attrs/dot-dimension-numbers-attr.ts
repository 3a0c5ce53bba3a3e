import { defineAttr } from '@shardform/ir-core';
import { dimensionFields, dimensions } from './dimension-lists.ts';

/** The correspondence between the dimensions of the two operands of a contraction. Dimensions are 0-based. */
export interface DotDimensions {
  readonly lhsBatchingDimensions: readonly number[];
  readonly rhsBatchingDimensions: readonly number[];
  readonly lhsContractingDimensions: readonly number[];
  readonly rhsContractingDimensions: readonly number[];
}

const parameters = {
  lhs_batching_dimensions: dimensions,
  rhs_batching_dimensions: dimensions,
  lhs_contracting_dimensions: dimensions,
  rhs_contracting_dimensions: dimensions,
};

/** `#stablehlo.dot<lhs_contracting_dimensions = [1], ...>` (StableHLO spec, "dot_general"). */
export class DotDimensionNumbersAttr extends defineAttr('stablehlo.dot', {
  summary: 'Attribute that models the dimension information for dot.',
  parameters,
  format: dimensionFields(parameters, 'dot dimension numbers'),
}) {}
