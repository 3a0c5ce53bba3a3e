import {
  affineMapParameter,
  arrayParameter,
  type AttrConstraint,
  attributeOf,
  attrOf,
  defineAttr,
  integerParameter,
  optionalParameter,
  type ParameterValues,
  product,
  wordParameter,
} from '@shardform/ir-core';
import { TopologyAttr } from './enums.ts';
import { GridAttr } from './grid-attr.ts';
import { gridParameter } from './parameters.ts';

const parameters = {
  /** The cores of each chip. */
  workerGrid: /* @__PURE__ */ attributeOf(GridAttr),
  /** The memory banks of each chip. */
  dramGrid: /* @__PURE__ */ attributeOf(GridAttr),
  /** Maps an index of a tensor to chip, core and address. */
  l1Map: affineMapParameter,
  /** Maps an index of a tensor to chip, bank and address. */
  dramMap: affineMapParameter,
  meshShape: gridParameter,
  chipIds: /* @__PURE__ */ arrayParameter(integerParameter),
  /** The topology of the devices along each axis. */
  meshTopology: /* @__PURE__ */ optionalParameter(
    /* @__PURE__ */ arrayParameter(/* @__PURE__ */ wordParameter(TopologyAttr.values)),
  ),
};

/** Components of an address: chip, two coordinates and an offset. */
const ADDRESS_PARTS = 4;
/** Components of a core's location: chip and two coordinates. */
const CORE_PARTS = 3;

function deviceProblem(values: ParameterValues<typeof parameters>): string | null {
  const { workerGrid, dramGrid, l1Map, dramMap, meshShape, chipIds, meshTopology } = values;
  if (chipIds.length === 0) return 'expected at least one chip';
  if (chipIds.length !== product(meshShape)) return 'expected chipIds size to match the volume of meshShape';
  if (workerGrid.shape.some((size) => size <= 0)) return 'expected positive worker grid dimensions';
  if (dramGrid.shape.length !== 2) return `expected 2D dram grid, got ${dramGrid.shape.length}D`;
  if (dramGrid.shape.some((size) => size <= 0)) return 'expected positive dram grid dimensions';
  if (workerGrid.virtToPhysicalMap?.results.length !== CORE_PARTS)
    return 'expected physical grid mapping to have PhysGridResultIdx::NumIndices results';
  if (l1Map.results.length !== ADDRESS_PARTS)
    return 'expected l1Map to have MemoryMapResultIdx::NumIndices results';
  if (dramMap.results.length !== ADDRESS_PARTS)
    return 'expected dramMap to have MemoryMapResultIdx::NumIndices results';
  if (meshTopology !== null && meshTopology.length !== meshShape.length)
    return 'expected meshTopology size to match meshShape rank';
  return null;
}

/** `#ttcore.device<workerGrid = ..., meshShape = 2x4, chipIds = [0, 1]>`: the device on which a module runs. */
export class DeviceAttr extends defineAttr('ttcore.device', {
  summary: 'Device attribute in TT dialect.',
  parameters,
  format:
    '`<` `workerGrid` `=` $workerGrid `,` `dramGrid` `=` $dramGrid `,` `l1Map` `=` $l1Map `,` `dramMap` `=` $dramMap `,` `meshShape` `=` $meshShape `,` `chipIds` `=` $chipIds (`,` `meshTopology` `=` $meshTopology^)? `>`',
  verify: deviceProblem,
}) {}

/** Formats leave the mnemonic out. */
export const deviceAttr: AttrConstraint<DeviceAttr> = /* @__PURE__ */ attrOf<DeviceAttr>(
  DeviceAttr,
  'Device attribute in TT dialect.',
  {
    print: (printer, attribute) => attribute.printBody(printer),
    parse: (parser) => DeviceAttr.parse(parser),
  },
);
