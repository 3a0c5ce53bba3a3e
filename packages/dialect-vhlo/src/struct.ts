import { type Attribute, isInstance, type Type } from '@shardform/ir-core';
import {
  ChannelHandleAttr,
  ConvDimensionNumbersAttr,
  DotAlgorithmAttr,
  DotDimensionNumbersAttr,
  GatherDimensionNumbersAttr,
  ScatterDimensionNumbersAttr,
} from '@shardform/dialect-stablehlo';
import { int64, isNone } from './attribute-kind.ts';
import { BooleanV1, TypeV1 } from './attributes.ts';
import { typeFromVhlo, typeToVhlo } from './convert-types.ts';
import { integerOf } from './number-attributes.ts';
import { integersAttribute, integersOf } from './tensor-attribute.ts';

/** An attribute of StableHLO that VHLO has as several. */
export interface Struct {
  /** Names of VHLO's attributes. */
  readonly fields: readonly string[];
  /** One attribute for each field; `null` when the attribute is another. */
  split(attribute: Attribute): readonly Attribute[] | null;
  /** `null` for fields that make no such attribute. */
  join(fields: readonly Attribute[]): Attribute | null;
  /** Whether fields stand for no attribute at all. */
  readonly isAbsent?: (fields: readonly Attribute[]) => boolean;
}

/** The numbers and lists of numbers of an attribute, by name. */
type Numbers = Readonly<Record<string, number | readonly number[]>>;

/**
 * Declares a struct of numbers and lists of numbers.
 *
 * @param names VHLO's name of each number or list; names that end with `[]` are those of lists.
 */
/* @__NO_SIDE_EFFECTS__ */
function numbersStruct<A extends Attribute, const N extends Numbers>(
  cls: { readonly name: string; readonly prototype: A },
  names: Readonly<Record<keyof N & string, string>>,
  read: (attribute: A) => N,
  make: (numbers: N) => A,
): Struct {
  const fields = Object.entries<string>(names).map(([key, name]) => ({
    key,
    name: name.replace('[]', ''),
    isList: name.endsWith('[]'),
  }));
  return {
    fields: fields.map(({ name }) => name),
    split(attribute) {
      if (!isInstance(cls, attribute)) return null;
      const numbers: Numbers = read(attribute);
      return fields.map(({ key }) => {
        const value = numbers[key]!;
        return typeof value === 'number' ? int64(value) : integersAttribute(value);
      });
    },
    join(attributes) {
      const numbers: Record<string, number | readonly number[]> = {};
      for (const [i, { key, isList }] of fields.entries()) {
        const value = isList ? integersOf(attributes[i]) : numberOf(attributes[i]);
        if (value === null) return null;
        numbers[key] = value;
      }
      // There is a number or list for every name.
      return make(numbers as N);
    },
  };
}

function numberOf(attribute: Attribute | undefined): number | null {
  const value = integerOf(attribute);
  return value === null ? null : Number(value);
}

export const dotDimensions: Struct = /* @__PURE__ */ numbersStruct(
  DotDimensionNumbersAttr,
  {
    lhsBatching: 'lhs_batching_dimensions[]',
    rhsBatching: 'rhs_batching_dimensions[]',
    lhsContracting: 'lhs_contracting_dimensions[]',
    rhsContracting: 'rhs_contracting_dimensions[]',
  },
  ({ lhsBatching, rhsBatching, lhsContracting, rhsContracting }) => ({
    lhsBatching,
    rhsBatching,
    lhsContracting,
    rhsContracting,
  }),
  (dimensions) => DotDimensionNumbersAttr.get(dimensions),
);

export const gatherDimensions: Struct = /* @__PURE__ */ numbersStruct(
  GatherDimensionNumbersAttr,
  {
    offsetDims: 'offset_dims[]',
    collapsedSliceDims: 'collapsed_slice_dims[]',
    operandBatchingDims: 'operand_batching_dims[]',
    startIndicesBatchingDims: 'start_indices_batching_dims[]',
    startIndexMap: 'start_index_map[]',
    indexVectorDim: 'index_vector_dim',
  },
  ({ dimensions }) => ({ ...dimensions }),
  (dimensions) => GatherDimensionNumbersAttr.get(dimensions),
);

export const scatterDimensions: Struct = /* @__PURE__ */ numbersStruct(
  ScatterDimensionNumbersAttr,
  {
    updateWindowDims: 'update_window_dims[]',
    insertedWindowDims: 'inserted_window_dims[]',
    inputBatchingDims: 'input_batching_dims[]',
    scatterIndicesBatchingDims: 'scatter_indices_batching_dims[]',
    scatterDimsToOperandDims: 'scatter_dims_to_operand_dims[]',
    indexVectorDim: 'index_vector_dim',
  },
  ({ dimensions }) => ({ ...dimensions }),
  (dimensions) => ScatterDimensionNumbersAttr.get(dimensions),
);

export const convDimensions: Struct = /* @__PURE__ */ numbersStruct(
  ConvDimensionNumbersAttr,
  {
    inputBatch: 'input_batch_dimension',
    inputFeature: 'input_feature_dimension',
    inputSpatial: 'input_spatial_dimensions[]',
    kernelInputFeature: 'kernel_input_feature_dimension',
    kernelOutputFeature: 'kernel_output_feature_dimension',
    kernelSpatial: 'kernel_spatial_dimensions[]',
    outputBatch: 'output_batch_dimension',
    outputFeature: 'output_feature_dimension',
    outputSpatial: 'output_spatial_dimensions[]',
  },
  ({ dimensions }) => ({ ...dimensions }),
  (dimensions) => ConvDimensionNumbersAttr.get(dimensions),
);

export const channel: Struct = /* @__PURE__ */ numbersStruct(
  ChannelHandleAttr,
  { handle: 'channel_id', type: 'channel_type' },
  ({ handle, type }) => ({ handle, type }),
  ({ handle, type }) => ChannelHandleAttr.get(handle, type),
);

function precisionToVhlo(type: Type): Attribute | null {
  const value = typeToVhlo(type);
  return value === null ? null : TypeV1.get({ value });
}

function precisionOf(attribute: Attribute | undefined): Type | null {
  const value = TypeV1.of(attribute)?.value;
  return value === undefined ? null : typeFromVhlo(value);
}

/** The algorithm of a contraction; without one all fields hold the type `none`. */
export const dotAlgorithm: Struct = {
  fields: [
    'lhs_precision_type',
    'rhs_precision_type',
    'accumulation_type',
    'lhs_component_count',
    'rhs_component_count',
    'num_primitive_operations',
    'allow_imprecise_accumulation',
  ],
  split(attribute) {
    if (!(attribute instanceof DotAlgorithmAttr)) return null;
    const { algorithm } = attribute;
    const types = [algorithm.lhsPrecisionType, algorithm.rhsPrecisionType, algorithm.accumulationType].map(
      precisionToVhlo,
    );
    if (!types.every((type) => type !== null)) return null;
    return [
      ...types,
      int64(algorithm.lhsComponentCount),
      int64(algorithm.rhsComponentCount),
      int64(algorithm.numPrimitiveOperations),
      BooleanV1.get({ value: algorithm.allowImpreciseAccumulation }),
    ];
  },
  join([lhs, rhs, accumulation, lhsCount, rhsCount, operations, imprecise]) {
    const [lhsPrecisionType, rhsPrecisionType] = [precisionOf(lhs), precisionOf(rhs)];
    const accumulationType = precisionOf(accumulation);
    const [lhsComponentCount, rhsComponentCount] = [numberOf(lhsCount), numberOf(rhsCount)];
    const numPrimitiveOperations = numberOf(operations);
    const isImprecise = BooleanV1.of(imprecise)?.value;
    if (lhsPrecisionType === null || rhsPrecisionType === null || accumulationType === null) return null;
    if (lhsComponentCount === null || rhsComponentCount === null || numPrimitiveOperations === null)
      return null;
    if (isImprecise === undefined) return null;
    return DotAlgorithmAttr.get({
      lhsPrecisionType,
      rhsPrecisionType,
      accumulationType,
      lhsComponentCount,
      rhsComponentCount,
      numPrimitiveOperations,
      allowImpreciseAccumulation: isImprecise,
    });
  },
  isAbsent: (fields) => fields.every(isNone),
};
