import { type Extension, isInstance } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { DeviceAttr } from './attrs/device-attr.ts';
import {
  ArchAttr,
  ArgumentTypeAttr,
  MeshShardDirectionAttr,
  MeshShardTypeAttr,
  ReduceTypeAttr,
  ShardStatusAttr,
} from './attrs/enums.ts';
import { GridAttr } from './attrs/grid-attr.ts';
import { LocalShapeAttr } from './attrs/local-shape-attr.ts';
import { MeshAttr, MeshesAttr, TensorMeshAttr } from './attrs/mesh-attr.ts';
import { DeviceModuleOp } from './ops/device-module-op.ts';
import { DeviceOp } from './ops/device-op.ts';
import { LoadCachedOp } from './ops/load-cached-op.ts';
import { SystemDescAttr } from './system/system-desc-attr.ts';
import { TileType } from './types/tile-type.ts';

/** What Tenstorrent's dialects share: argument roles, meshes, machines, number formats. */
export const ttcoreDialect: Extension = {
  name: 'dialect-ttcore',
  requires: [funcDialect],
  dialects: [
    {
      name: 'ttcore',
      suggestAlias: (attribute) => (isInstance(SystemDescAttr, attribute) ? 'system_desc' : null),
    },
  ],
  ops: [DeviceModuleOp, DeviceOp, LoadCachedOp],
  types: [TileType],
  attrs: [
    ArchAttr,
    ArgumentTypeAttr,
    DeviceAttr,
    GridAttr,
    LocalShapeAttr,
    MeshAttr,
    MeshesAttr,
    MeshShardDirectionAttr,
    MeshShardTypeAttr,
    ReduceTypeAttr,
    ShardStatusAttr,
    SystemDescAttr,
    TensorMeshAttr,
  ],
};
