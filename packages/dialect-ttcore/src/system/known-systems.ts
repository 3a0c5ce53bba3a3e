import { ChipDescAttr, type ChipDescription, CpuDescAttr } from './chip-description.ts';
import { type LinkEnd, SystemDescAttr } from './system-desc-attr.ts';

/** The differences between chips of one family: memory left and the core closest to each memory bank. */
interface Chip {
  readonly dramUnreservedEnd: number;
  /** `column,row` per bank. */
  readonly bankCores: string;
}

function wormhole({ dramUnreservedEnd, bankCores }: Chip): ChipDescription {
  const cores = bankCores.split(' ').map((core): readonly [number, number] => {
    const [column, row] = core.split(',').map(Number);
    return [column!, row!];
  });
  return {
    arch: 'wormhole_b0',
    grid: [8, 8],
    coordTranslationOffsets: [18, 18],
    l1Size: 1499136,
    numDramChannels: 12,
    dramChannelSize: 1073741824,
    nocL1AddressAlignBytes: 16,
    pcieAddressAlignBytes: 32,
    nocDramAddressAlignBytes: 32,
    l1UnreservedBase: 103840,
    eriscL1UnreservedBase: 98304,
    dramUnreservedBase: 2968640,
    dramUnreservedEnd: dramUnreservedEnd,
    supportedDataTypes: [
      'f32',
      'f16',
      'bf16',
      'bfp_f8',
      'bfp_bf8',
      'bfp_f4',
      'bfp_bf4',
      'bfp_f2',
      'bfp_bf2',
      'u32',
      'u16',
      'u8',
      'si32',
    ],
    supportedTileSizes: [
      [4, 16],
      [16, 16],
      [32, 16],
      [4, 32],
      [16, 32],
      [32, 32],
    ],
    dstPhysicalSizeTiles: 16,
    numCbs: 64,
    numComputeThreads: 1,
    numDatamovementThreads: 2,
    dramGrid: [1, 12],
    dramBankToLogicalWorkerNoc0: cores,
    dramBankToLogicalWorkerNoc1: cores,
  };
}

const BLACKHOLE_CORES: readonly (readonly [number, number])[] = [
  [9, 0],
  [0, 0],
  [7, 0],
  [3, 0],
  [9, 7],
  [1, 7],
  [6, 7],
  [4, 7],
];

/** The chip of the p150; tt-mlir, TTCoreOpsTypes.cpp. */
function blackhole(): ChipDescription {
  return {
    ...wormhole(N150[0]!),
    arch: 'blackhole',
    grid: [10, 13],
    l1Size: 1572864,
    numDramChannels: 8,
    dramChannelSize: 4278190080,
    pcieAddressAlignBytes: 64,
    nocDramAddressAlignBytes: 64,
    l1UnreservedBase: 98304,
    eriscL1UnreservedBase: 100032,
    dramUnreservedBase: 64,
    dramUnreservedEnd: 4276383744,
    numCbs: 32,
    dramGrid: [1, 8],
    dramBankToLogicalWorkerNoc0: BLACKHOLE_CORES,
    dramBankToLogicalWorkerNoc1: BLACKHOLE_CORES,
  };
}

const N150: readonly Chip[] = [
  { dramUnreservedEnd: 1073118784, bankCores: '7,3 0,0 4,0 5,0 0,4 3,7 1,4 7,4 6,4 2,4 4,4 5,4' },
];

const N300: readonly Chip[] = [
  { dramUnreservedEnd: 1073162048, bankCores: '7,3 0,2 3,0 4,0 2,6 7,7 0,4 6,4 5,4 1,4 3,4 4,4' },
  { dramUnreservedEnd: 1073170688, bankCores: '7,3 0,0 4,0 5,0 0,4 7,7 1,4 6,4 3,6 2,4 4,4 5,4' },
];

const T3K: readonly Chip[] = [
  { dramUnreservedEnd: 1073136064, bankCores: '7,3 0,0 3,0 4,0 0,4 7,7 2,6 6,4 5,4 1,4 3,4 4,4' },
  { dramUnreservedEnd: 1073136064, bankCores: '7,0 0,0 4,0 5,0 0,4 7,4 1,4 3,7 6,4 2,4 4,4 5,4' },
  { dramUnreservedEnd: 1073136064, bankCores: '7,3 0,0 3,0 4,0 0,4 7,7 1,4 6,4 5,4 2,6 3,4 4,4' },
  { dramUnreservedEnd: 1073136064, bankCores: '7,3 0,0 4,0 5,0 0,4 7,7 1,4 6,4 3,6 2,4 4,4 5,4' },
  { dramUnreservedEnd: 1073153376, bankCores: '7,3 0,0 1,2 4,0 0,4 7,7 1,4 6,4 5,4 2,4 3,6 4,4' },
  { dramUnreservedEnd: 1073153376, bankCores: '7,0 0,0 3,0 1,3 0,4 7,4 1,4 5,4 4,4 2,4 3,4 6,7' },
  { dramUnreservedEnd: 1073153376, bankCores: '7,3 0,0 4,0 5,0 0,4 3,7 1,4 7,4 6,4 2,4 4,4 5,4' },
  { dramUnreservedEnd: 1073153376, bankCores: '7,3 0,0 3,0 4,0 0,4 7,7 2,6 6,4 5,4 1,4 3,4 4,4' },
];

/** Chips and the row of the sending core, in pairs. */
const T3K_LINKS: readonly (readonly [number, number, number, number])[] = [
  [0, 6, 3, 6],
  [0, 7, 3, 7],
  [0, 9, 6, 1],
  [0, 14, 1, 14],
  [0, 15, 1, 15],
  [1, 0, 2, 0],
  [1, 1, 2, 1],
  [1, 9, 5, 1],
  [2, 9, 7, 1],
  [2, 14, 3, 14],
  [2, 15, 3, 15],
  [3, 9, 4, 1],
  [4, 6, 7, 6],
  [5, 6, 6, 6],
];

function system(
  chips: readonly Chip[],
  hostChips: number,
  links: readonly (readonly [number, number, number, number])[],
): SystemDescAttr {
  return SystemDescAttr.get({
    cpuDescs: [CpuDescAttr.get({ role: 'host', targetTriple: 'x86_64-pc-linux' })],
    chipDescs: chips.map((chip) => ChipDescAttr.get(wormhole(chip))),
    chipDescIndices: chips.map((_, i) => i),
    chipCapabilities: chips.map((_, i) => (i < hostChips ? 1 : 0)),
    chipCoords: [[0, 0, 0, 0]],
    chipChannels: links.map(([a, rowA, b, rowB]): [LinkEnd, LinkEnd] => [
      [a, rowA, 0],
      [b, rowB, 0],
    ]),
  });
}

/** Chips that are all attached to the host; each is linked to the next and the last to the first. */
function blackholeRing(count: number): SystemDescAttr {
  const indices = Array.from({ length: count }, (_, i) => i);
  const link = (i: number): [LinkEnd, LinkEnd] => [
    [i, 0, 0],
    [(i + 1) % count, 0, 0],
  ];
  return SystemDescAttr.get({
    cpuDescs: [CpuDescAttr.get({ role: 'host', targetTriple: 'x86_64-pc-linux-gnu' })],
    chipDescs: indices.map(() => ChipDescAttr.get(blackhole())),
    chipDescIndices: indices,
    chipCapabilities: indices.map(() => 1),
    chipCoords: [[0, 0, 0, 0]],
    chipChannels: count === 1 ? [] : indices.map(link),
  });
}

/** Systems whose descriptions are built in, by name: cards with one, two and eight Wormhole chips. */
export const knownSystems = {
  n150: () => system(N150, 1, []),
  n300: () => system(N300, 1, [[0, 9, 1, 1]]),
  t3k: () => system(T3K, 4, T3K_LINKS),
} as const;

/**
 * Returns the description of a system with this number of chips. Where none is known: as many Wormhole chips as that of
 * the n150, without links, or Blackhole chips in a ring, as tt-mlir describes them without a system description.
 */
export function systemWithChips(
  count: number,
  arch: 'wormhole_b0' | 'blackhole' = 'wormhole_b0',
): SystemDescAttr {
  if (arch === 'blackhole') return blackholeRing(count);
  if (count === 1) return knownSystems.n150();
  if (count === 2) return knownSystems.n300();
  if (count === 8) return knownSystems.t3k();
  return system(new Array<Chip>(count).fill(N150[0]!), count, []);
}
