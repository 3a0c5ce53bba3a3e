import { deviceCount } from '@shardform/inspect';
import { comparePartitionings, type MeasuredProgram } from '@shardform/study';
import { FILE } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { loadProgram, ModuleError } from '../load-module.ts';
import { simulatedFile } from '../sim/simulated-file.ts';
import { topologyFlag } from '../sim/topology-flag.ts';
import type { ToolInput } from '../tool-io.ts';
import { comparisonSchema } from './comparison-schema.ts';
import { comparisonText } from './comparison-text.ts';
import { partitionLoaded } from './partition-loaded.ts';

/** `shardform compare`. @throws UsageError or ModuleError. */
export const compareCommand = defineCommand({
  name: 'compare',
  description:
    'Partitions two programs, such as two shardings of one, and compares them: the bytes that devices send along each axis, time and peak memory on a machine, the values that they split differently, and the collectives that only one of them has.',
  usage: ['FILE OTHER [--topology MACHINE] [--json]'],
  examples: ['shardform compare before.mlir after.mlir --topology t3k'],
  flags: { topology: topologyFlag },
  positionals: [
    FILE,
    { name: 'OTHER', description: 'the program to compare the first one with', isProgram: true },
  ],
  tool: { name: 'compare', flags: ['topology'] },
  run([file, other], { topology }, input) {
    const before = measured(file!, topology, input);
    const after = measured(other!, topology, input);
    return {
      data: comparePartitionings(before, after),
      messages: before.messages + after.messages,
    };
  },
  text: comparisonText,
  json: {
    name: 'partition-comparison',
    schema: comparisonSchema,
    of: (comparison) => ({ version: 1 as const, ...comparison }),
  },
});

function measured(
  file: string,
  topology: string | null,
  input: ToolInput,
): MeasuredProgram & { readonly messages: string } {
  const loaded = loadProgram(file, input);
  const { collectives, stages } = partitionLoaded(loaded, [], input);
  const { module, context, names } = loaded;
  return {
    devices: deviceCount(module),
    collectives,
    shardings: { module, propagated: stages.propagated ?? module, context, names },
    time: timeOf(file, topology, input),
    messages: loaded.log.text(),
  };
}

/** The simulation of a program; `null` if the cost of some operation is unknown. */
function timeOf(file: string, topology: string | null, input: ToolInput): MeasuredProgram['time'] {
  try {
    return simulatedFile(file, topology, input).report;
  } catch (error) {
    if (error instanceof ModuleError) return null;
    throw error;
  }
}
