import {
  ArrayAttr,
  type Attribute,
  DenseArrayAttr,
  DenseElementsAttr,
  i1,
  i32,
  i64,
  IntegerAttr,
  type IntegerType,
  RankedTensorType,
  SymbolRefAttr,
  UnitAttr,
} from '@shardform/ir-core';
import { ChannelHandleAttr } from '@shardform/dialect-stablehlo';
import {
  ArrayV1,
  BooleanV1,
  DictionaryV1,
  ResultAccuracyV1,
  standardAccuracy,
  StringV1,
  TypeV1,
} from './attributes.ts';
import { ComparisonTypeV1, CustomCallApiVersionV1, PrecisionV1 } from './enums.ts';
import { integerOf, IntegerV1 } from './number-attributes.ts';
import { integersAttribute, TensorV1, tensorAttribute } from './tensor-attribute.ts';
import { scalarForms } from './types.ts';

/** Reads another attribute of the same VHLO operation; `null` while it is not there. */
export type Siblings = (name: string) => Attribute | null;

/**
 * The conversion of one attribute of a VHLO operation. By default an attribute has to be there, and its counterpart
 * follows from the attribute alone.
 */
export interface AttributeKind {
  /** The name in StableHLO, where it is another. */
  readonly stablehloName?: string;
  /** VHLO's attribute for StableHLO's, where it doesn't follow from the attribute alone; `null` for none. */
  readonly toVhlo?: (attribute: Attribute) => Attribute | null;
  /** StableHLO's attribute for VHLO's; `null` for none. */
  readonly toStablehlo?: (attribute: Attribute) => Attribute | null;
  /**
   * The value that an operation without the attribute implies: StableHLO's where the attribute is optional, or a
   * version of the operation from before it had the attribute. `null` when it is unknown.
   */
  readonly standard?: (siblings: Siblings) => Attribute | null;
  /** Returns true if an attribute means the same as none. */
  readonly isStandard?: (attribute: Attribute, siblings: Siblings) => boolean;
}

/** Nothing particular. */
export const plain: AttributeKind = {};

function toArray(elementType: IntegerType): (attribute: Attribute) => Attribute | null {
  return (attribute) => {
    const data = TensorV1.of(attribute)?.data;
    return data?.type.elementType === elementType ? DenseArrayAttr.get(elementType, data.integers()) : null;
  };
}

/** A list of dimensions or sizes, which StableHLO has as a dense array. */
export const dims: AttributeKind = { toStablehlo: toArray(i64) };

function isSplat(value: bigint): (attribute: Attribute) => boolean {
  return (attribute) => {
    const data = TensorV1.of(attribute)?.data;
    return data?.isSplat === true && data.storedIntegers()[0] === value;
  };
}

function lengthOf(attribute: Attribute | null): number | null {
  return TensorV1.of(attribute)?.data.elementCount ?? null;
}

/** Ones by default, as many as the list of that name has elements. */
/* @__NO_SIDE_EFFECTS__ */
export function ones(list: string): AttributeKind {
  return {
    ...dims,
    standard: (siblings) => {
      const length = lengthOf(siblings(list));
      return length === null ? null : integersAttribute(new Array<number>(length).fill(1));
    },
    isStandard: isSplat(1n),
  };
}

/** False by default, as often as the list of that name has elements. */
/* @__NO_SIDE_EFFECTS__ */
export function noReversal(list: string): AttributeKind {
  return {
    toStablehlo: toArray(i1),
    standard: (siblings) => zeros(lengthOf(siblings(list)), (length) => RankedTensorType.get([length], i1)),
    isStandard: isSplat(0n),
  };
}

/** Pairs of zeros by default, as many as the list of that name has elements. */
/* @__NO_SIDE_EFFECTS__ */
export function noPadding(list: string): AttributeKind {
  return {
    standard: (siblings) =>
      zeros(lengthOf(siblings(list)), (length) => RankedTensorType.get([length, 2], i64)),
    isStandard: isSplat(0n),
  };
}

function zeros(length: number | null, type: (length: number) => RankedTensorType): Attribute | null {
  return length === null ? null : tensorAttribute(DenseElementsAttr.splat(type(length), 0));
}

const noDims: Pick<AttributeKind, 'standard' | 'isStandard'> = {
  standard: () => integersAttribute([]),
  isStandard: (attribute) => TensorV1.of(attribute)?.data.bytes.length === 0,
};

/** A list that is empty by default; StableHLO has a dense array. */
export const optionalDims: AttributeKind = { ...dims, ...noDims };

/** Elements that are empty by default. */
export const optionalElements: AttributeKind = noDims;

/** A truth value, false by default. */
export const bool: AttributeKind = {
  standard: () => BooleanV1.get({ value: false }),
  isStandard: (attribute) => BooleanV1.of(attribute)?.value === false,
};

/** A truth value that StableHLO has as a unit attribute. */
export const flag: AttributeKind = {
  ...bool,
  toVhlo: (attribute) => (attribute instanceof UnitAttr ? BooleanV1.get({ value: true }) : null),
  toStablehlo: (attribute) => (BooleanV1.of(attribute)?.value === true ? UnitAttr.instance : null),
};

/** An integer of 64 bits with a default. */
/* @__NO_SIDE_EFFECTS__ */
export function integer(standard: bigint): AttributeKind {
  return {
    standard: () => int64(standard),
    isStandard: (attribute) => integerOf(attribute) === standard,
  };
}

/** An attribute for an integer of 64 bits. */
export function int64(value: bigint | number): Attribute {
  return IntegerV1.get({ type: scalarForms.i64.get({}), value: BigInt(value) });
}

/** The number of a channel whose type is not kept; 0 by default. */
export const channelId: AttributeKind = {
  ...integer(0n),
  stablehloName: 'channel_handle',
  toVhlo: (attribute) => (attribute instanceof ChannelHandleAttr ? int64(attribute.handle) : null),
  toStablehlo: (attribute) => {
    const handle = integerOf(attribute);
    return handle === null ? null : ChannelHandleAttr.get({ handle: Number(handle), type: 0 });
  },
};

/** A string that is empty by default. */
export const text: AttributeKind = {
  standard: () => StringV1.get({ value: '' }),
  isStandard: (attribute) => StringV1.of(attribute)?.value === '',
};

function isEmptyArray(attribute: Attribute | null): boolean {
  return ArrayV1.of(attribute)?.value.length === 0;
}

/** A list that is empty by default. */
export const array: AttributeKind = {
  standard: () => ArrayV1.get({ value: [] }),
  isStandard: isEmptyArray,
};

/** A list of layouts that is left out only together with the list of that name. */
/* @__NO_SIDE_EFFECTS__ */
export function layouts(other: string): AttributeKind {
  return {
    standard: array.standard!,
    isStandard: (attribute, siblings) => isEmptyArray(attribute) && isEmptyArray(siblings(other)),
  };
}

function isEmptyDictionary(attribute: Attribute): boolean {
  return DictionaryV1.of(attribute)?.value.length === 0;
}

/** A dictionary that is empty by default. */
export const dictionary: AttributeKind = {
  standard: () => DictionaryV1.get({ value: [] }),
  isStandard: isEmptyDictionary,
};

const typedApi = 'API_VERSION_TYPED_FFI';

/** The backend configuration of a custom call: a dictionary for the typed interface, otherwise text. */
export const backendConfig: AttributeKind = {
  standard: (siblings) =>
    siblings('api_version') === CustomCallApiVersionV1.get(typedApi)
      ? DictionaryV1.get({ value: [] })
      : StringV1.get({ value: '' }),
  isStandard: (attribute) => StringV1.of(attribute)?.value === '' || isEmptyDictionary(attribute),
};

/** The version of the interface by which a custom call's target is called; StableHLO has the number of the word. */
export const apiVersion: AttributeKind = {
  toVhlo: (attribute) => {
    const word =
      attribute instanceof IntegerAttr ? CustomCallApiVersionV1.values[Number(attribute.value)] : undefined;
    return word === undefined ? null : CustomCallApiVersionV1.get(word);
  },
  toStablehlo: (attribute) => {
    if (!CustomCallApiVersionV1.constraint.accepts(attribute)) return null;
    return IntegerAttr.get(CustomCallApiVersionV1.values.indexOf(attribute.value), i32);
  },
  standard: () => CustomCallApiVersionV1.get('API_VERSION_ORIGINAL'),
  isStandard: (attribute) => attribute === CustomCallApiVersionV1.get('API_VERSION_ORIGINAL'),
};

function toSymbol(attribute: Attribute): SymbolRefAttr | null {
  const name = StringV1.of(attribute)?.value;
  return name === undefined ? null : SymbolRefAttr.get(name);
}

/** The name of a function. */
export const symbol: AttributeKind = { toStablehlo: toSymbol };

/** Names of functions, none by default. */
export const symbols: AttributeKind = {
  ...array,
  toVhlo: (attribute) => {
    if (!(attribute instanceof ArrayAttr)) return null;
    const names = attribute.elements.map((item) =>
      item instanceof SymbolRefAttr && item.isFlat ? StringV1.get({ value: item.root }) : null,
    );
    return names.every((name) => name !== null) ? ArrayV1.get({ value: names }) : null;
  },
  toStablehlo: (attribute) => {
    const names = ArrayV1.of(attribute)?.value.map(toSymbol);
    return names?.every((name) => name !== null) === true ? ArrayAttr.get(names) : null;
  },
};

/** The precision of the multiplication of a contraction's operands, one for each. */
export const precision: AttributeKind = {
  standard: () => ArrayV1.get({ value: [PrecisionV1.get('DEFAULT'), PrecisionV1.get('DEFAULT')] }),
  isStandard: (attribute) =>
    ArrayV1.of(attribute)?.value.every((item) => item === PrecisionV1.get('DEFAULT')) === true,
};

/** The order that a comparison uses, unspecified by default. */
export const comparisonType: AttributeKind = {
  standard: () => ComparisonTypeV1.get('NOTYPE'),
  isStandard: (attribute) => attribute === ComparisonTypeV1.get('NOTYPE'),
};

/** The accuracy that is asked of a function. */
export const accuracy: AttributeKind = {
  standard: standardAccuracy,
  isStandard: (attribute) => {
    const asked = ResultAccuracyV1.of(attribute);
    const standard = ResultAccuracyV1.of(standardAccuracy());
    return (
      asked?.atol.value === 0 && asked.rtol.value === 0 && asked.ulps === 0n && asked.mode === standard?.mode
    );
  },
};

/** A part of an algorithm, none by default. */
export const algorithmPart: AttributeKind = { standard: noneAttribute, isStandard: isNone };

/** Stands for a part of an algorithm where no algorithm is asked for. */
function noneAttribute(): Attribute {
  return TypeV1.get({ value: scalarForms.none.get({}) });
}

/** Returns true for the attribute that stands for no algorithm. */
export function isNone(attribute: Attribute | null): boolean {
  return attribute === noneAttribute();
}
