import {
  customField,
  type Field,
  type FieldValues,
  integerField,
  shapeField,
  wordField,
  listField,
  namedField,
} from './field.ts';
import { MemorySpaceAttr, TopologyAttr } from './enums.ts';
import { defineStructAttr, type StructAttr } from './struct-attr.ts';

const sizesFields = { sizes: shapeField };

/* @__NO_SIDE_EFFECTS__ */
function defineSizesAttr(mnemonic: string, summary: string, count: number) {
  return defineStructAttr(mnemonic, summary, sizesFields, {
    style: 'bare',
    problems: ({ sizes }) => (sizes.length === count ? [] : [`expected ${count} numbers separated by 'x'`]),
  });
}

/** `#ttcore<core_coord 7x3>`: row and column of a core. */
export const CoreCoordAttr = /* @__PURE__ */ defineSizesAttr(
  'ttcore.core_coord',
  'TT core_coord attribute',
  2,
);
export type CoreCoordAttr = StructAttr<typeof sizesFields>;

/** `#ttcore<tile_size 32x32>`: rows and columns of a tile. */
export const TileSizeAttr = /* @__PURE__ */ defineSizesAttr('ttcore.tile_size', 'TT tile_size attribute', 2);
export type TileSizeAttr = StructAttr<typeof sizesFields>;

/** `#ttcore<chip_coord 0x0x0x0>`: rack, shelf, row and column of a chip. */
export const ChipCoordAttr = /* @__PURE__ */ defineSizesAttr(
  'ttcore.chip_coord',
  'TT chip_coord attribute',
  4,
);
export type ChipCoordAttr = StructAttr<typeof sizesFields>;

const channelFields = {
  first: /* @__PURE__ */ listField(integerField),
  second: /* @__PURE__ */ listField(integerField),
};

/** `#ttcore.chip_channel<[0, 9, 0], [1, 1, 0]>`: the ends of a link: chip, and row and column of the sending core. */
export const ChipChannelAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.chip_channel',
  'TT chip_channel attribute',
  channelFields,
  { style: 'positional' },
);
export type ChipChannelAttr = StructAttr<typeof channelFields>;

/** `(1, 2)`: a place with two coordinates. */
export const pointField: Field<readonly [number, number]> = /* @__PURE__ */ customField<
  readonly [number, number]
>(
  (parser) => {
    parser.expect('(');
    const first = parser.parseNumber();
    parser.expect(',');
    const second = parser.parseNumber();
    parser.expect(')');
    return [first, second];
  },
  (printer, point) => printer.write(`(${point.join(',')})`),
  (point) => point.join(),
);

const rangeFields = { start_coord: pointField, end_coord: pointField };

/** What is wrong with a range of cores whose corners are given as row and column. */
function rangeProblem({
  start_coord: start,
  end_coord: end,
}: FieldValues<typeof rangeFields>): string | null {
  const text = (point: readonly number[]): string => `#ttcore<core_coord ${point.join('x')}>`;
  if (start.some((part) => part < 0)) return `start coordinates ${text(start)} must be non-negative`;
  if (end.some((part) => part < 0)) return `end coordinates ${text(end)} must be non-negative`;
  if (start[0] <= end[0] && start[1] <= end[1]) return null;
  return `Start coordinates ${text(start)} must be less than or equal to end coordinates ${text(end)}`;
}

/** `#ttcore.core_range<(0,0), (1,1)>`: a rectangle of cores from its first to its last row and column. */
export const CoreRangeAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.core_range',
  'A range of cores in the core grid',
  rangeFields,
  {
    style: 'positional',
    problems: (values) => [rangeProblem(values)].filter((problem) => problem !== null),
  },
);
export type CoreRangeAttr = StructAttr<typeof rangeFields>;

const allocationFields = {
  address: integerField,
  /** Bytes. */
  size: integerField,
  memorySpace: /* @__PURE__ */ wordField(MemorySpaceAttr.values),
};

/** `#ttcore.arg_alloc<4096, 2048, l1>`: where an argument of a program lies. */
export const ArgumentAllocationAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.arg_alloc',
  'Argument allocation attribute in TT dialect',
  allocationFields,
  { style: 'positional' },
);
export type ArgumentAllocationAttr = StructAttr<typeof allocationFields>;

const topologyField = /* @__PURE__ */ wordField(TopologyAttr.values);
const topologyFields = { topologies: /* @__PURE__ */ listField(topologyField) };

/** `#ttcore.mesh_topology<[ring, linear]>`: how the devices along each axis of a mesh are wired. */
export const MeshTopologyAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.mesh_topology',
  'Per-axis topology for a mesh.',
  topologyFields,
  { style: 'positional' },
);
export type MeshTopologyAttr = StructAttr<typeof topologyFields>;

const fabricFields = {
  noc_index: /* @__PURE__ */ namedField('noc_index', /* @__PURE__ */ wordField(['noc0', 'noc1'])),
  topology: /* @__PURE__ */ namedField('topology', topologyField),
  cluster_axis: /* @__PURE__ */ namedField('cluster_axis', integerField),
  routing_mode: /* @__PURE__ */ namedField(
    'routing_mode',
    /* @__PURE__ */ wordField(['bidir_line_mesh', 'unidir_ring_torus']),
  ),
  num_links: /* @__PURE__ */ namedField('num_links', integerField),
};

/** How a program talks to neighbouring devices. */
export const FabricConnectionConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.fabric_connection_config',
  'Fabric Connection Config attribute.',
  fabricFields,
  { style: 'positional' },
);
export type FabricConnectionConfigAttr = StructAttr<typeof fabricFields>;
