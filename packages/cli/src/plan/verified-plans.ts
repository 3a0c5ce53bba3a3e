import { deviceCount } from '@shardform/inspect';
import { printOp } from '@shardform/ir-core';
import type { PlannedProgram } from '@shardform/passes-planning';
import { collectiveSums, CompiledStudy, type Facts, Study } from '@shardform/study';
import { xlaOptions } from '../compiled/compiled-program.ts';
import { compileAllByXla, compiledModule } from '../engine/compile-on-xla.ts';
import { findsJax } from '../engine/python.ts';
import type { ToolInput } from '../tool-io.ts';
import { type MeshPlan, peakOf } from './plan-answer.ts';

/** The programs of plans as XLA has compiled them. */
export interface VerifiedPlans {
  /** The version of jaxlib. */
  readonly version: string;
  readonly compiled: ReadonlyMap<PlannedProgram, CompiledPlan>;
  /** Why there is nothing known of the compiled form of other programs. */
  readonly problems: ReadonlyMap<PlannedProgram, string>;
  /** The program with the shardings that its author gave it, dropped or not. */
  readonly written: PlannedProgram | null;
}

/** A plan as XLA has compiled it for CPUs, without its combiners. */
export interface CompiledPlan {
  /** Bytes that each device sends, with the sums that compilers for CPUs make, of the floats that they widen. */
  readonly sentBytesOnCpus: number;
  /** Of the compiled program, simulated on the machine. */
  readonly facts: Facts;
  /**
   * Bytes that each device sends. A sum of which each device uses only its part counts as the reduce-scatter that compilers for GPUs and
   * TPUs make of it, and 16-bit floats as such, which compilers for CPUs widen.
   */
  readonly sentBytes: number;
  /** Of a step with the compiled collectives, and on accelerators with the predicted kernels. */
  readonly seconds: number;
}

/** The number of the fastest plans of a mesh that are compiled, beside the program as it is written. */
const MOST_COMPILED = 4;

/** The best plan stays the plan if others are faster as compiled by less than the first factor, and one that sends what was predicted by less than the second. */
const [RECOGNIZED, PROMISED] = [1.03, 1.05];

/** Ends a command before it plans if nothing can be compiled. @throws UsageError when Python or jax is missing. */
export async function checkVerifiable(python: string | null, input: ToolInput): Promise<void> {
  const options = xlaOptions(python, input);
  if (!findsJax(options.python)) await compileAllByXla([], 1, options, ['--partitioner-only']);
}

/**
 * Compiles the most promising plans of a mesh by XLA, for virtual CPU devices, and simulates what it makes of them.
 *
 * @throws UsageError when Python or jax is missing.
 */
export async function verifyPlans(
  { program: { loaded }, plan, machine }: MeshPlan,
  python: string | null,
  input: ToolInput,
): Promise<VerifiedPlans> {
  const written = plan.tried.filter(({ model }) => model === null);
  const planned = [plan.best, ...plan.tried].filter(({ model }) => model !== null);
  const programs = [...new Set(planned)].slice(0, MOST_COMPILED).concat(written);
  const texts = programs.map(({ module }) => printOp(module, loaded.context, { debugInfo: true }));
  const devices = deviceCount(programs[0]!.module);
  const { version, outcomes } = await compileAllByXla(texts, devices, xlaOptions(python, input), [
    '--partitioner-only',
  ]);
  const compiled = new Map<PlannedProgram, CompiledPlan>();
  const problems = new Map<PlannedProgram, string>();
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.text === null) {
      problems.set(programs[i]!, `XLA can't compile the program: ${outcome.problem.split('\n')[0]!}`);
      continue;
    }
    const study = Study.read('plan.mlir', texts[i]!, loaded.context);
    const own = new CompiledStudy(study, compiledModule(outcome), `jaxlib ${version} for CPUs`, null, true);
    const { facts } = own.measured(machine);
    const program = programs[i]!;
    if (facts.time !== null)
      compiled.set(program, { facts, seconds: facts.time.seconds, ...sentBytesOf(own) });
    else problems.set(program, facts.problems[0] ?? 'its time is not known');
  }
  // Shardings that were dropped are the ones that somebody has.
  return {
    version,
    compiled,
    problems,
    written: written.find(({ layout }) => layout !== null) ?? written[0] ?? null,
  };
}

/**
 * Returns the plan that is best as compiled: the fastest that fits, unless one that sends what was predicted is nearly as fast, or the best plan
 * is. A plan that sends more than the program as it is written has to be faster than that.
 */
export function bestCompiled(
  { plan: { best, tried } }: MeshPlan,
  { compiled, written: own }: VerifiedPlans,
  memory: number,
): PlannedProgram {
  const found = [...new Set([best, ...tried])].flatMap((plan) => {
    const program = compiled.get(plan);
    return program === undefined ? [] : [{ own: plan, ...program }];
  });
  const written = found.find((program) => program.own === own);
  const isAllowed = ({ sentBytes, seconds }: CompiledPlan): boolean =>
    written === undefined || sentBytes <= written.sentBytes || seconds < written.seconds;
  const allowed = found.filter((program) => program.own === own || isAllowed(program));
  const fitting = allowed.filter((program) => peakOf(program.own) <= memory);
  const order = (fitting.length > 0 ? fitting : allowed).sort((a, b) => a.seconds - b.seconds);
  const [fastest] = order;
  if (fastest === undefined) return best;
  const isNear = ({ seconds }: CompiledPlan, factor: number): boolean => seconds <= factor * fastest.seconds;
  const planned = order.filter((program) => program.own === best && isNear(program, RECOGNIZED));
  const promised = order.filter((program) => isKept(program.own, program) && isNear(program, PROMISED));
  const [taken] = [
    ...planned.filter((program) => promised.includes(program)),
    ...promised,
    ...planned,
    fastest,
  ];
  return taken.own;
}

/** A plan is kept that sends no more than was predicted, up to this factor. */
export const KEPT = 1.1;

/** Whether XLA sends no more than was predicted. */
export function isKept({ facts: { sent } }: PlannedProgram, { sentBytes }: CompiledPlan): boolean {
  return sentBytes <= KEPT * sent.bytes;
}

function sentBytesOf({
  collectives,
  onAccelerators,
}: CompiledStudy): Pick<CompiledPlan, 'sentBytes' | 'sentBytesOnCpus'> {
  return {
    sentBytes: collectiveSums(onAccelerators).bytes,
    sentBytesOnCpus: collectiveSums(collectives).bytes,
  };
}
