import type { AttrClass } from '@shardform/ir-core';
import { NamedMeshAttr } from './named-mesh-attr.ts';
import { MeshesWithOriginsAttr, MeshWithOriginsAttr, OriginAttr } from './origin-attrs.ts';
import { ReductionAttr } from './reduction-attr.ts';
import { TopologyAttr } from './topology-attr.ts';
import { UserOriginAttr } from './user-origin-attr.ts';

/** All attributes of the dialect. */
export const mpmdAttrs: readonly AttrClass[] = [
  NamedMeshAttr,
  TopologyAttr,
  UserOriginAttr,
  OriginAttr,
  MeshWithOriginsAttr,
  MeshesWithOriginsAttr,
  ReductionAttr,
];
