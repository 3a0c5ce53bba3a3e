import { blockBytes, type LayoutAttr, layoutOf, TILE } from '@shardform/dialect-ttnn';
import { product, RankedTensorType, type Value } from '@shardform/ir-core';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { NamedValueRef } from '../values/value-card.ts';
import { sourceId } from '../values/value-id.ts';

/** Where the buffer of a tensor is. */
export type TensorMemory = 'host' | 'DRAM' | 'L1';

/** A tensor of a TTNN program with the memory that it takes on a device. */
export interface DeviceTensor extends NamedValueRef {
  /** Without its dialect: `matmul`; `null` for an argument. */
  readonly operation: string | null;
  /** In the program as typed; `null` if unknown. */
  readonly line: number | null;
  /** On one device. */
  readonly shape: readonly number[];
  readonly elementType: string;
  readonly memory: TensorMemory;
  /** `interleaved`, `height sharded`; `null` in the host's memory. */
  readonly placement: string | null;
  /** Rows and columns of tiles; `null` where numbers lie in rows. */
  readonly tiles: readonly [number, number] | null;
  /** Bytes of all of its buffers on a device. */
  readonly bytes: number;
  /** The share of these that are numbers of the tensor, not padding. */
  readonly used: number;
}

/** Returns whether a version of a program has tensors of TTNN. */
export function isTtnn({ values }: Stage): boolean {
  return values.all.some((value) => layoutOfValue(value) !== null);
}

/** Returns the tensors of a TTNN program in its order, those of constants that are computed once included. */
export function deviceTensors(study: Study, stage: Stage): DeviceTensor[] {
  return stage.values.all.flatMap((value) => deviceTensor(study, stage, value) ?? []);
}

/** Returns what memory a value takes; `null` for values other than tensors with a layout. */
export function deviceTensor(study: Study, stage: Stage, value: Value): DeviceTensor | null {
  const layout = layoutOfValue(value);
  if (layout === null || !(value.type instanceof RankedTensorType)) return null;
  const { shape, elementType } = value.type;
  const blocks = product(layout.grid.shape);
  const id = stage.values.idOf(value);
  const source = study.identities.source.find(sourceId(id));
  const unit = layout.isTiled ? TILE * TILE : 1;
  return {
    ...{ id, name: study.naming(stage).operand(value) },
    operation: value.definingOp === null ? null : shortName(value.definingOp.name),
    line: source === null ? null : study.lineOf(source),
    shape,
    elementType: String(elementType),
    memory: memoryOf(layout),
    placement: layout.memoryLayout?.value.replace('_', ' ') ?? null,
    tiles: layout.isTiled ? wholeMatrix(layout, shape) : null,
    bytes: blockBytes(layout) * blocks,
    used: product(shape) / (product(layout.memref.shape ?? []) * unit * blocks),
  };
}

/** The layout of a value; `null` for values other than tensors with one. */
export function layoutOfValue({ type }: Value): LayoutAttr | null {
  return type instanceof RankedTensorType ? layoutOf(type) : null;
}

/** Rows and columns of tiles, or of numbers, of a tensor of a shape; blocks of all cores count whole. */
export function wholeMatrix(layout: LayoutAttr, shape: readonly number[]): readonly [number, number] {
  const { grid, memref, memoryLayout, isTiled } = layout;
  // The buffer of pages that go round the cores says only how many there are.
  if (memoryLayout?.value === 'interleaved') {
    const units = (size: number): number => (isTiled ? Math.ceil(size / TILE) : size);
    return [product(shape.slice(0, -2)) * units(shape.at(-2) ?? 1), units(shape.at(-1) ?? 1)];
  }
  const [rows = 1, columns = 1] = memref.shape ?? [];
  const [down = 1, across = 1] = grid.shape;
  return [rows * down, columns * across];
}

/** The memory of a layout, as people call it. */
export function memoryOf({ bufferType }: LayoutAttr): TensorMemory {
  if (bufferType === 'system_memory') return 'host';
  return bufferType === 'dram' ? 'DRAM' : 'L1';
}

/** The name of an operation without its dialect. */
export function shortName(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
