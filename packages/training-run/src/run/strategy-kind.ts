import { machineDevice, type Machine } from '@shardform/cost-model';
import type { TrainingRun } from './training-run.ts';

/** The kinds of strategies whose published steps are compared with simulated ones. */
export type StrategyKind =
  'data parallelism' | 'tensor parallelism' | 'parts of sequences' | 'pipelines' | 'interleaved pipelines';

/** What decides, besides its sizes, how far the simulated step of a run is from a measured one. */
export interface RunKind {
  /** Without the size of its memory, such as `h100`. */
  readonly device: string;
  readonly strategy: StrategyKind;
  /** Whether several nodes take part. */
  readonly isAcrossNodes: boolean;
  /** Bits of the operands of products: 8, or 16 and more. */
  readonly bits: 8 | 16;
}

/** Returns the kind of a run on a machine. */
export function kindOfRun(run: TrainingRun, machine: Machine): RunKind {
  const { topology } = machine;
  return {
    device: machineDevice(machine).kind.replace(/-\d+gb$/, ''),
    strategy: strategyOf(run),
    isAcrossNodes: topology.kind === 'nodes' && topology.nodes > 1,
    bits: run.precision === 'fp8' ? 8 : 16,
  };
}

function strategyOf({ pipeline, interleave, context, tensor }: TrainingRun): StrategyKind {
  if (pipeline > 1) return interleave > 1 ? 'interleaved pipelines' : 'pipelines';
  if (context > 1) return 'parts of sequences';
  return tensor > 1 ? 'tensor parallelism' : 'data parallelism';
}
