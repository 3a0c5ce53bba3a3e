import type { Parser, Printer } from '@shardform/ir-core';
import { ArchAttr, CpuRoleAttr } from '../attrs/enums.ts';
import { parseFields, printFields } from '../attrs/field-text.ts';
import {
  customField,
  type Field,
  type FieldValues,
  integerField,
  listField,
  shapeField,
  stringField,
  wordField,
} from '../attrs/field.ts';
import { parseGrid } from '../attrs/grid-text.ts';
import { defineStructAttr, type StructAttr } from '../attrs/struct-attr.ts';
import { dataTypes } from '../data-type.ts';

/** `<word>`: an enumeration's attribute without its mnemonic. */
function angleWordField<const V extends string>(values: readonly V[]): Field<V> {
  const word = wordField(values);
  return customField<V>(
    (parser) => {
      parser.expect('<');
      const value = word.parse(parser);
      parser.expect('>');
      return value;
    },
    (printer, value) => printer.write(`<${value}>`),
    (value) => value,
  );
}

/** `(7, 3)`: column and row of a core. */
const coreField: Field<readonly [number, number]> = /* @__PURE__ */ customField<readonly [number, number]>(
  (parser) => {
    const { offset } = parser;
    const numbers = parser.parseList('paren', () => parser.parseNumber());
    if (numbers.length !== 2) parser.fail('expected two coordinates', offset);
    return [numbers[0]!, numbers[1]!];
  },
  (printer, core) => printer.write(`(${core.join(', ')})`),
  (core) => core.join('x'),
);

/** `[ 4x16,  32x32]`: each size stands after a space. */
export const gridsField: Field<readonly (readonly number[])[]> = /* @__PURE__ */ customField<
  readonly (readonly number[])[]
>(
  (parser) => parser.parseList('square', () => parseGrid(parser)),
  (printer, grids) => printer.write(`[${grids.map((grid) => ` ${grid.join('x')}`).join(', ')}]`),
  (grids) => grids.map((grid) => grid.join('x')).join(),
);

const chipFields = {
  arch: /* @__PURE__ */ angleWordField(ArchAttr.values),
  grid: shapeField,
  coord_translation_offsets: shapeField,
  /** Bytes of a core's own memory. */
  l1_size: integerField,
  num_dram_channels: integerField,
  /** Bytes. */
  dram_channel_size: integerField,
  noc_l1_address_align_bytes: integerField,
  pcie_address_align_bytes: integerField,
  noc_dram_address_align_bytes: integerField,
  l1_unreserved_base: integerField,
  erisc_l1_unreserved_base: integerField,
  dram_unreserved_base: integerField,
  dram_unreserved_end: integerField,
  supported_data_types: /* @__PURE__ */ listField(/* @__PURE__ */ angleWordField(dataTypes)),
  supported_tile_sizes: gridsField,
  dst_physical_size_tiles: integerField,
  num_cbs: integerField,
  num_compute_threads: integerField,
  num_datamovement_threads: integerField,
  dram_grid: shapeField,
  /** The core that is closest to each memory bank, for either network. */
  dram_bank_to_logical_worker_noc0: /* @__PURE__ */ listField(coreField),
  dram_bank_to_logical_worker_noc1: /* @__PURE__ */ listField(coreField),
};

/** What is known of one chip; names are those of the text. */
export type ChipDescription = FieldValues<typeof chipFields>;

const cpuFields = {
  role: /* @__PURE__ */ wordField(CpuRoleAttr.values),
  target_triple: stringField,
};

/** A processor that runs the host's part of a program. */
export type CpuDescription = FieldValues<typeof cpuFields>;

export function printChip(printer: Printer, chip: ChipDescription): void {
  printer.write('{');
  printFields(printer, chipFields, chip);
  printer.write('}');
}

export function parseChip(parser: Parser): ChipDescription {
  parser.expect('{');
  return parseFields(parser, chipFields, '}');
}

export function printCpu(printer: Printer, cpu: CpuDescription): void {
  printer.write('{');
  printFields(printer, cpuFields, cpu);
  printer.write('}');
}

export function parseCpu(parser: Parser): CpuDescription {
  parser.expect('{');
  return parseFields(parser, cpuFields, '}');
}

/** `#ttcore<chip_desc{arch = <wormhole_b0>, ...}>`: a kind of chip. */
export const ChipDescAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.chip_desc',
  'TT chip_desc attribute',
  chipFields,
  { style: 'braced' },
);
export type ChipDescAttr = StructAttr<typeof chipFields>;

/** `#ttcore<cpu_desc{role = host, target_triple = "x86_64-pc-linux"}>`: a processor. */
export const CpuDescAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.cpu_desc',
  'TT cpu_desc attribute',
  cpuFields,
  { style: 'braced' },
);
export type CpuDescAttr = StructAttr<typeof cpuFields>;
