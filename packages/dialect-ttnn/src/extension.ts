import { type AnyOpClass, type Extension, isInstance } from '@shardform/ir-core';
import { ttirDialect } from '@shardform/dialect-ttir';
import {
  ComputeKernelConfigAttr,
  CoreCoordAttr,
  CoreRangeSetAttr,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  MatmulReuseConfigAttr,
  MeshComposerConfigAttr,
  MeshMapperConfigAttr,
} from './attrs/config-attrs.ts';
import { BufferTypeAttr, TensorMemoryLayoutAttr } from './attrs/enums.ts';
import { LayoutAttr } from './attrs/layout-attr.ts';
import { MeshOffsetAttr, MeshShapeAttr, ShapeAttr } from './attrs/shape-attrs.ts';
import { sliceOfConcat } from './canonicalize/slice-of-concat.ts';
import * as ops from './ops/index.ts';
import { DeviceType } from './types/device-type.ts';

/** The TTNN dialect: calls of the runtime's library, with the memory of every tensor in its type. */
export const ttnnDialect: Extension = {
  name: 'dialect-ttnn',
  requires: [ttirDialect],
  dialects: [
    {
      name: 'ttnn',
      suggestAlias(attribute) {
        if (isInstance(LayoutAttr, attribute)) return 'ttnn_layout';
        return attribute instanceof BufferTypeAttr ? attribute.value : null;
      },
    },
  ],
  ops: Object.values(ops).filter((item): item is typeof item & AnyOpClass => 'definition' in item),
  attrs: [
    BufferTypeAttr,
    ComputeKernelConfigAttr,
    CoreCoordAttr,
    CoreRangeSetAttr,
    LayoutAttr,
    Matmul1dConfigAttr,
    Matmul2dConfigAttr,
    MatmulReuseConfigAttr,
    MeshComposerConfigAttr,
    MeshMapperConfigAttr,
    MeshOffsetAttr,
    MeshShapeAttr,
    ShapeAttr,
    TensorMemoryLayoutAttr,
  ],
  types: [DeviceType],
  canonicalizations: [sliceOfConcat],
};
