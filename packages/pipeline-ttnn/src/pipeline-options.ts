import {
  booleanOption,
  floatOption,
  integerOption,
  type OptionSpecs,
  type OptionValues,
  type PassOption,
  stringOption,
} from '@shardform/ir-core';
import { deviceOptions } from '@shardform/passes-ttcore';
import { decompositionForms, fusingOptionSpecs, sharedLhsOptions } from '@shardform/passes-ttir';
import {
  compositeResolution,
  computeOptions,
  fewerFormatsOption,
  formatOption,
  perfMetricsOptions,
} from '@shardform/passes-ttnn';

/** An option of upstream whose only value here is the default: others are refused with the reason. */
/* @__NO_SIDE_EFFECTS__ */
function onlyDefault<T>(option: PassOption<T>, reason: string): PassOption<T> {
  return {
    ...option,
    parse(text, fail, context) {
      const value = option.parse(text, fail, context);
      return value === option.defaultValue ? value : fail(`'${text}' is not available: ${reason}`);
    },
  };
}

/** The optimizer asks models of tt-metal's kernels what fits and what is fast. */
const OPTIMIZER = "the optimizer needs tt-metal's models of operations";
const D2M = 'generated kernels (D2M) are not part of this compiler';

/** Options that only the optimizer reads: tt-mlir ignores these without it, as here. */
const optimizerDetails = {
  'decision-trace-dir': stringOption(
    'folder for traces of the optimizer, which is off',
    'ttrt-artifacts/decision_trace',
  ),
  'enable-compile-time-stats': booleanOption('statistics of the optimizer, which is off'),
  'enable-decision-trace': booleanOption('trace of the optimizer, which is off'),
  'insert-memreconfig': stringOption('layouts of operands for the optimizer, which is off'),
  'max-fallback-attempts': integerOption('tries per operation of the optimizer, which is off', 10000, 'uint'),
  'max-legal-layouts': integerOption('layouts per operation for the optimizer, which is off', 64),
  'memory-layout-analysis-enabled': booleanOption('choice of layouts by the optimizer, which is off'),
  'override-conv2d-config': stringOption('configurations of conv2d for the optimizer, which is off'),
  'override-conv3d-config': stringOption('configurations of conv3d for the optimizer, which is off'),
  'override-output-layout': stringOption('layouts of results for the optimizer, which is off'),
  'row-major-enabled': booleanOption('layouts without tiles for the optimizer, which is off'),
  'tensor-l1-usage-cap': floatOption("part of the cores' memory for the optimizer, which is off", 0.95),
  'use-mock-allocator-state': booleanOption('count of memory by the optimizer, which is off', true),
} as const satisfies OptionSpecs;

/** Options of upstream's pipeline that are not implemented: only the default is accepted. */
const unavailable = {
  'argument-types': onlyDefault(
    stringOption("roles of each function's arguments"),
    'run the pass tt-populate-argument-types before',
  ),
  'check-unique-locs': onlyDefault(booleanOption('check that locations differ'), 'locations are not checked'),
  'enable-create-d2m-subgraphs': onlyDefault(booleanOption('generate kernels for parts'), D2M),
  'enable-d2m-elementwise-fusion': onlyDefault(booleanOption('fuse in generated kernels'), D2M),
  'enable-dram-space-saving-optimization-pass': onlyDefault(
    booleanOption('order operations so that they need less memory'),
    'ttnn-memory-management saves only what costs no further operations',
  ),
  'enable-optimizer': onlyDefault(booleanOption('choose layouts and grids'), OPTIMIZER),
  'enable-remove-dead-values': onlyDefault(
    booleanOption('remove values that nobody uses'),
    'the pass remove-dead-values is missing in this pipeline',
  ),
  'optimization-level': onlyDefault(integerOption('what the optimizer does', 0, 'int'), OPTIMIZER),
  'system-desc-path': onlyDefault(
    stringOption('file with a system description'),
    "such files are not read; 'system' and 'mock-system-desc-arch' name systems",
  ),
} as const satisfies OptionSpecs;

const LIBRARY_INDEXING =
  'leave gathers along a dimension and lookups in tables to the library, as tt-mlir of August 2026 does; otherwise by rows';

/** The options of tt-mlir's pipeline from TTIR to TTNN, with the defaults of upstream unless they say otherwise. */
export const backendOptions = {
  ...deviceOptions,
  ...fusingOptionSpecs('enable-fusing-conv2d-with-multiply-pattern'),
  ...sharedLhsOptions,
  ...decompositionForms,
  ...optimizerDetails,
  ...unavailable,
  'composite-resolution': compositeResolution,
  'compute-cfg-dst-full-sync-en': computeOptions['dst-full-sync-en'],
  'compute-cfg-fp32-dest-acc-en': computeOptions['fp32-dest-acc-en'],
  'compute-cfg-math-approx-mode': computeOptions['math-approx-mode'],
  'compute-cfg-math-fidelity': computeOptions['math-fidelity'],
  'compute-cfg-packer-l1-acc': computeOptions['packer-l1-acc'],
  'disable-workarounds': booleanOption('leave the pass ttnn-workaround out'),
  'enable-activation-dtype-lowering': booleanOption('shorter activations around collectives'),
  'enable-const-eval': booleanOption('compute what depends on parameters and constants once', true),
  'enable-const-eval-inputs-to-system-memory': booleanOption('leave what only that reads on the host', true),
  'enable-cpu-hoisted-const-eval': booleanOption('compute that on the host'),
  'enable-erase-inverse-ops-pass': booleanOption('move permutations and reshapes until they cancel', true),
  'enable-fusing-pass': booleanOption('fuse operations', true),
  'enable-implicit-broadcast-folding-pass': booleanOption('leave broadcasting to operations', true),
  'enable-decomposition-workaround-pass': booleanOption(
    'replace operations that the library can not do',
    true,
  ),
  'enable-layout-workaround-pass': booleanOption('bring tensors into the forms that operations need', true),
  'enable-ttnn-decomposition-pass': booleanOption('leave operations without kernels to arithmetic', true),
  'enable-trace': booleanOption('record what the device does at the first run, and replay it later'),
  'fewer-formats': fewerFormatsOption,
  'library-indexing': booleanOption(LIBRARY_INDEXING),
  'experimental-kv-cache-dtype': formatOption('caches'),
  'experimental-weight-dtype': formatOption('all weights'),
  'ttnn-perf-metrics-enabled': booleanOption('write a file about the work and the memories of tensors'),
  'ttnn-perf-metrics-output-file': {
    ...perfMetricsOptions['ttnn-perf-metrics-output-file'],
    defaultValue: '',
  },
  'ttnn-perf-metrics-verbose-output-enabled': booleanOption('list each operation in it', true),
  'enable-quant-dequant-conversion-pass': booleanOption('compute with quantized numbers', true),
  'target-bit-width': integerOption('bits of quantized integers: 8, 16, 32 or 64', 32, 'uint'),
} as const satisfies OptionSpecs;

/** For the pipelines that end in a program for the library, which has no gathers of rows. */
export const libraryIndexing = {
  'library-indexing': booleanOption(LIBRARY_INDEXING, true),
} as const satisfies OptionSpecs;

/** For the pipeline that ends in C++. */
export const withoutTrace = {
  'enable-trace': onlyDefault(
    backendOptions['enable-trace'],
    'recordings are written in Python only, by ttir-to-emitpy-pipeline',
  ),
} as const satisfies OptionSpecs;

/** Values of {@link backendOptions}. */
export type BackendOptions = OptionValues<typeof backendOptions>;
