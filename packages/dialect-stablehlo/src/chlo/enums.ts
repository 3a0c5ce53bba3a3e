import { defineEnumAttr, type EnumAttr, type EnumAttrClass } from '@shardform/ir-core';

/* @__NO_SIDE_EFFECTS__ */
function chloEnum<const V extends string>(
  mnemonic: string,
  values: readonly V[],
  cppName: string,
  summary: string,
): EnumAttrClass<V> {
  return defineEnumAttr(`chlo.${mnemonic}`, {
    values,
    style: 'word',
    summary,
    cppEnum: `::mlir::chlo::${cppName}`,
    cppAttr: `CHLO_${cppName}Attr`,
  });
}

/** The relation that `broadcast_compare` tests. */
export const ChloComparisonDirectionAttr = /* @__PURE__ */ chloEnum(
  'comparison_direction',
  ['EQ', 'NE', 'GE', 'GT', 'LE', 'LT'],
  'ComparisonDirection',
  'Which comparison operation to perform.',
);

/** The order that `broadcast_compare` uses. */
export const ChloComparisonTypeAttr = /* @__PURE__ */ chloEnum(
  'comparison_type',
  ['NOTYPE', 'FLOAT', 'TOTALORDER', 'SIGNED', 'UNSIGNED'],
  'ComparisonType',
  'Which comparison type to use.',
);
/** The precision of a contraction's computation. */
export const ChloPrecisionAttr = /* @__PURE__ */ chloEnum(
  'precision',
  ['DEFAULT', 'HIGH', 'HIGHEST'],
  'Precision',
  'XLA precision for an operand. Has backend specific meaning.',
);
export type ChloPrecisionAttr = EnumAttr<(typeof ChloPrecisionAttr.values)[number]>;
export type ChloComparisonDirectionAttr = EnumAttr<(typeof ChloComparisonDirectionAttr.values)[number]>;
export type ChloComparisonTypeAttr = EnumAttr<(typeof ChloComparisonTypeAttr.values)[number]>;
