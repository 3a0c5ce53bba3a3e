import { type AttrConstraint, attrOf } from '@shardform/ir-core';
import { attributeField } from './attribute-field.ts';
import {
  type FieldValues,
  integerField,
  listField,
  mapField,
  optionalField,
  shapeField,
  wordField,
} from './field.ts';
import { GridAttr } from './grid-attr.ts';
import { TopologyAttr } from './enums.ts';
import { defineStructAttr, type StructAttr } from './struct-attr.ts';

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
  /** How the devices along each axis are wired. */
  meshTopology: /* @__PURE__ */ optionalField(
    /* @__PURE__ */ listField(/* @__PURE__ */ wordField(TopologyAttr.values)),
  ),
};

/** Parts of an address: chip, two coordinates and an offset. */
const ADDRESS_PARTS = 4;
/** Parts of a core's place: chip and two coordinates. */
const CORE_PARTS = 3;

function* deviceProblems(values: FieldValues<typeof fields>): Generator<string> {
  const { workerGrid, dramGrid, l1Map, dramMap, meshShape, chipIds, meshTopology } = values;
  if (chipIds.length === 0) yield 'expected at least one chip';
  else if (chipIds.length !== meshShape.reduce((count, size) => count * size, 1))
    yield 'expected chipIds size to match the volume of meshShape';
  else if (workerGrid.shape.some((size) => size <= 0)) yield 'expected positive worker grid dimensions';
  else if (dramGrid.shape.length !== 2) yield `expected 2D dram grid, got ${dramGrid.shape.length}D`;
  else if (dramGrid.shape.some((size) => size <= 0)) yield 'expected positive dram grid dimensions';
  else if (workerGrid.virtToPhysical?.results.length !== CORE_PARTS)
    yield 'expected physical grid mapping to have PhysGridResultIdx::NumIndices results';
  else if (l1Map.results.length !== ADDRESS_PARTS)
    yield 'expected l1Map to have MemoryMapResultIdx::NumIndices results';
  else if (dramMap.results.length !== ADDRESS_PARTS)
    yield 'expected dramMap to have MemoryMapResultIdx::NumIndices results';
  else if (meshTopology !== null && meshTopology.length !== meshShape.length)
    yield 'expected meshTopology size to match meshShape rank';
}

/** `#ttcore.device<workerGrid = ..., meshShape = 2x4, chipIds = [0, 1]>`: the machine that a module runs on. */
export const DeviceAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.device',
  'Device attribute in TT dialect.',
  fields,
  { problems: (values) => [...deviceProblems(values)] },
);
export type DeviceAttr = StructAttr<typeof fields>;

/** Formats leave the mnemonic out. */
export const deviceAttr: AttrConstraint<DeviceAttr> = /* @__PURE__ */ attrOf<DeviceAttr>(
  DeviceAttr,
  'Device attribute in TT dialect.',
  {
    print: (printer, attribute) => attribute.printBody(printer),
    parse: (parser) => DeviceAttr.parse(parser, null),
  },
);
