import { CoreRangeAttr, CoreRangeSetAttr, type LayoutRequest } from '@shardform/dialect-ttnn';

/** Cores in rows of the chip: whole rows first, then the rest of one. */
function inRowOrder(count: number, width: number): CoreRangeAttr[] {
  const rows = Math.floor(count / width);
  const rest = count % width;
  const ranges: CoreRangeAttr[] = [];
  if (rows > 0) ranges.push(CoreRangeAttr.get({ startCoord: [0, 0], endCoord: [width - 1, rows - 1] }));
  if (rest > 0) ranges.push(CoreRangeAttr.get({ startCoord: [0, rows], endCoord: [rest - 1, rows] }));
  return ranges;
}

/**
 * Returns the same request with the cores that hold the blocks: blocks of rows and of columns go to the cores row by
 * row, other blocks to the cores at their coordinates. Tensors that are not split, and those that say their cores,
 * stay.
 *
 * @param workerGrid rows and columns of cores of a chip.
 */
export function withCores(request: LayoutRequest, workerGrid: readonly number[]): LayoutRequest {
  const { bufferType, memoryLayout = 'interleaved', grid = [1, 1] } = request;
  const [height = 1, width = 1] = grid;
  if (bufferType !== 'l1' || memoryLayout === 'interleaved' || (request.coreRanges ?? null) !== null)
    return request;
  const ranges =
    memoryLayout === 'block_sharded'
      ? [CoreRangeAttr.get({ startCoord: [0, 0], endCoord: [width - 1, height - 1] })]
      : inRowOrder(height * width, workerGrid[1] ?? 1);
  return { ...request, coreRanges: CoreRangeSetAttr.get({ ranges }) };
}
