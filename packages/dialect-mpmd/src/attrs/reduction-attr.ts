import {
  type AttrConstraint,
  defineEnumAttr,
  type EnumAttr,
  type EnumAttrClass,
  isInstance,
} from '@shardform/ir-core';

const REDUCTIONS = ['none', 'add', 'max', 'min', 'mul', 'or', 'and'] as const;

/** The operation that combines values of several meshes; `none` only asks for one. */
export type Reduction = (typeof REDUCTIONS)[number];

/** `#mpmd.reduction<add>`: how values of several meshes are combined. */
export const ReductionAttr: EnumAttrClass<Reduction> = /* @__PURE__ */ defineEnumAttr('mpmd.reduction', {
  values: REDUCTIONS,
  style: 'angle',
  summary: 'Denotes a reduction.',
  cppEnum: '::mlir::mpmd::ReductionType',
  cppAttr: 'Mpmd_Reduction',
  parameter: 'reduction_type',
});

/** An attribute made by {@link ReductionAttr}. */
export type ReductionAttr = EnumAttr<Reduction>;

/** The reduction as operations write it: `<add>`. */
export const reductionConstraint: AttrConstraint<ReductionAttr> = {
  .../* @__PURE__ */ ReductionAttr.constraint,
  format: {
    print: (printer, { value }) => printer.write(`<${value}>`),
    parse(parser) {
      if (!parser.at('hash')) return ReductionAttr.parse(parser, null);
      const { offset } = parser;
      const attribute = parser.parseAttribute();
      return isInstance(ReductionAttr, attribute)
        ? attribute
        : parser.fail('invalid kind of attribute specified', offset);
    },
  },
};
