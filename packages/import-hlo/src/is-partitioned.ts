import type { HloModule, Instruction } from '@shardform/hlo-module';

/** Custom calls that only programs before partitioning have. */
const ANNOTATION = /^(Sharding|SPMDFullToShardShape|SPMDShardToFullShape|xla\.sdy\..*)$/;

/**
 * Returns whether a module is the program of one of several partitions: XLA's partitioner has noted the shardings of what it has
 * split, or instructions communicate between partitions. The module before partitioning has shardings on instructions.
 */
export function isPartitioned(source: HloModule): boolean {
  if (source.numPartitions <= 1) return false;
  if (source.isScheduled || (source.parameterShardings?.length ?? 0) > 0) return true;
  if (source.frontendAttributes.has('xla.sdy.meshes')) return false;
  const all = source.computations.flatMap(({ instructions }) => instructions);
  return !all.some(isAnnotated) && all.some(communicates);
}

function isAnnotated({ opcode, sharding, attributes }: Instruction): boolean {
  if (ANNOTATION.test(attributes.customCallTarget ?? '')) return true;
  return sharding !== undefined && sharding.kind !== 'manual' && opcode !== 'parameter';
}

function communicates({ opcode, attributes }: Instruction): boolean {
  return opcode === 'partition-id' || attributes.channelId !== undefined;
}
