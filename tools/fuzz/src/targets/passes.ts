import {
  Budget,
  type Context,
  Interrupted,
  parsePassFlag,
  nestImplicitly,
  PipelineError,
  printOp,
  runPasses,
  withBudget,
} from '@shardform/ir-core';
import { quietly } from '../context.ts';
import { mutateText } from '../mutate.ts';
import { readBack, readProgram } from './read.ts';
import type { Target } from './target.ts';

/** Seconds that passes may take on a few kilobytes. */
const SECONDS = 4;

/** Passes that try many programs take as long as they are let. */
const SEARCHES: ReadonlySet<string> = new Set(['auto-sharding']);

/** Passes and pipelines on programs that verify, then the printer and the reader on what they make. */
export const passes: Target = {
  summary: 'programs that verify to passes and pipelines',
  inputOf(random, { programs, texts }) {
    const text = random.pick(programs.length === 0 ? texts : programs);
    // Half of them as they are: changed ones seldom verify.
    return new TextEncoder().encode(random.below(2) === 0 ? text : mutateText(random, text, texts));
  },
  execute(input, context, random) {
    const names = [...context.passes.keys(), ...context.pipelines.keys()]
      .filter((name) => !SEARCHES.has(name))
      .sort();
    const flags = Array.from({ length: 1 + random.below(2) }, () => random.pick(names));
    try {
      const budget = new Budget({ time: SECONDS });
      const problem = withBudget(budget, () => runFlags(input, flags, context));
      return problem === null ? null : `${flags.join(' ')}: ${problem}`;
    } catch (error) {
      if (error instanceof Interrupted) return `${flags.join(' ')}: takes longer than ${SECONDS} s`;
      throw error;
    }
  },
};

function runFlags(input: Uint8Array, flags: readonly string[], context: Context): string | null {
  const module = readProgram(input, context);
  if (module === null) return null;
  const { result } = quietly(context, () => {
    try {
      const elements = flags.flatMap((flag) => parsePassFlag(flag, '', context));
      return runPasses(module, nestImplicitly('builtin.module', elements), context);
    } catch (error) {
      if (error instanceof PipelineError) return null;
      throw error;
    }
  });
  if (result === null) return null;
  const { thrown, succeeded } = result;
  if (thrown !== null)
    return `throws ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : 'what is no error'}`;
  if (!succeeded) return null;
  const again = readBack(printOp(module, context), context);
  return typeof again === 'string' ? `what they make can't be read again: ${again}` : null;
}
