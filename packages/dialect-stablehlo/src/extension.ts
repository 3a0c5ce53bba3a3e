import {
  type AnyOpClass,
  type AttrClass,
  type Extension,
  isElementsAttr,
  RankedTensorType,
} from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { ChannelHandleAttr } from './attrs/channel-handle-attr.ts';
import { ConvDimensionNumbersAttr } from './attrs/conv-dimension-numbers-attr.ts';
import { DotAlgorithmAttr } from './attrs/dot-algorithm-attr.ts';
import { DotDimensionNumbersAttr } from './attrs/dot-dimension-numbers-attr.ts';
import * as enums from './attrs/enums.ts';
import { GatherDimensionNumbersAttr } from './attrs/gather-dimension-numbers-attr.ts';
import { AxisRefAttr, MeshAttr, MeshAxisAttr, SubAxisInfoAttr } from './attrs/mesh-attrs.ts';
import { OutputOperandAliasAttr } from './attrs/output-operand-alias-attr.ts';
import { ReplicaGroupMeshAxesAttr } from './attrs/replica-group-mesh-axes-attr.ts';
import { ResultAccuracyAttr } from './attrs/result-accuracy-attr.ts';
import { ScatterDimensionNumbersAttr } from './attrs/scatter-dimension-numbers-attr.ts';
import { boundsShortForm, TypeExtensionsAttr } from './attrs/type-extensions-attr.ts';
import { stablehloBytecode } from './bytecode/stablehlo-bytecode.ts';
import { areCompatibleTypes } from './inference/compatible-types.ts';
import * as ops from './ops/index.ts';
import { ConstantOp } from './ops/constant-op.ts';
import { controlFlowInterfaces } from './ops/control-flow-interfaces.ts';
import { inlineConstantCase } from './ops/inline-constant-case.ts';
import { FutureType } from './types/future-type.ts';
import { TokenType } from './types/token-type.ts';

const attrs: readonly AttrClass[] = [
  AxisRefAttr,
  boundsShortForm,
  ChannelHandleAttr,
  ConvDimensionNumbersAttr,
  DotAlgorithmAttr,
  DotDimensionNumbersAttr,
  GatherDimensionNumbersAttr,
  MeshAttr,
  MeshAxisAttr,
  OutputOperandAliasAttr,
  ReplicaGroupMeshAxesAttr,
  ResultAccuracyAttr,
  ScatterDimensionNumbersAttr,
  SubAxisInfoAttr,
  TypeExtensionsAttr,
];

/** The StableHLO dialect: operations, attributes, types, constant materialisation. */
export const stablehloDialect: Extension = {
  name: 'dialect-stablehlo',
  get requires() {
    return [funcDialect];
  },
  dialects: [
    {
      name: 'stablehlo',
      bytecode: stablehloBytecode,
      documentation: async () => (await import('./docs/stablehlo-documentation.ts')).stablehloDocumentation,
      // Operations compute the same wherever they stand.
      inlining: { isLegalToInlineOp: () => true, isLegalToInlineRegion: () => true },
      unknownAttrMessage: () => 'unknown StableHLO attribute',
      unknownTypeMessage: (mnemonic) => `unknown stablehlo type: ${mnemonic}`,
      isCompatibleResultType: areCompatibleTypes,
      checksDeclaredOnly: true,
      checksKindsOnly: true,
      materializeConstant(value, type, location) {
        if (!isElementsAttr(value) || !(type instanceof RankedTensorType)) return null;
        return ConstantOp.create({ value }, [type], { location });
      },
    },
  ],
  ops: Object.values(ops).filter((item): item is typeof item & AnyOpClass => 'definition' in item),
  attrs: [...attrs, ...Object.values(enums)],
  types: [FutureType, TokenType],
  interfaces: controlFlowInterfaces,
  canonicalizations: [inlineConstantCase],
};
