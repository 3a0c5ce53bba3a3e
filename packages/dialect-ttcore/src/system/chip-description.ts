import {
  arrayParameter,
  defineAttr,
  integerParameter,
  type Parameter,
  type ParameterValues,
  stringParameter,
  wordParameter,
} from '@shardform/ir-core';
import { ArchAttr, CpuRoleAttr } from '../attrs/enums.ts';
import { parseGrid } from '../attrs/grid-text.ts';
import { gridParameter } from '../attrs/parameters.ts';
import { dataTypes } from '../data-type.ts';

/** `<word>`: an enumeration's attribute without its mnemonic. */
/* @__NO_SIDE_EFFECTS__ */
function angleWordParameter<const V extends string>(values: readonly V[]): Parameter<V> {
  const word = wordParameter(values);
  return {
    ...word,
    parse: (parser) => {
      parser.expect('<');
      const value = word.parse(parser);
      parser.expect('>');
      return value;
    },
    print: (printer, value) => printer.write(`<${value}>`),
  };
}

/** `(7, 3)`: column and row of a core. */
const coreParameter: Parameter<readonly [number, number]> = {
  kind: 'core',
  parse: (parser) => {
    const { offset } = parser;
    const numbers = parser.parseList('paren', () => parser.parseNumber());
    if (numbers.length !== 2) parser.fail('expected two coordinates', offset);
    return [numbers[0]!, numbers[1]!];
  },
  print: (printer, core) => printer.write(`(${core.join(', ')})`),
  key: (core) => core.join('x'),
};

/** `[ 4x16,  32x32]`: each size stands after a space. */
export const gridsParameter: Parameter<readonly (readonly number[])[]> = {
  kind: 'array of sizes',
  parse: (parser) => parser.parseList('square', () => parseGrid(parser)),
  print: (printer, grids) => printer.write(`[${grids.map((grid) => ` ${grid.join('x')}`).join(', ')}]`),
  key: (grids) => grids.map((grid) => grid.join('x')).join(),
};

const chipParameters = {
  arch: /* @__PURE__ */ angleWordParameter(ArchAttr.values),
  grid: gridParameter,
  coord_translation_offsets: gridParameter,
  /** Bytes of a core's own memory. */
  l1_size: integerParameter,
  num_dram_channels: integerParameter,
  /** Bytes. */
  dram_channel_size: integerParameter,
  noc_l1_address_align_bytes: integerParameter,
  pcie_address_align_bytes: integerParameter,
  noc_dram_address_align_bytes: integerParameter,
  l1_unreserved_base: integerParameter,
  erisc_l1_unreserved_base: integerParameter,
  dram_unreserved_base: integerParameter,
  dram_unreserved_end: integerParameter,
  supported_data_types: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ angleWordParameter(dataTypes)),
  supported_tile_sizes: gridsParameter,
  dst_physical_size_tiles: integerParameter,
  num_cbs: integerParameter,
  num_compute_threads: integerParameter,
  num_datamovement_threads: integerParameter,
  dram_grid: gridParameter,
  /** The core that is closest to each memory bank, for either network. */
  dram_bank_to_logical_worker_noc0: /* @__PURE__ */ arrayParameter(coreParameter),
  dram_bank_to_logical_worker_noc1: /* @__PURE__ */ arrayParameter(coreParameter),
};

/** The properties of one chip. */
export type ChipDescription = ParameterValues<typeof chipParameters>;

const cpuParameters = {
  role: /* @__PURE__ */ wordParameter(CpuRoleAttr.values),
  target_triple: stringParameter,
};

/** A processor that runs host code. */
export type CpuDescription = ParameterValues<typeof cpuParameters>;

/** `#ttcore<chip_desc{arch = <wormhole_b0>, ...}>`: a kind of chip. */
export class ChipDescAttr extends defineAttr('ttcore.chip_desc', {
  summary: 'TT chip_desc attribute',
  parameters: chipParameters,
  format: '`{` struct(params) `}`',
}) {}

/** `#ttcore<cpu_desc{role = host, target_triple = "x86_64-pc-linux"}>`: a processor. */
export class CpuDescAttr extends defineAttr('ttcore.cpu_desc', {
  summary: 'TT cpu_desc attribute',
  parameters: cpuParameters,
  format: '`{` struct(params) `}`',
}) {}
