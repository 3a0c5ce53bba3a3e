import type { CompiledStudy, Study } from '@shardform/study';
import type { FlagValues } from '../command/flag.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { clusterFlags } from '../engine/cluster-flags.ts';
import type { ToolInput } from '../tool-io.ts';
import { compiledProgram } from './compiled-program.ts';
import { hloFlag } from './hlo-flag.ts';

/** Flags with which a command speaks about the program that XLA has compiled, in place of the one that is partitioned here. */
export const compiledFlags = {
  hlo: hloFlag,
  compile: {
    description:
      'compile the program by the jax of a Python, for virtual CPU devices, and speak about that program',
  },
  python: clusterFlags.python,
} as const;

/** How help texts show these flags. */
export const COMPILED_USAGE = '[--hlo DUMP | --compile [--python PATH]]';

/** The values of {@link compiledFlags}. */
export type CompiledFlagValues = FlagValues<typeof compiledFlags>;

/** Returns whether a command is to speak about a compiled program. @throws UsageError for flags that exclude each other. */
export function asksForCompiled(
  flags: CompiledFlagValues & { readonly partitioner?: string | null },
): boolean {
  if (!flags.compile) refuseIdleFlags({ ...flags }, ['python'], "without '--compile'");
  if (flags.compile) refuseIdleFlags({ ...flags }, ['hlo'], "beside '--compile'");
  const isCompiled = flags.compile || flags.hlo !== null;
  if (isCompiled)
    refuseIdleFlags(
      { ...flags },
      ['partitioner'],
      `beside '${flags.compile ? '--compile' : '--hlo'}': XLA has partitioned the program`,
    );
  return isCompiled;
}

/** Returns the compiled form of a program that flags ask for; `null` where they ask for none. @throws UsageError */
export async function compiledStudy(
  study: Study,
  flags: CompiledFlagValues & { readonly partitioner?: string | null },
  input: ToolInput,
): Promise<CompiledStudy | null> {
  return asksForCompiled(flags) ? (await compiledProgram(study, flags, input)).compiled : null;
}
