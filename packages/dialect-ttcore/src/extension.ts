import type { Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import {
  ArgumentTypeAttr,
  MeshShardDirectionAttr,
  MeshShardTypeAttr,
  ReduceTypeAttr,
  ShardStatusAttr,
} from './attrs/enums.ts';
import { LocalShapeAttr } from './attrs/local-shape-attr.ts';
import { MeshAttr, MeshesAttr, TensorMeshAttr } from './attrs/mesh-attr.ts';

/** What Tenstorrent's dialects share: argument roles, meshes, shard status. */
export const ttcoreDialect: Extension = {
  name: 'dialect-ttcore',
  requires: [funcDialect],
  dialects: [{ name: 'ttcore' }],
  attrs: [
    ArgumentTypeAttr,
    LocalShapeAttr,
    MeshAttr,
    MeshesAttr,
    MeshShardDirectionAttr,
    MeshShardTypeAttr,
    ReduceTypeAttr,
    ShardStatusAttr,
    TensorMeshAttr,
  ],
};
