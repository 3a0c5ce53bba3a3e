import { machineDevice, type Machine } from '@shardform/cost-model';
import { kindOfRun, type RunKind } from '../run/strategy-kind.ts';
import type { TrainingRun } from '../run/training-run.ts';

/** The least and most of simulated times as parts of those that a framework measured. */
type Range = readonly [framework: string, least: number, most: number];

/** Published steps of runs of a kind. */
interface MeasuredKind extends RunKind {
  readonly steps: number;
  /** The mean of the absolute errors of simulated steps, as a fraction of the measured times. */
  readonly meanError: number;
  readonly ranges: readonly Range[];
}

const several = { isAcrossNodes: true } as const;
const one = { isAcrossNodes: false } as const;

/**
 * The kinds of runs whose published steps, three or more, are simulated with a mean error of at least 15 %, or one of them with more
 * than 35 %. `tools/calibration/compare-runs.mjs` prints them.
 */
const MEASURED: readonly MeasuredKind[] = [
  {
    ...{ device: 'gb200', bits: 16, strategy: 'tensor parallelism', ...several },
    ...{ steps: 3, meanError: 0.22, ranges: [['NeMo', 1.21, 1.24]] },
  },
  {
    ...{ device: 'h100', bits: 16, strategy: 'interleaved pipelines', ...several },
    ...{ steps: 11, meanError: 0.16, ranges: [['NeMo', 1, 1.78]] },
  },
  {
    ...{ device: 'h100', bits: 16, strategy: 'parts of sequences', ...several },
    ...{ steps: 3, meanError: 0.34, ranges: [['NeMo', 1.14, 1.44]] },
  },
  {
    ...{ device: 'h100', bits: 16, strategy: 'tensor parallelism', ...one, steps: 3, meanError: 0.16 },
    ranges: [
      ['nanotron', 0.79, 0.87],
      ['torchtitan', 0.86, 0.86],
    ],
  },
  {
    ...{ device: 'h100', bits: 16, strategy: 'tensor parallelism', ...several, steps: 11, meanError: 0.24 },
    ranges: [
      ['nanotron', 0.49, 0.77],
      ['torchtitan', 0.71, 1],
      ['NeMo', 1.25, 1.43],
    ],
  },
  {
    ...{ device: 'h100', bits: 8, strategy: 'data parallelism', ...one, steps: 14, meanError: 0.11 },
    ranges: [
      ['torchtitan', 0.71, 1.18],
      ['NeMo', 0.95, 0.98],
      ['llm-foundry', 0.99, 1.04],
      ['Megatron-Bridge', 1.55, 1.55],
    ],
  },
  {
    ...{ device: 'h100', bits: 8, strategy: 'parts of sequences', ...one, steps: 5, meanError: 0.22 },
    ranges: [
      ['torchtitan', 0.5, 1.37],
      ['NeMo', 0.91, 1.06],
    ],
  },
  {
    ...{ device: 'h100', bits: 8, strategy: 'pipelines', ...several },
    ...{ steps: 5, meanError: 0.15, ranges: [['torchtitan', 0.5, 1.1]] },
  },
  {
    ...{ device: 'h100', bits: 8, strategy: 'tensor parallelism', ...several, steps: 14, meanError: 0.15 },
    ranges: [
      ['torchtitan', 0.61, 1.04],
      ['NeMo', 0.88, 1.43],
    ],
  },
];

/**
 * Returns a sentence about the accuracy of runs of a run's kind, if published steps of these are simulated less accurately than others
 * on the device; `null` otherwise, and on devices whose rates are not those of published steps.
 */
export function accuracyNote(run: TrainingRun, machine: Machine): string | null {
  if (machineDevice(machine).efficiency?.accuracy === undefined) return null;
  const kind = kindOfRun(run, machine);
  const found = MEASURED.find(
    (own) =>
      own.device === kind.device &&
      own.strategy === kind.strategy &&
      own.isAcrossNodes === kind.isAcrossNodes &&
      own.bits === kind.bits,
  );
  if (found === undefined) return null;
  const { device, strategy, isAcrossNodes, bits, steps, meanError, ranges } = found;
  const taken = ranges.map(
    ([framework, least, most]) =>
      `${least === most ? '' : `${least.toFixed(2)} to `}${most.toFixed(2)} for ${framework}`,
  );
  return `${steps} published steps with ${strategy} on ${isAcrossNodes ? 'several nodes' : 'one node'} of ${device}, in ${bits}-bit floats, are simulated with a mean error of ${Math.round(100 * meanError)} %, less accurately than others: simulated by measured time is ${taken.join(', ')}`;
}
