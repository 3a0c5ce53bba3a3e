import {
  arrayParameter,
  type DeclaredAttr,
  type DeclaredAttrClass,
  defineAttr,
  integerParameter,
  type ParameterValues,
  wordParameter,
} from '@shardform/ir-core';
import { MemorySpaceAttr, TopologyAttr } from './enums.ts';
import { beforeCommaParameter, gridParameter, namedParameter, pointParameter } from './parameters.ts';

const sizesParameters = { sizes: /* @__PURE__ */ beforeCommaParameter(gridParameter) };

/* @__NO_SIDE_EFFECTS__ */
function defineSizesAttr(
  mnemonic: string,
  summary: string,
  count: number,
): DeclaredAttrClass<typeof sizesParameters, DeclaredAttr> {
  return defineAttr(mnemonic, {
    summary,
    parameters: sizesParameters,
    format: 'params',
    verify: ({ sizes }) => (sizes.length === count ? null : `expected ${count} numbers separated by 'x'`),
  });
}

/** `#ttcore<core_coord 7x3>`: row and column of a core. */
export class CoreCoordAttr extends defineSizesAttr('ttcore.core_coord', 'TT core_coord attribute', 2) {}

/** `#ttcore<tile_size 32x32>`: rows and columns of a tile. */
export class TileSizeAttr extends defineSizesAttr('ttcore.tile_size', 'TT tile_size attribute', 2) {}

/** `#ttcore<chip_coord 0x0x0x0>`: rack, shelf, row and column of a chip. */
export class ChipCoordAttr extends defineSizesAttr('ttcore.chip_coord', 'TT chip_coord attribute', 4) {}

const channelParameters = {
  first: /* @__PURE__ */ arrayParameter(integerParameter),
  second: /* @__PURE__ */ arrayParameter(integerParameter),
};

/** `#ttcore.chip_channel<[0, 9, 0], [1, 1, 0]>`: the ends of a link: chip, and row and column of the sending core. */
export class ChipChannelAttr extends defineAttr('ttcore.chip_channel', {
  summary: 'TT chip_channel attribute',
  parameters: channelParameters,
  format: '`<` params `>`',
}) {}

const rangeParameters = { start_coord: pointParameter, end_coord: pointParameter };

/** Returns an error message for a range of cores whose corners are given as row and column. */
function rangeProblem({
  startCoord: start,
  endCoord: end,
}: ParameterValues<typeof rangeParameters>): string | null {
  const text = (point: readonly number[]): string => `#ttcore<core_coord ${point.join('x')}>`;
  if (start.some((part) => part < 0)) return `start coordinates ${text(start)} must be non-negative`;
  if (end.some((part) => part < 0)) return `end coordinates ${text(end)} must be non-negative`;
  if (start[0] <= end[0] && start[1] <= end[1]) return null;
  return `Start coordinates ${text(start)} must be less than or equal to end coordinates ${text(end)}`;
}

/** `#ttcore.core_range<(0,0), (1,1)>`: a rectangle of cores from its first to its last row and column. */
export class CoreRangeAttr extends defineAttr('ttcore.core_range', {
  summary: 'A range of cores in the core grid',
  parameters: rangeParameters,
  format: '`<` params `>`',
  verify: rangeProblem,
}) {}

const allocationParameters = {
  address: integerParameter,
  /** Bytes. */
  size: integerParameter,
  memorySpace: /* @__PURE__ */ wordParameter(MemorySpaceAttr.values),
};

/** `#ttcore.arg_alloc<4096, 2048, l1>`: where an argument of a program lies. */
export class ArgumentAllocationAttr extends defineAttr('ttcore.arg_alloc', {
  summary: 'Argument allocation attribute in TT dialect',
  parameters: allocationParameters,
  format: '`<` params `>`',
}) {}

const topologyParameter = /* @__PURE__ */ wordParameter(TopologyAttr.values);
const topologyParameters = { topologies: /* @__PURE__ */ arrayParameter(topologyParameter) };

/** `#ttcore.mesh_topology<[ring, linear]>`: how the devices along each axis of a mesh are wired. */
export class MeshTopologyAttr extends defineAttr('ttcore.mesh_topology', {
  summary: 'Per-axis topology for a mesh.',
  parameters: topologyParameters,
  format: '`<` params `>`',
}) {}

const fabricParameters = {
  noc_index: /* @__PURE__ */ namedParameter('noc_index', /* @__PURE__ */ wordParameter(['noc0', 'noc1'])),
  topology: /* @__PURE__ */ namedParameter('topology', topologyParameter),
  cluster_axis: /* @__PURE__ */ namedParameter('cluster_axis', integerParameter),
  routing_mode: /* @__PURE__ */ namedParameter(
    'routing_mode',
    /* @__PURE__ */ wordParameter(['bidir_line_mesh', 'unidir_ring_torus']),
  ),
  num_links: /* @__PURE__ */ namedParameter('num_links', integerParameter),
};

/** The configuration of the connection to neighbouring devices. */
export class FabricConnectionConfigAttr extends defineAttr('ttcore.fabric_connection_config', {
  summary: 'Fabric Connection Config attribute.',
  parameters: fabricParameters,
  format: '`<` params `>`',
}) {}
