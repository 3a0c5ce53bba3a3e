import { deviceCount } from '@shardform/inspect';
import { printOp } from '@shardform/ir-core';
import type { PlannedProgram } from '@shardform/passes-planning';
import { CompiledStudy, type Facts, Study } from '@shardform/study';
import { xlaOptions } from '../compiled/compiled-program.ts';
import { compileAllByXla, compiledModule } from '../engine/compile-on-xla.ts';
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
  /** The same with the sums that compilers for CPUs make, of the floats that they widen. */
  readonly sentBytesOnCpus: number;
  /** Of the compiled program, simulated on the machine. */
  readonly facts: Facts;
  /**
   * Bytes that each device sends. A sum of which each device uses only its part counts as the reduce-scatter that compilers for GPUs and
   * TPUs make of it, and sums of 16-bit floats as such, which compilers for CPUs widen.
   */
  readonly sentBytes: number;
}

/** So many of the fastest plans of a mesh are compiled beside the program as it is written. */
const MOST_COMPILED = 4;

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
    const own = new CompiledStudy(study, compiledModule(outcome), `jaxlib ${version} for CPUs`);
    const { facts } = own.measured(machine);
    if (facts.time !== null) compiled.set(programs[i]!, { facts, ...sentBytesOf(own) });
    else problems.set(programs[i]!, facts.problems[0] ?? 'its time is not known');
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
 * Returns the plan that is best as compiled. Plans that send what was predicted come first, in the order of their predicted times, and then
 * the others in the order of the times of their compiled programs. A plan that sends more than the program as it is written has to be
 * faster as compiled.
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
  const isAllowed = ({ sentBytes, facts }: CompiledPlan): boolean =>
    written === undefined ||
    sentBytes <= written.sentBytes ||
    (facts.time?.seconds ?? Infinity) < (written.facts.time?.seconds ?? Infinity);
  const fits = ({ own }: (typeof found)[number]): boolean => peakOf(own) <= memory;
  const allowed = found.filter((own) => own === written || isAllowed(own));
  const kept = allowed.filter((program) => isKept(program.own, program));
  const seconds = ({ facts }: (typeof found)[number]): number => facts.time?.seconds ?? Infinity;
  // The best plan is the first, whatever else is a little faster.
  const order = [
    ...kept,
    ...allowed.filter((own) => !kept.includes(own)).sort((a, b) => seconds(a) - seconds(b)),
  ];
  return (order.find(fits) ?? order[0])?.own ?? best;
}

/** A plan is kept that sends no more than was predicted, up to this factor. */
export const KEPT = 1.1;

/** Whether XLA sends no more than was predicted. */
export function isKept({ facts: { sent } }: PlannedProgram, { sentBytes }: CompiledPlan): boolean {
  return sentBytes <= KEPT * sent.bytes;
}

function sentBytesOf({ collectives }: CompiledStudy): Pick<CompiledPlan, 'sentBytes' | 'sentBytesOnCpus'> {
  let [sentBytes, sentBytesOnCpus] = [0, 0];
  for (const { usedSlice, bytes, executions, widening } of collectives) {
    sentBytes += (executions * (usedSlice?.bytes ?? bytes)) / widening;
    sentBytesOnCpus += executions * bytes;
  }
  return { sentBytes, sentBytesOnCpus };
}
