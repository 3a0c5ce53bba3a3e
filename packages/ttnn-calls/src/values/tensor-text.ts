import { dataTypeOf, TileType } from '@shardform/dialect-ttcore';
import { type LayoutAttr, layoutOf } from '@shardform/dialect-ttnn';
import { RankedTensorType, type Type } from '@shardform/ir-core';
import type { Language } from '../languages/language.ts';
import { UnwritableValue } from '../unwritable.ts';
import { dataTypeText } from './data-type-text.ts';
import { shardSpecText } from './value-text.ts';

/** What a tensor's type says in a language. */
export interface TensorText {
  readonly memory: string;
  readonly dtype: string;
  readonly layout: string;
  readonly shape: string;
}

/** Reads a type of TTNN. @throws UnwritableValue for other types. */
export function tensorText(type: Type, language: Language): TensorText {
  const layout = type instanceof RankedTensorType ? layoutOf(type) : null;
  if (layout === null || !(type instanceof RankedTensorType))
    throw new UnwritableValue(`'${String(type)}' is no tensor with a layout`);
  const { memref, memoryLayout, isTiled, bufferType, isOnHost } = layout;
  const { elementType } = memref;
  const format = elementType instanceof TileType ? elementType.dataType : dataTypeOf(elementType);
  return {
    memory: isOnHost
      ? language.none
      : memoryText(layout, memoryLayout?.value ?? 'interleaved', bufferType, language),
    dtype: dataTypeText(format ?? String(elementType), language),
    layout: language.member('Layout', isTiled ? 'TILE' : 'ROW_MAJOR'),
    shape: language.shape(type.shape),
  };
}

function memoryText(
  { coreRanges, memref }: LayoutAttr,
  layout: string,
  buffer: string,
  language: Language,
): string {
  const isSharded = layout.endsWith('sharded');
  if (isSharded && coreRanges === null)
    throw new UnwritableValue(
      `tensors that are split over cores without saying which have no form in ${language.name}`,
    );
  const tile = memref.elementType instanceof TileType ? memref.elementType.shape : [1, 1];
  const block = (memref.shape ?? []).map((size, d) => size * tile[d]!);
  return language.make('MemoryConfig', [
    language.member('TensorMemoryLayout', layout.toUpperCase()),
    language.member('BufferType', buffer.toUpperCase()),
    coreRanges === null || !isSharded
      ? language.none
      : shardSpecText(coreRanges, block, 'row_major', language),
  ]);
}
