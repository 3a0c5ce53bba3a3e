import { type AttrDefinition, type Attribute, type Class, isInstance, type Type } from '@shardform/ir-core';
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
  /** Returns true if fields stand for an absent attribute. */
  readonly isAbsent?: (fields: readonly Attribute[]) => boolean;
}

/**
 * Declares the struct of an attribute whose parameters are numbers and lists of numbers.
 *
 * @param renamed VHLO's names of parameters, where they are others.
 */
/* @__NO_SIDE_EFFECTS__ */
function numbersStruct<A extends Attribute>(
  cls: Class<A> & { readonly definition: AttrDefinition },
  make: (values: never) => A,
  renamed: Readonly<Record<string, string>> = {},
): Struct {
  const fields = cls.definition.defined.map(({ name, accessor, absent }) => ({
    accessor,
    name: renamed[name] ?? name,
    isList: Array.isArray(absent?.()),
  }));
  return {
    fields: fields.map(({ name }) => name),
    split(attribute) {
      if (!isInstance(cls, attribute)) return null;
      return fields.map(({ accessor }) => {
        // All parameters are numbers or lists of numbers.
        const value = attribute[accessor as keyof A] as number | readonly number[];
        return typeof value === 'number' ? int64(value) : integersAttribute(value);
      });
    },
    join(attributes) {
      const values: Record<string, number | readonly number[]> = {};
      for (const [i, { accessor, isList }] of fields.entries()) {
        const value = isList ? integersOf(attributes[i]) : numberOf(attributes[i]);
        if (value === null) return null;
        values[accessor] = value;
      }
      // Every parameter has a value of its kind.
      return make(values as never);
    },
  };
}

function numberOf(attribute: Attribute | undefined): number | null {
  const value = integerOf(attribute);
  return value === null ? null : Number(value);
}

/** The dimension numbers of a contraction. */
export const dotDimensions: Struct = /* @__PURE__ */ numbersStruct(DotDimensionNumbersAttr, (values) =>
  DotDimensionNumbersAttr.get(values),
);

/** The dimension numbers of a gather. */
export const gatherDimensions: Struct = /* @__PURE__ */ numbersStruct(GatherDimensionNumbersAttr, (values) =>
  GatherDimensionNumbersAttr.get(values),
);

/** The dimension numbers of a scatter. */
export const scatterDimensions: Struct = /* @__PURE__ */ numbersStruct(
  ScatterDimensionNumbersAttr,
  (values) => ScatterDimensionNumbersAttr.get(values),
);

/** The dimension numbers of a convolution. */
export const convDimensions: Struct = /* @__PURE__ */ numbersStruct(ConvDimensionNumbersAttr, (values) =>
  ConvDimensionNumbersAttr.get(values),
);

/** The channel of a communication. */
export const channel: Struct = /* @__PURE__ */ numbersStruct(
  ChannelHandleAttr,
  (values) => ChannelHandleAttr.get(values),
  { handle: 'channel_id', type: 'channel_type' },
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
    const types = [attribute.lhsPrecisionType, attribute.rhsPrecisionType, attribute.accumulationType].map(
      precisionToVhlo,
    );
    if (!types.every((type) => type !== null)) return null;
    return [
      ...types,
      int64(attribute.lhsComponentCount),
      int64(attribute.rhsComponentCount),
      int64(attribute.numPrimitiveOperations),
      BooleanV1.get({ value: attribute.allowImpreciseAccumulation }),
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
