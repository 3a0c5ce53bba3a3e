import type { ChipDescAttr, SystemDescAttr } from '@shardform/dialect-ttcore';
import type { Schema, TableValue } from '../flatbuffers/schema.ts';
import { dataTypeName, enumMemberOf } from './enum-names.ts';

/** Returns a system of chips as files describe it. */
export function systemDesc(system: SystemDescAttr, schema: Schema): TableValue {
  return {
    cpu_descs: system.cpuDescs.map(({ role, targetTriple }) => ({
      role: enumMemberOf(schema, 'CPURole', role),
      target_triple: targetTriple,
    })),
    chip_descs: system.chipDescs.map((chip) => chipDesc(chip, schema)),
    chip_desc_indices: system.chipDescIndices,
    chip_capabilities: system.chipCapabilities,
    chip_coords: system.chipCoords.map(([rack, shelf, y, x]) => ({
      rack: rack!,
      shelf: shelf!,
      y: y!,
      x: x!,
    })),
    chip_channels: system.chipChannels.map(([[from, fromY, fromX], [to, toY, toX]]) => ({
      device_id0: from,
      ethernet_core_coord0: { y: fromY, x: fromX },
      device_id1: to,
      ethernet_core_coord1: { y: toY, x: toX },
    })),
  };
}

function chipDesc(chip: ChipDescAttr, schema: Schema): TableValue {
  return {
    arch: enumMemberOf(schema, 'Arch', chip.arch),
    grid_size: pair(chip.grid),
    coord_translation_offsets: pair(chip.coordTranslationOffsets),
    l1_size: chip.l1Size,
    num_dram_channels: chip.numDramChannels,
    dram_channel_size: chip.dramChannelSize,
    noc_l1_address_align_bytes: chip.nocL1AddressAlignBytes,
    pcie_address_align_bytes: chip.pcieAddressAlignBytes,
    noc_dram_address_align_bytes: chip.nocDramAddressAlignBytes,
    l1_unreserved_base: chip.l1UnreservedBase,
    erisc_l1_unreserved_base: chip.eriscL1UnreservedBase,
    dram_unreserved_base: chip.dramUnreservedBase,
    dram_unreserved_end: chip.dramUnreservedEnd,
    supported_data_types: chip.supportedDataTypes.map(dataTypeName),
    supported_tile_sizes: chip.supportedTileSizes.map(pair),
    dst_physical_size_tiles: chip.dstPhysicalSizeTiles,
    num_cbs: chip.numCbs,
    num_compute_threads: chip.numComputeThreads,
    num_datamovement_threads: chip.numDatamovementThreads,
    dram_grid_size: pair(chip.dramGrid),
    dram_bank_to_logical_worker_noc0: chip.dramBankToLogicalWorkerNoc0.map(pair),
    dram_bank_to_logical_worker_noc1: chip.dramBankToLogicalWorkerNoc1.map(pair),
  };
}

/** Rows and columns. */
function pair([y, x]: readonly number[]): TableValue {
  return { y: y!, x: x! };
}
