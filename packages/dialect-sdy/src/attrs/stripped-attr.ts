import {
  type Attribute,
  type AttrConstraint,
  attrOf,
  type Class,
  isInstance,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { AllToAllParamListAttr } from './all-to-all-param-attr.ts';
import { AxisRefListAttr, ListOfAxisRefListsAttr } from './axis-ref-list-attr.ts';
import { ManualAxesAttr } from './manual-axes-attr.ts';
import { MeshAttr } from './mesh-attr.ts';
import { TensorShardingAttr } from './tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from './tensor-sharding-per-value-attr.ts';

interface Strippable extends Attribute {
  printBody(printer: Printer): void;
}

/** An attribute that operations print without `#sdy.` and its mnemonic; the full form is read as well. */
/* @__NO_SIDE_EFFECTS__ */
function strippedAttr<A extends Strippable>(
  cls: Class<A>,
  summary: string,
  parseBody: (parser: Parser) => A,
): AttrConstraint<A> {
  return attrOf(cls, summary, {
    print: (printer, attribute) => attribute.printBody(printer),
    parse(parser) {
      if (!parser.at('hash')) return parseBody(parser);
      const { offset } = parser;
      const attribute = parser.parseAttribute();
      return isInstance(cls, attribute)
        ? attribute
        : parser.fail('invalid kind of attribute specified', offset);
    },
  });
}

export const meshAttr: AttrConstraint<MeshAttr> = /* @__PURE__ */ strippedAttr(
  MeshAttr,
  'Mesh of axes and a list of devices',
  (parser) => MeshAttr.parse(parser),
);

export const tensorShardingAttr: AttrConstraint<TensorShardingAttr> = /* @__PURE__ */ strippedAttr(
  TensorShardingAttr,
  'Tensor sharding',
  (parser) => TensorShardingAttr.parse(parser),
);

export const tensorShardingPerValueAttr: AttrConstraint<TensorShardingPerValueAttr> =
  /* @__PURE__ */ strippedAttr(
    TensorShardingPerValueAttr,
    'Tensor sharding per operand/result of an op',
    (parser) => TensorShardingPerValueAttr.parseBody(parser),
  );

export const manualAxesAttr: AttrConstraint<ManualAxesAttr> = /* @__PURE__ */ strippedAttr(
  ManualAxesAttr,
  'A list of axes that a ManualComputationOp is manual on',
  (parser) => ManualAxesAttr.parse(parser),
);

export const axisRefListAttr: AttrConstraint<AxisRefListAttr> = /* @__PURE__ */ strippedAttr(
  AxisRefListAttr,
  'List of axis refs',
  (parser) => AxisRefListAttr.parse(parser),
);

export const listOfAxisRefListsAttr: AttrConstraint<ListOfAxisRefListsAttr> = /* @__PURE__ */ strippedAttr(
  ListOfAxisRefListsAttr,
  'List of axis ref lists',
  (parser) => ListOfAxisRefListsAttr.parse(parser),
);

export const allToAllParamListAttr: AttrConstraint<AllToAllParamListAttr> = /* @__PURE__ */ strippedAttr(
  AllToAllParamListAttr,
  'List of all-to-all parameters',
  (parser) => AllToAllParamListAttr.parse(parser),
);
