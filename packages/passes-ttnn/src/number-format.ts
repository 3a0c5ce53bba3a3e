import { enumOption, type PassOption, type Type } from '@shardform/ir-core';
import { type DataType, elementTypeOf, TileType } from '@shardform/dialect-ttcore';
import { changedTensor, TILE } from '@shardform/dialect-ttnn';
import type { RankedTensorType } from '@shardform/ir-core';

/** Formats whose elements share exponents that tensors can be stored in, or none. */
export type BlockFormat = 'none' | 'bfp_bf8' | 'bfp_bf4';

/** Returns the option of passes that store tensors in a shorter format. */
/* @__NO_SIDE_EFFECTS__ */
export function formatOption(what: string): PassOption<BlockFormat> {
  return enumOption(`number format of ${what}`, ['none', 'bfp_bf8', 'bfp_bf4'], 'none');
}

/** Returns the element type of tensors in a format: that of their tiles where elements share exponents. */
export function elementTypeIn(format: DataType): Type {
  return format.startsWith('bfp')
    ? TileType.get({ shape: [TILE, TILE], dataType: format })
    : elementTypeOf(format);
}

/** Returns the type with another number format. */
export function inFormat(type: RankedTensorType, format: DataType): RankedTensorType {
  return changedTensor(type, { elementType: elementTypeIn(format) });
}
