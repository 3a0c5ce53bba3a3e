import { type AnyOpClass, type Extension, RankedTensorType } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { ChannelHandleAttr } from './attrs/channel-handle-attr.ts';
import { DotDimensionNumbersAttr } from './attrs/dot-dimension-numbers-attr.ts';
import {
  ComparisonDirectionAttr,
  ComparisonTypeAttr,
  PrecisionAttr,
  ResultAccuracyModeAttr,
} from './attrs/enums.ts';
import { ResultAccuracyAttr } from './attrs/result-accuracy-attr.ts';
import { areCompatibleTypes } from './inference/compatible-types.ts';
import * as ops from './ops/index.ts';
import { ConstantOp, isElementsAttr } from './ops/constant-op.ts';

/** The StableHLO dialect: operations, attributes, constant materialisation. */
export const stablehloDialect: Extension = {
  name: 'dialect-stablehlo',
  requires: [funcDialect],
  dialects: [
    {
      name: 'stablehlo',
      // Operations compute the same wherever they stand.
      inlining: { isLegalToInlineOp: () => true, isLegalToInlineRegion: () => true },
      unknownAttrMessage: () => 'unknown StableHLO attribute',
      unknownTypeMessage: (mnemonic) => `unknown stablehlo type: ${mnemonic}`,
      isCompatibleResultType: areCompatibleTypes,
      materializeConstant(value, type, location) {
        if (!isElementsAttr(value) || !(type instanceof RankedTensorType)) return null;
        return ConstantOp.create({ value }, [type], { location });
      },
    },
  ],
  ops: Object.values(ops).filter((item): item is typeof item & AnyOpClass => 'definition' in item),
  attrs: [
    ChannelHandleAttr,
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
    DotDimensionNumbersAttr,
    PrecisionAttr,
    ResultAccuracyAttr,
    ResultAccuracyModeAttr,
  ],
};
