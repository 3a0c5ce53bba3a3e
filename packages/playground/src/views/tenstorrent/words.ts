import { bytesText } from '@shardform/ir-core';
import type { DeviceTensor, MemoryMove, OperationTimes } from '@shardform/study/tenstorrent';
import { countText, percentText, secondsText } from '@shardform/study';
import type { TensorOnChip } from '../tenstorrent-tensor/answer.ts';

/** `451 tensors: 6.8 MiB in 23.4 MiB of tiles`. */
export function totalText(tensors: readonly DeviceTensor[]): string {
  const tiled = tensors.filter(({ tiles }) => tiles !== null);
  const bytes = tiled.reduce((sum, tensor) => sum + tensor.bytes, 0);
  const used = tiled.reduce((sum, tensor) => sum + tensor.bytes * tensor.used, 0);
  return `${countText(tiled.length, 'tensor')}: ${bytesText(used)} in ${bytesText(bytes)} of tiles`;
}

/** `12 moves, 3.1 MiB written`. */
export function movesText(moves: readonly MemoryMove[]): string {
  const bytes = moves.reduce((sum, move) => sum + move.bytes, 0);
  return `${countText(moves.length, 'move')}, ${bytesText(bytes)} written`;
}

/** `43.1 µs a run, estimated; DRAM 3.1 MiB of 12.0 GiB, L1 1.0 MiB of 1.3 MiB`. */
export function timesText(times: OperationTimes): string {
  const { seconds, constantSeconds, dramPeak, dramCapacity, l1Peak, l1Capacity, uncertain } = times;
  const once = constantSeconds === 0 ? '' : `, ${secondsText(constantSeconds)} once`;
  const unknown =
    uncertain === 0 ? '' : `, ${countText(uncertain, 'loop or choice', 'loops or choices')} counted once`;
  return `${secondsText(seconds)} a run${once}, estimated${unknown}; DRAM ${bytesText(dramPeak)} of ${bytesText(dramCapacity)}, L1 ${bytesText(l1Peak)} of ${bytesText(l1Capacity)}`;
}

/** The sentence above the drawing: how many cores have work, how much is padding. */
export function headlineOf({ tensor, work, chip }: TensorOnChip): readonly string[] {
  const cores = chip.cores[0] * chip.cores[1];
  return [workText(tensor, work?.cores.length ?? null, cores), paddingText(tensor)].filter(
    (text) => text !== '',
  );
}

function workText(
  { memory, pages, tiles, blocks, operation }: TensorOnChip['tensor'],
  working: number | null,
  cores: number,
): string {
  if (working !== null) return `${working} of ${cores} cores have work`;
  if (memory === 'host') return 'In the memory of the host';
  if (blocks !== null) return `${blocks.cores.length} of ${cores} cores hold a block`;
  // Which core writes which tile is left to the library; none writes less than one.
  if (operation !== null && tiles !== null && pages < cores)
    return `At most ${pages} of ${cores} cores have work`;
  return '';
}

function paddingText({ tiles, used }: DeviceTensor): string {
  if (tiles === null) return '';
  return used === 1 ? 'the tiles are full' : `${percentText(1 - used)} of the tiles is padding`;
}

/** Sizes of a core's memory are known by their KiB: `1464 KiB`. */
export function kibText(bytes: number): string {
  return `${Math.round(bytes / 1024)} KiB`;
}
