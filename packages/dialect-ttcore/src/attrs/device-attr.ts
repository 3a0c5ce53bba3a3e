import { type AffineMapAttr, type AttrConstraint, attrOf, parseAffineMapBody } from '@shardform/ir-core';
import {
  attributeField,
  customField,
  type Field,
  integerField,
  listField,
  parseFields,
  printFields,
} from './field.ts';
import { GridAttr } from './grid-attr.ts';
import { parseGrid } from './grid-text.ts';
import { defineStructAttr, type StructAttr } from './struct-attr.ts';

const mapField: Field<AffineMapAttr> = /* @__PURE__ */ customField(
  (parser) => parseAffineMapBody(parser),
  (printer, map) => map.printBody(printer),
  (map) => String(map.id),
);

/** Sizes such as `2x4`. */
export const shapeField: Field<readonly number[]> = /* @__PURE__ */ customField<readonly number[]>(
  (parser) => parseGrid(parser),
  (printer, shape) => printer.write(shape.join('x')),
  (shape) => shape.join('x'),
);

const fields = {
  /** The cores of each chip. */
  workerGrid: /* @__PURE__ */ attributeField(GridAttr),
  /** The memory banks of each chip. */
  dramGrid: /* @__PURE__ */ attributeField(GridAttr),
  /** From a place in a tensor to chip, core and address. */
  l1Map: mapField,
  /** From a place in a tensor to chip, bank and address. */
  dramMap: mapField,
  meshShape: shapeField,
  chipIds: /* @__PURE__ */ listField(integerField),
};

/** `#ttcore.device<workerGrid = ..., meshShape = 2x4, chipIds = [0, 1]>`: the machine that a module runs on. */
export const DeviceAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.device',
  'Device attribute in TT dialect',
  fields,
);
export type DeviceAttr = StructAttr<typeof fields>;

/** Formats leave the mnemonic out. */
export const deviceAttr: AttrConstraint<DeviceAttr> = /* @__PURE__ */ attrOf<DeviceAttr>(
  DeviceAttr,
  'Device attribute in TT dialect',
  {
    print: (printer, attribute) => {
      printer.write('<');
      printFields(printer, fields, attribute.values);
      printer.write('>');
    },
    parse: (parser) => {
      parser.expect('<');
      return DeviceAttr.get(parseFields(parser, fields, '>'));
    },
  },
);
