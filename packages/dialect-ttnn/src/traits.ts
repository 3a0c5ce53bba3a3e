import { isInstance, RankedTensorType, type Trait } from '@shardform/ir-core';
import { TileType } from '@shardform/dialect-ttcore';
import { LayoutAttr } from './attrs/layout-attr.ts';

/** Results whose elements are tiles have layouts of such tiles. */
export const tileElements: Trait = {
  name: 'CheckTileTypeTrait',
  verify(op, report) {
    for (const { type } of op.results) {
      if (!(type instanceof RankedTensorType) || !(type.elementType instanceof TileType)) continue;
      const { elementType, encoding } = type;
      if (encoding === null || !isInstance(LayoutAttr, encoding) || encoding.scalarType === elementType)
        continue;
      return report.opError(
        `Output element type must match the scalar element type from encoding. Element type: '${String(elementType)}', Scalar element type: '${String(encoding.scalarType)}'.`,
      );
    }
    return true;
  },
};
