import {
  captureMeshShape,
  convertTtirCpuToEmitpy,
  convertTtnnToEmitpy,
  emitpyAddImports,
  emitpyConstEvalCaching,
  emitpyFormExpressions,
  emitpyLinkModules,
  emitpyNameVars,
  ttnnAdjustDeallocs,
  ttnnFileSplit,
  ttnnForceFinalDeallocs,
  ttnnPrepareConstEvalCaching,
  ttnnPrepareModuleForExport,
  ttnnSourceNames,
  ttnnSplitForwardFuncArgsByType,
  ttnnTuplifyTensors,
} from '@shardform/conversion-ttnn-to-emitpy';
import {
  booleanOption,
  definePipeline,
  nest,
  type OptionSpecs,
  type OptionValues,
  type PipelineElement,
} from '@shardform/ir-core';
import { inputOptions, inputsPass } from './program-inputs.ts';
import { backendPasses } from './pipeline.ts';
import { backendOptions, libraryIndexing } from './pipeline-options.ts';

const emitpyOptions = {
  ...inputOptions,
  'split-files': booleanOption('put functions of constants into a file of their own', true),
  'target-module': booleanOption('make a function of inputs on the host and a device, without main'),
} as const satisfies OptionSpecs;

type EmitpyOptions = OptionValues<typeof emitpyOptions>;

/** The passes from TTNN to Python. */
function emitpyPasses(options: EmitpyOptions): readonly PipelineElement[] {
  const interfaces = options['target-module']
    ? [ttnnTuplifyTensors.create({ 'tuplify-input-if-empty': true }), ttnnPrepareModuleForExport.create()]
    : [
        ttnnSplitForwardFuncArgsByType.create(),
        ttnnTuplifyTensors.create({ 'tuplify-input-if-empty': options['tuplify-input-if-empty'] }),
        inputsPass(options),
      ];
  return [
    ttnnSourceNames.create({ language: 'python' }),
    captureMeshShape.create(),
    nest(
      'ttcore.device_module',
      nest(
        'builtin.module',
        ttnnAdjustDeallocs.create(),
        ttnnForceFinalDeallocs.create(),
        ...interfaces,
        ttnnPrepareConstEvalCaching.create(),
        ...(options['split-files'] ? [ttnnFileSplit.create()] : []),
        convertTtnnToEmitpy.create({ 'target-module': options['target-module'] }),
        emitpyConstEvalCaching.create(),
        emitpyFormExpressions.create(),
        emitpyNameVars.create(),
      ),
    ),
    nest(
      'ttcore.cpu_module',
      nest('builtin.module', convertTtirCpuToEmitpy.create(), emitpyNameVars.create()),
    ),
    emitpyLinkModules.create(),
    emitpyAddImports.create(),
  ];
}

/** From TTNN, as `ttir-to-ttnn-common-pipeline` makes it, to a program of Python. */
export const ttnnCommonToEmitpyPipeline = definePipeline({
  name: 'ttnn-common-to-emitpy-pipeline',
  summary: 'lowers TTNN to Python',
  options: emitpyOptions,
  build: emitpyPasses,
});

/** From TTIR to a program of Python. */
export const ttirToEmitpyPipeline = definePipeline({
  name: 'ttir-to-emitpy-pipeline',
  summary: 'lowers TTIR to Python',
  options: {
    ...backendOptions,
    ...emitpyOptions,
    ...libraryIndexing,
    'enable-cpu-hoisted-const-eval': booleanOption('compute constants on the host', true),
  },
  build: (options) => [...backendPasses(options), ...emitpyPasses(options)],
});
