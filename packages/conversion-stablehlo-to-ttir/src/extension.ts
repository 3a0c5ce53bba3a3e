import type { Extension } from '@shardform/ir-core';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { ttirDialect } from '@shardform/dialect-ttir';
import { arithDialect } from '@shardform/dialects-mlir';
import { complexDataTypeConversion } from './complex/complex-data-type-conversion.ts';
import { expandFft } from './complex/expand-fft.ts';
import { legalizeStablehloCompositeToTtir } from './composite/legalize-composites.ts';
import { convertArithToStablehlo } from './convert-arith-to-stablehlo.ts';
import { ttirConversionCapability } from './convert/gaps.ts';
import { convertStablehloToTtir } from './convert-stablehlo-to-ttir.ts';
import { stablehloToTtirPipeline } from './pipeline.ts';

/** The way from StableHLO to TTIR: the pass `convert-stablehlo-to-ttir`, what prepares it, and the pipeline of both. */
export const stablehloToTtir: Extension = {
  name: 'conversion-stablehlo-to-ttir',
  get requires() {
    return [stablehloDialect, sdyDialect, ttirDialect, arithDialect];
  },
  passes: [
    complexDataTypeConversion,
    convertArithToStablehlo,
    convertStablehloToTtir,
    expandFft,
    legalizeStablehloCompositeToTtir,
  ],
  pipelines: [stablehloToTtirPipeline],
  capabilities: [ttirConversionCapability],
};
