import type { HloModule } from '@shardform/hlo-module';

/** Opcodes that only programs of one device among several have. */
const ofOneDevice: ReadonlySet<string> = new Set(['partition-id']);

/**
 * Returns whether a module is the program of one of several partitions: XLA's partitioner has noted the shardings of what it has
 * split, or instructions communicate between partitions. The module before partitioning has shardings on instructions.
 */
export function isPartitioned(source: HloModule): boolean {
  if (source.numPartitions <= 1) return false;
  if (source.parameterShardings !== undefined && source.parameterShardings.length > 0) return true;
  if (source.isScheduled) return true;
  let found = false;
  for (const { instructions } of source.computations)
    for (const { opcode, attributes, sharding } of instructions) {
      if (sharding !== undefined && sharding.kind !== 'manual' && opcode !== 'parameter') return false;
      found ||= ofOneDevice.has(opcode) || attributes.channelId !== undefined;
    }
  return found;
}
