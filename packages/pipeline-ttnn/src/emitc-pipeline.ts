import { convertTtnnToEmitc } from '@shardform/conversion-ttnn-to-emitc';
import {
  ttnnAdjustDeallocs,
  ttnnForceFinalDeallocs,
  ttnnSourceNames,
  ttnnTuplifyTensors,
} from '@shardform/conversion-ttnn-to-emitpy';
import {
  booleanOption,
  definePipeline,
  type OptionSpecs,
  type OptionValues,
  type PipelineElement,
} from '@shardform/ir-core';
import { ttcoreUnwrapDeviceModule } from '@shardform/passes-ttcore';
import { backendPasses } from './pipeline.ts';
import { backendOptions, libraryIndexing, withoutTrace } from './pipeline-options.ts';
import { inputOptions, inputsPass } from './program-inputs.ts';

const emitcOptions = {
  ...inputOptions,
  'target-dylib': booleanOption('make functions of lists of tensors, for a library, without main'),
} as const satisfies OptionSpecs;

type EmitcOptions = OptionValues<typeof emitcOptions>;

/** The passes from TTNN to C++. */
function emitcPasses(options: EmitcOptions): readonly PipelineElement[] {
  const isLibrary = options['target-dylib'];
  const tuplify = ttnnTuplifyTensors.create({
    'tuplify-input-if-empty': isLibrary || options['tuplify-input-if-empty'],
  });
  return [
    ttnnSourceNames.create({ language: 'cpp' }),
    ttcoreUnwrapDeviceModule.create(),
    ttnnAdjustDeallocs.create(),
    ttnnForceFinalDeallocs.create(),
    tuplify,
    ...(isLibrary ? [] : [inputsPass(options)]),
    convertTtnnToEmitc.create(),
  ];
}

/** From TTNN, as `ttir-to-ttnn-common-pipeline` makes it, to a program of C++. */
export const ttnnCommonToEmitcPipeline = definePipeline({
  name: 'ttnn-common-to-emitc-pipeline',
  summary: 'lowers TTNN to C++',
  options: emitcOptions,
  build: emitcPasses,
});

/** From TTIR to a program of C++. */
export const ttirToEmitcPipeline = definePipeline({
  name: 'ttir-to-emitc-pipeline',
  summary: 'lowers TTIR to C++',
  options: { ...backendOptions, ...withoutTrace, ...libraryIndexing, ...emitcOptions },
  build: (options) => [...backendPasses(options), ...emitcPasses(options)],
});
