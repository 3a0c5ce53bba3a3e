import { blockBytes, type LayoutAttr, TILE } from '@shardform/dialect-ttnn';
import { product, RankedTensorType, type Value } from '@shardform/ir-core';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { ValueId } from '../values/value-id.ts';
import { type CoreBlocks, coreBlocks, coreWork } from './core-work.ts';
import { type DeviceTensor, deviceTensor, layoutOfValue, memoryOf, wholeMatrix } from './device-tensor.ts';
import { matmulConfig, type OperationConfig } from './matmul-config.ts';

/** A tensor of a device, and where its numbers are. */
export interface PlacedTensor extends DeviceTensor {
  /** Tiles, or rows of numbers: the units that are dealt out to banks in turn. */
  readonly pages: number;
  readonly pageBytes: number;
  /** Bytes of it in the memory of the core that holds most of it; 0 for tensors in other memory. */
  readonly bytesPerCore: number;
  /** Which core holds which block; `null` for tensors that are not split over cores. */
  readonly blocks: CoreBlocks | null;
}

/** How a tensor is cut into tiles. Slices of its last two dimensions are padded separately, and alike. */
export interface TilePicture {
  /** Rows and columns of one slice. */
  readonly matrix: readonly [number, number];
  /** Rows and columns of tiles of one slice. */
  readonly tiles: readonly [number, number];
  readonly slices: number;
}

/** What there is to know about a tensor of a TTNN program at once. */
export interface TensorPlacement {
  readonly tensor: PlacedTensor;
  /** The layout as its attribute has it. */
  readonly layout: string;
  /** `null` where numbers lie in rows. */
  readonly picture: TilePicture | null;
  /** Tensors that the operation reads. */
  readonly operands: readonly PlacedTensor[];
  /** The blocks that each core computes; `null` where the library decides. */
  readonly work: CoreBlocks | null;
  readonly config: OperationConfig | null;
}

/** Returns where the numbers of a value of a TTNN program are; `null` for values other than tensors with a layout. */
export function tensorPlacement(
  study: Study,
  stage: Stage,
  id: ValueId,
  cores: number,
): TensorPlacement | null {
  const value = stage.values.find(id);
  const layout = value === null ? null : layoutOfValue(value);
  if (value === null || layout === null) return null;
  const { definingOp } = value;
  const inputs = [...new Set(definingOp?.operandValues() ?? [])];
  return {
    tensor: placed(study, stage, value, cores)!,
    layout: String(layout),
    picture: tilePicture(value, layout),
    operands: inputs.flatMap((input) => placed(study, stage, input, cores) ?? []),
    work: definingOp === null ? null : coreWork(definingOp),
    config: definingOp === null ? null : matmulConfig(definingOp),
  };
}

function placed(study: Study, stage: Stage, value: Value, cores: number): PlacedTensor | null {
  const tensor = deviceTensor(study, stage, value);
  const layout = layoutOfValue(value);
  if (tensor === null || layout === null) return null;
  const [rows, columns] = wholeMatrix(layout, tensor.shape);
  const pages = layout.isTiled ? rows * columns : rows;
  const pageBytes = tensor.bytes / Math.max(1, pages);
  const isInterleaved = layout.memoryLayout?.value === 'interleaved';
  const onCore = isInterleaved ? Math.ceil(pages / cores) * pageBytes : blockBytes(layout);
  return {
    ...{ ...tensor, pages, pageBytes, blocks: coreBlocks(layout) },
    bytesPerCore: memoryOf(layout) === 'L1' ? onCore : 0,
  };
}

function tilePicture({ type }: Value, layout: LayoutAttr): TilePicture | null {
  if (!layout.isTiled || !(type instanceof RankedTensorType)) return null;
  const { shape } = type;
  const matrix = [shape.at(-2) ?? 1, shape.at(-1) ?? 1] as const;
  const [rows, columns] = matrix;
  return {
    matrix,
    tiles: [Math.ceil(rows / TILE), Math.ceil(columns / TILE)],
    slices: product(shape.slice(0, -2)),
  };
}
