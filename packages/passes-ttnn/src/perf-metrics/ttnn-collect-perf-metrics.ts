import { booleanOption, definePass, type ModuleOp, stringOption } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { deviceMesh, isKind, SystemDescAttr } from '@shardform/dialect-ttcore';
import { jsonText } from './json-text.ts';
import { machineLimits } from './machine-limits.ts';
import { memoryPlacement } from './memory-placement.ts';
import { flopReport, perfTargets, placementDetails, placementSummary } from './metrics.ts';
import { rooflineOf } from './roofline.ts';

const NAME = 'TTNNCollectPerfMetrics';

/** The options of the pass, which pipelines have as well. */
export const perfMetricsOptions = {
  'ttnn-perf-metrics-output-file': stringOption(
    'the file; named after the module or its first function, in the folder perf_metrics, when empty',
    'ttnn_perf_metrics.json',
  ),
  'ttnn-perf-metrics-verbose-output-enabled': booleanOption('list each operation'),
} as const;

/** Writes a file with the numbers of operations, their memories, and the least time for them. */
export const ttnnCollectPerfMetrics = definePass({
  name: 'ttnn-collect-perf-metrics',
  className: NAME,
  summary: 'writes a file about the work of a program and the memories of its tensors',
  description: `The file has these parts:

- \`summary\`: how many operations have their results spread over the memories of the cores, in DRAM and on the host.
- \`perf_targets\`, for one chip: the larger of the times to read the weights of a product, taken as bfp_bf8, from DRAM
  and to compute it at \`hifi2\` on all cores, summed over the products (\`roofline_ms\`), and the same at 70 % of the
  peak (\`top_perf_estimate_ms\`). Products of two activations are skipped. Bandwidth and clock are those of Wormhole
  (288 GB/s, 1 GHz) or Blackhole (512 GB/s, 1.35 GHz).
- \`flops\`: the operations of the matrix engines of one device, on shapes without padding, and the peak to compare
  a measured rate with.

All are about the function that is called from outside; with \`ttnn-enable-trace\`, about the recorded one.`,
  anchor: 'builtin.module',
  options: {
    ...perfMetricsOptions,
    'ttnn-enable-trace': booleanOption('measure the function that is recorded, where there is one'),
  },
  run(module, pass) {
    const { options } = pass;
    const funcs: FuncOp[] = [];
    module.walkOf(FuncOp, (func) => {
      if (!func.isDeclaration) funcs.push(func);
    });
    const refuse = (message: string): void => {
      pass.context.diagnostics.error(module.location, `${NAME}: ${message}`);
    };
    const forward = funcs.filter((func) => isKind(func, 'forward_device'));
    const [outer, ...others] = forward.filter(({ symVisibility }) => symVisibility?.value !== 'private');
    if (outer === undefined || others.length > 0) {
      const found = outer === undefined ? 0 : others.length + 1;
      refuse(`expected exactly one outer forward-device function for perf target estimate; got ${found}.`);
      return;
    }
    const system = module.getAttr('ttcore.system_desc');
    const chip = system instanceof SystemDescAttr ? system.chipDescs[0] : undefined;
    if (!(system instanceof SystemDescAttr) || chip === undefined) {
      refuse('no ttcore.system_desc on the module; cannot compute perf target estimate.');
      return;
    }
    const limits = machineLimits(chip);
    if (limits === null) {
      refuse(`perf target estimate not calibrated for arch '${chip.arch}'.`);
      return;
    }
    const isTraced = options['ttnn-enable-trace'];
    const traced = isTraced ? funcs.filter((func) => isKind(func, 'trace_main')) : [];
    const measured = traced[0] ?? outer;
    const placement = memoryPlacement(isTraced ? traced : forward);
    const isVerbose = options['ttnn-perf-metrics-verbose-output-enabled'];
    const metrics = {
      summary: placementSummary(placement),
      ...(system.chipDescs.length === 1 && {
        perf_targets: perfTargets(limits, rooflineOf(measured, limits)),
      }),
      flops: flopReport(measured, limits, deviceMesh(outer), isVerbose),
      ...(isVerbose && placementDetails(placement)),
    };
    const file = outputFile(options['ttnn-perf-metrics-output-file'], module, funcs);
    pass.context.saveFile?.(file, `${jsonText(metrics)}\n`);
  },
});

function outputFile(given: string, module: ModuleOp, funcs: readonly FuncOp[]): string {
  if (given !== '') return given.endsWith('.json') ? given : `${given}.json`;
  const first = funcs.find((func) => !isKind(func, 'const_eval'));
  const name = module.symName?.value ?? first?.symName.value ?? 'UnnamedModule';
  return `perf_metrics/${name}_perf_metrics.json`;
}
