import { booleanOption, cse, definePipeline, inline, nest, type PipelineElement } from '@shardform/ir-core';
import { ttcoreWrapDeviceModule } from '@shardform/passes-ttcore';
import {
  aggressiveSimplification,
  complexMathExpander,
  legalizeCompositeToCall,
} from '@shardform/passes-stablehlo';
import { legalizeStablehloCompositeToTtir } from './composite/legalize-composites.ts';
import { convertArithToStablehlo } from './convert-arith-to-stablehlo.ts';
import { convertStablehloToTtir } from './convert-stablehlo-to-ttir.ts';
import { expandFft } from './complex/expand-fft.ts';
import { complexDataTypeConversion } from './complex/complex-data-type-conversion.ts';

const options = {
  'enable-arith-to-stablehlo': booleanOption('convert tensor constants of arith first', true),
  'enable-composite-to-call': booleanOption(
    'replace composites without counterpart by their decompositions',
    true,
  ),
  'enable-aggressive-simplification': booleanOption('simplify StableHLO first', true),
  'library-indexing': booleanOption(
    'gather, scatter and sort by lookups in tables and along dimensions, as tt-mlir of August 2026 does; otherwise by rows, and by the halves of integers',
  ),
  'enable-cpu-fallback': booleanOption(
    'wrap the program in a device module; what the device lacks is an error there, nothing runs on the host',
    true,
  ),
};

/** From StableHLO on local shapes to TTIR (tt-mlir, `--stablehlo-to-ttir-pipeline`). */
export const stablehloToTtirPipeline = definePipeline({
  name: 'stablehlo-to-ttir-pipeline',
  summary: 'lowers StableHLO to TTIR',
  options,
  build: (given): readonly PipelineElement[] => [
    ...(given['enable-arith-to-stablehlo'] ? [convertArithToStablehlo.create()] : []),
    ...(given['enable-aggressive-simplification']
      ? [
          nest(
            'func.func',
            aggressiveSimplification.create({ 'fewer-patterns': true, 'merge-broadcasts': true }),
          ),
        ]
      : []),
    nest('func.func', expandFft.create(), complexMathExpander.create()),
    complexDataTypeConversion.create(),
    legalizeStablehloCompositeToTtir.create(),
    ...(given['enable-composite-to-call'] ? [legalizeCompositeToCall.create()] : []),
    inline.create(),
    convertStablehloToTtir.create({
      'enable-partial-conversion': given['enable-cpu-fallback'],
      'library-indexing': given['library-indexing'],
    }),
    cse.create(),
    ...(given['enable-cpu-fallback']
      ? [
          ttcoreWrapDeviceModule.create(),
          nest(
            'ttcore.device_module',
            nest(
              'builtin.module',
              convertStablehloToTtir.create({ 'library-indexing': given['library-indexing'] }),
            ),
          ),
        ]
      : []),
  ],
});
