import {
  type Attribute,
  defineEnumAttr,
  type EncodingReader,
  type EncodingWriter,
  type EnumAttr,
  type EnumAttrClass,
} from '@shardform/ir-core';
import * as stablehlo from '@shardform/dialect-stablehlo';
import { knownVersion, type Version } from './version.ts';

/** An enumeration of VHLO. Its words are those of StableHLO. */
interface VhloEnum {
  readonly cls: EnumAttrClass<string>;
  readonly code: number;
  readonly since: Version;
  /** The number of the first word. */
  readonly first: number;
  /** StableHLO's enumeration; `null` where StableHLO has integers. */
  readonly stablehlo: EnumAttrClass<string> | null;
}

interface EnumSpec<V extends string> {
  readonly mnemonic: string;
  readonly cppName: string;
  readonly code: number;
  readonly since?: string;
  readonly first?: number;
  readonly words: readonly V[];
}

/* @__NO_SIDE_EFFECTS__ */
function vhloEnum<const V extends string>(
  { mnemonic, cppName, code, since = '0.9.0', first = 0, words }: EnumSpec<V>,
  counterpart: EnumAttrClass<V> | null = null,
): Omit<VhloEnum, 'cls'> & { readonly cls: EnumAttrClass<V> } {
  const cls = defineEnumAttr(`vhlo.${mnemonic}`, {
    values: words,
    style: 'word',
    summary: `VHLO ${cppName}`,
    cppEnum: `::mlir::vhlo::${cppName}`,
    cppAttr: `VHLO_${cppName.replace(/V1$/, '')}AttrV1`,
  });
  // A word of either enumeration is one of the other.
  return {
    cls,
    code,
    since: knownVersion(since),
    first,
    // The words of the counterpart are those of this enumeration.
    stablehlo: counterpart as EnumAttrClass<string> | null,
  };
}

const comparisonDirection = /* @__PURE__ */ vhloEnum(
  {
    mnemonic: 'comparison_direction_v1',
    cppName: 'ComparisonDirectionV1',
    code: 3,
    words: stablehlo.ComparisonDirectionAttr.values,
  },
  stablehlo.ComparisonDirectionAttr,
);
const comparisonType = /* @__PURE__ */ vhloEnum(
  {
    mnemonic: 'comparison_type_v1',
    cppName: 'ComparisonTypeV1',
    code: 4,
    words: stablehlo.ComparisonTypeAttr.values,
  },
  stablehlo.ComparisonTypeAttr,
);
const apiVersion = /* @__PURE__ */ vhloEnum({
  mnemonic: 'api_version_v1',
  cppName: 'CustomCallApiVersionV1',
  code: 5,
  words: [
    'API_VERSION_UNSPECIFIED',
    'API_VERSION_ORIGINAL',
    'API_VERSION_STATUS_RETURNING',
    'API_VERSION_STATUS_RETURNING_UNIFIED',
    'API_VERSION_TYPED_FFI',
  ],
});
const fftType = /* @__PURE__ */ vhloEnum(
  { mnemonic: 'fft_type_v1', cppName: 'FftTypeV1', code: 7, words: stablehlo.FftTypeAttr.values },
  stablehlo.FftTypeAttr,
);
const precision = /* @__PURE__ */ vhloEnum(
  { mnemonic: 'precision_v1', cppName: 'PrecisionV1', code: 11, words: stablehlo.PrecisionAttr.values },
  stablehlo.PrecisionAttr,
);
const rngAlgorithm = /* @__PURE__ */ vhloEnum(
  {
    mnemonic: 'rng_algorithm_v1',
    cppName: 'RngAlgorithmV1',
    code: 12,
    words: stablehlo.RngAlgorithmAttr.values,
  },
  stablehlo.RngAlgorithmAttr,
);
const rngDistribution = /* @__PURE__ */ vhloEnum(
  {
    mnemonic: 'rng_distribution_v1',
    cppName: 'RngDistributionV1',
    code: 13,
    first: 1,
    words: stablehlo.RngDistributionAttr.values,
  },
  stablehlo.RngDistributionAttr,
);
const transpose = /* @__PURE__ */ vhloEnum(
  { mnemonic: 'transpose_v1', cppName: 'TransposeV1', code: 16, words: stablehlo.TransposeAttr.values },
  stablehlo.TransposeAttr,
);
const resultAccuracyMode = /* @__PURE__ */ vhloEnum(
  {
    mnemonic: 'result_accuracy_mode_v1',
    cppName: 'ResultAccuracyModeV1',
    code: 19,
    since: '1.9.0',
    words: stablehlo.ResultAccuracyModeAttr.values,
  },
  stablehlo.ResultAccuracyModeAttr,
);

/** The kind of order that a comparison uses. */
export const ComparisonTypeV1 = comparisonType.cls;
/** The version of the interface of a custom call. */
export const CustomCallApiVersionV1 = apiVersion.cls;
/** The precision of a contraction. */
export const PrecisionV1 = precision.cls;
/** The mode of a function's accuracy. */
export const ResultAccuracyModeV1 = resultAccuracyMode.cls;

/** All enumerations of the dialect. */
// Enumerations of few words are ones of words.
export const enumForms = [
  comparisonDirection,
  comparisonType,
  apiVersion,
  fftType,
  precision,
  rngAlgorithm,
  rngDistribution,
  transpose,
  resultAccuracyMode,
] as unknown as readonly VhloEnum[];

/** The declaration of one word. */
interface EnumWord {
  readonly form: VhloEnum;
  readonly number: number;
  readonly stablehlo: Attribute | null;
}

const words = /* @__PURE__ */ new Map<Attribute, EnumWord>(
  enumForms.flatMap((form) =>
    form.cls.values.map((word, i): [Attribute, EnumWord] => [
      form.cls.get(word),
      { form, number: form.first + i, stablehlo: form.stablehlo?.get(word) ?? null },
    ]),
  ),
);
const fromStablehlo = /* @__PURE__ */ new Map<Attribute, EnumAttr<string>>(
  enumForms.flatMap((form) =>
    form.cls.values.flatMap((word): [Attribute, EnumAttr<string>][] =>
      form.stablehlo === null ? [] : [[form.stablehlo.get(word), form.cls.get(word)]],
    ),
  ),
);
const formsByCode = /* @__PURE__ */ new Map(enumForms.map((form) => [form.code, form]));

/** Returns the word of VHLO for one of StableHLO's enumerations; `undefined` for other attributes. */
export function enumToVhlo(attribute: Attribute): Attribute | undefined {
  return fromStablehlo.get(attribute);
}

/** Returns the word of StableHLO for one of VHLO's, where StableHLO has one. */
export function enumToStablehlo(attribute: Attribute): Attribute | undefined {
  return words.get(attribute)?.stablehlo ?? undefined;
}

/** Returns the first version that has the enumeration of a word; `undefined` for other attributes. */
export function enumSince(attribute: Attribute): Version | undefined {
  return words.get(attribute)?.form.since;
}

/** @returns whether the attribute is a word of VHLO. */
export function writeEnum(attribute: Attribute, writer: EncodingWriter): boolean {
  const word = words.get(attribute);
  if (word === undefined) return false;
  writer.varint(word.form.code);
  writer.varint(word.number);
  return true;
}

/** Reads a word of the enumeration with this number; `null` when it is no enumeration's. */
export function readEnum(code: number, reader: EncodingReader): Attribute | null {
  const form = formsByCode.get(code);
  if (form === undefined) return null;
  const number = reader.varint();
  const word = form.cls.values[number - form.first];
  return word === undefined
    ? reader.fail(`unknown value of ${form.cls.mnemonic}: ${number}`)
    : form.cls.get(word);
}
