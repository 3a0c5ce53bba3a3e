import { bytecodeOf, codec, type DialectBytecode, enumCodec } from '@shardform/ir-core';
import { ChannelHandleAttr } from '../attrs/channel-handle-attr.ts';
import { ConvDimensionNumbersAttr } from '../attrs/conv-dimension-numbers-attr.ts';
import { DotAlgorithmAttr } from '../attrs/dot-algorithm-attr.ts';
import { DotDimensionNumbersAttr } from '../attrs/dot-dimension-numbers-attr.ts';
import {
  ComparisonDirectionAttr,
  ComparisonTypeAttr,
  FftTypeAttr,
  PrecisionAttr,
  ResultAccuracyModeAttr,
  RngAlgorithmAttr,
  RngDistributionAttr,
  TransposeAttr,
} from '../attrs/enums.ts';
import { GatherDimensionNumbersAttr } from '../attrs/gather-dimension-numbers-attr.ts';
import { AxisRefAttr, MeshAttr, MeshAxisAttr, SubAxisInfoAttr } from '../attrs/mesh-attrs.ts';
import { OutputOperandAliasAttr } from '../attrs/output-operand-alias-attr.ts';
import { ReplicaGroupMeshAxesAttr } from '../attrs/replica-group-mesh-axes-attr.ts';
import { ResultAccuracyAttr } from '../attrs/result-accuracy-attr.ts';
import { ScatterDimensionNumbersAttr } from '../attrs/scatter-dimension-numbers-attr.ts';
import { TypeExtensionsAttr } from '../attrs/type-extensions-attr.ts';
import { FutureType } from '../types/future-type.ts';
import { TokenType } from '../types/token-type.ts';

/**
 * StableHLO's encoding of its attributes and types in MLIR bytecode (StableHLO, `StablehloBytecode.cpp`). Attribute 0 is
 * no longer used.
 */
export const stablehloBytecode: DialectBytecode = /* @__PURE__ */ bytecodeOf(
  'stablehlo',
  [
    codec(1, ChannelHandleAttr),
    enumCodec(2, ComparisonDirectionAttr),
    enumCodec(3, ComparisonTypeAttr),
    codec(4, ConvDimensionNumbersAttr),
    codec(5, DotDimensionNumbersAttr),
    enumCodec(6, FftTypeAttr),
    codec(7, GatherDimensionNumbersAttr),
    enumCodec(8, PrecisionAttr),
    enumCodec(9, RngAlgorithmAttr),
    enumCodec(10, RngDistributionAttr, 1),
    codec(11, ScatterDimensionNumbersAttr),
    enumCodec(12, TransposeAttr),
    codec(13, TypeExtensionsAttr),
    codec(14, OutputOperandAliasAttr),
    codec(15, DotAlgorithmAttr),
    enumCodec(16, ResultAccuracyModeAttr),
    codec(17, ResultAccuracyAttr),
    codec(18, ReplicaGroupMeshAxesAttr),
    codec(19, SubAxisInfoAttr),
    codec(20, AxisRefAttr),
    codec(21, MeshAxisAttr),
    codec(22, MeshAttr),
  ],
  [codec(0, TokenType), codec(1, FutureType)],
);
