import type { AttrClass } from '@shardform/ir-core';
import { AllToAllParamAttr, AllToAllParamListAttr } from './all-to-all-param-attr.ts';
import { AxisRefAttr } from './axis-ref-attr.ts';
import { AxisRefListAttr, ListOfAxisRefListsAttr } from './axis-ref-list-attr.ts';
import { DimensionShardingAttr } from './dimension-sharding-attr.ts';
import { ManualAxesAttr } from './manual-axes-attr.ts';
import { MeshAttr } from './mesh-attr.ts';
import { MeshAxisAttr } from './mesh-axis-attr.ts';
import { OpShardingRuleAttr } from './op-sharding-rule-attr.ts';
import {
  AxisToPropagationDetailsAttr,
  EdgeValueRefAttr,
  PropagationEdgesAttr,
  PropagationOneStepAttr,
} from './propagation-edges-attr.ts';
import { SubAxisInfoAttr } from './sub-axis-info-attr.ts';
import { DimMappingAttr, TensorMappingAttr } from './tensor-mapping-attr.ts';
import { TensorShardingAttr } from './tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from './tensor-sharding-per-value-attr.ts';

/** All attributes of the dialect. */
export const sdyAttrs: readonly AttrClass[] = [
  AllToAllParamAttr,
  AllToAllParamListAttr,
  AxisRefAttr,
  AxisRefListAttr,
  AxisToPropagationDetailsAttr,
  DimensionShardingAttr,
  DimMappingAttr,
  EdgeValueRefAttr,
  ListOfAxisRefListsAttr,
  ManualAxesAttr,
  MeshAttr,
  MeshAxisAttr,
  OpShardingRuleAttr,
  PropagationEdgesAttr,
  PropagationOneStepAttr,
  SubAxisInfoAttr,
  TensorMappingAttr,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
];
