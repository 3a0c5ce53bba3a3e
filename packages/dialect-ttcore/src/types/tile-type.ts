import type { FloatLikeType } from '@shardform/dialects-mlir';
import {
  defineType,
  type FloatType,
  type IntegerType,
  type MemRefElementType,
  wordParameter,
} from '@shardform/ir-core';
import { gridParameter } from '../attrs/parameters.ts';
import { dataTypes, elementTypeOf } from '../data-type.ts';

/** `!ttcore.tile<32x32, f32>`: the block of elements in which the hardware stores and computes. */
export class TileType
  extends defineType('ttcore.tile', {
    summary: 'TT tile type',
    parameters: {
      /** Rows and columns. */
      shape: gridParameter,
      data_type: wordParameter(dataTypes),
    },
    format: '`<` params `>`',
    verify: ({ shape }) => (shape.length === 2 ? null : 'expected 2D shape'),
  })
  implements MemRefElementType, FloatLikeType
{
  readonly isMemRefElement = true;
  /** Arithmetic on tiles is that of floats, whatever their elements are; as in tt-mlir. */
  readonly isFloatLike = true;

  /** The type of one element; block formats count as the float type that they stand for. */
  get elementType(): FloatType | IntegerType {
    return elementTypeOf(this.dataType);
  }
}
