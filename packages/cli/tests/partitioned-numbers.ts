import { executeBoth, partition, shardedFunction } from '@shardform/inspect';
import { uniformMachine } from '@shardform/cost-model';
import { type Context, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { partitionDefaults, type PartitionSettings } from '@shardform/passes-sharding';
import { arrayTypeOf, entryFunction, randomArray } from '@shardform/runtime-sim';
import { createContext } from '../src/context.ts';
import type { ProgramStyle } from './random-sharded-program.ts';

const context: Context = createContext();

/** More than the meshes of programs have. */
const MOST_DEVICES = 64;

/** Machines on which other splits are the cheapest. */
function machineOf(seed: number): PartitionSettings['machine'] {
  const rates = [0.01, 1, 100];
  const [step, rate, memory, flops] = [1, 3, 9, 27].map((place) => rates[Math.floor(seed / place) % 3]!);
  return uniformMachine(MOST_DEVICES, {
    launch: 1e-6,
    dram: memory! * 1e9,
    flops: flops! * 1e12,
    latency: step! * 1e-6,
    gbps: rate! * 100,
  });
}

/** Every choice of the partitioner, in turn. */
export function settingsOf(seed: number): PartitionSettings {
  const ahead = (['tried', 'yes', 'no'] as const)[seed % 3]!;
  const machine = seed % 4 === 3 ? machineOf(seed) : null;
  return {
    ...partitionDefaults,
    partitioner: (['best', 'best', 'best', 'best', 'best', 'xla', 'shardy'] as const)[seed % 7]!,
    machine,
    'looks-ahead': ahead,
  };
}

/** Partitions and executes a program. @returns what is wrong; `null` for nothing. */
export function problemOf(text: string, settings: PartitionSettings): string | null {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(new SourceText('program', text), context);
    if (module === null || !verifyOp(module, context)) return 'not valid';
    const { propagated, local } = partition(module, context, {}, settings);
    if (propagated === null || local === null) return 'not partitioned';
    if (!verifyOp(local, context)) return 'not valid any more';
    const inputs = entryFunction(module).functionType.inputs.map((type, i) => {
      const { kind, shape } = arrayTypeOf(type)!;
      return randomArray(kind, shape, i);
    });
    const { comparisons } = executeBoth(module, local, shardedFunction(propagated), inputs, context, 1e-4);
    const wrong = comparisons.find(({ mismatch }) => mismatch !== null);
    return wrong === undefined ? null : `different by ${wrong.maxDifference}`;
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  // Shardy refuses such programs, too.
  if (
    errors.some(
      (message) =>
        message.includes('without a blessed operation') || message.includes('unreduced axes. Expected'),
    )
  )
    return null;
  const defect = diagnostics.find(({ message }) => message.includes('a defect of Shardform'));
  if (result === null) return defect?.message ?? null;
  return [result, ...errors].join(': ');
}

/** Styles of programs, by what they are called in tests. */
export const STYLES: Readonly<Record<string, ProgramStyle>> = {
  'even programs': { sizes: [4, 8, 8, 16], constrained: 0.2, unreduced: 0, cut: 0.3 },
  'uneven programs': { sizes: [2, 3, 5, 6, 7, 8, 10], constrained: 0.3, unreduced: 0, cut: 0.3 },
  'programs with values that are partial on purpose': {
    sizes: [4, 8, 8, 16],
    constrained: 0.5,
    unreduced: 0.4,
    cut: 0.15,
  },
  'uneven programs with values that are partial on purpose': {
    sizes: [2, 3, 5, 6, 8],
    constrained: 0.5,
    unreduced: 0.4,
    cut: 0.2,
  },
};
