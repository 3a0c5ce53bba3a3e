import type { Machine } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { definedFunctions, deviceCount, returned } from '@shardform/inspect';
import { Context, type Extension } from '@shardform/ir-core';

import {
  partitionedText,
  partitionSteps,
  type ProfileOverlay,
  type Stage,
  type StepOutcome,
  Study,
  type TargetReading,
  type ValueId,
} from '@shardform/study';
import { extensionsFor, targetOf } from './extensions.ts';
import { givenMachine } from './given-machine.ts';
import {
  allSteps,
  type Basis,
  type MeasuredKernel,
  type ProgramFacts,
  type ProgramInput,
} from './messages.ts';

/** A study of a program with what the page asks about it. */
export class Session {
  readonly study: Study;
  readonly input: ProgramInput;
  readonly #addCompiled: AddCompiled | null;

  /** @param addCompiled adds the compiled form of the program; `null` where there is none, or it was added. */
  constructor(study: Study, input: ProgramInput, addCompiled: AddCompiled | null) {
    this.study = study;
    this.input = input;
    this.#addCompiled = addCompiled;
  }

  get machine(): Machine {
    return givenMachine(this.input.machine);
  }

  /** What the program costs on the machine, and its dearest collective. */
  async facts(): Promise<ProgramFacts> {
    // Strategies make a program for several devices of one for one device.
    const last = this.study.stages.at(-1) ?? this.study.source;
    const { facts, collectives } = this.study.measuredAt(last, this.machine);
    const [dearest] = [...collectives].sort(
      (a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || b.bytes * b.executions - a.bytes * a.executions,
    );
    const moved = dearest?.op.results[0];
    const module = this.study.communicatingAt(last, this.machine);
    const first = moved === undefined ? this.#result() : this.study.valuesOf(module).idOf(moved);
    const report = (await this.profiled())?.report ?? null;
    const measured =
      report === null
        ? null
        : {
            seconds: report.steps.seconds.median,
            ratio: report.predicted === null ? null : report.steps.seconds.median / report.predicted.seconds,
          };
    return { facts, first, basis: this.basisAt(last), measured };
  }

  /** What costs at a stage are of. */
  basisAt(stage: Stage): Basis {
    const { study, input } = this;
    if (stage.compiled !== undefined) return `As compiled by XLA: ${stage.compiled.file}.`;
    if (isDeviceProgramOfHlo(study.module)) return 'Of the program as XLA compiled it.';
    if (study.source.isLocal || study.isPlacedAt(stage.module) || study.isOnMeshesAt(stage.module)) return '';
    if (deviceCount(study.module) === 1)
      return stage === study.source
        ? ''
        : 'Of the source on one device: what these steps make of it is not simulated.';
    const partitioned = partitionedText(study);
    const isStandard =
      input.steps.length === partitionSteps.length &&
      input.steps.every((step, i) => step === partitionSteps[i]);
    if (!isStandard) return `Of the source, ${partitioned ?? 'as it is given'}; not of these steps.`;
    return partitioned === null ? '' : `${partitioned[0]!.toUpperCase()}${partitioned.slice(1)}.`;
  }

  /** The first result of the program, or of its first function; `null` if nothing is returned. */
  #result(): ValueId | null {
    const { module, source } = this.study;
    const func = programEntry(module) ?? definedFunctions(module)[0];
    const [value] = func === undefined ? [] : returned(func);
    return value === undefined ? null : source.values.idOf(value);
  }

  /** The outcome of a step, from 1; the steps before it run first. `null` when one of them failed. */
  outcome(index: number): StepOutcome | null {
    const { steps } = this.input;
    while (this.study.outcomes.length < index) {
      const { outcomes } = this.study;
      const step = steps[outcomes.length];
      if (!this.study.model.isValid || outcomes.at(-1)?.stage === null) return null;
      if (step !== undefined) this.study.run(step);
      else if (this.#addCompiled !== null && outcomes.length === steps.length) this.#addCompiled(this.study);
      else return null;
    }
    return this.study.outcomes[index - 1] ?? null;
  }

  /** What was measured of its compiled form; `null` without a profile. */
  async profiled(): Promise<ProfileOverlay | null> {
    if (this.input.profile === undefined) return null;
    const stage = this.stage(allSteps(this.input).length);
    return stage?.compiled === undefined
      ? null
      : (await import('./profile.ts')).profiledOverlay(this, stage.compiled);
  }

  /** What was measured of the kernels and collectives that were made for a value. */
  async measuredKernels(id: ValueId): Promise<readonly MeasuredKernel[]> {
    const overlay = await this.profiled();
    const stage = this.study.stages.find(({ compiled }) => compiled !== undefined);
    return overlay === null || stage === undefined
      ? []
      : overlay.ofValue(id, stage).map(({ operation, seconds, ratio }) => ({
          ...{ operation, seconds: seconds.median, ratio },
        }));
  }

  /** The program after a number of steps; `null` when one of them failed. */
  stage(index: number): Stage | null {
    if (index === 0) return this.study.source;
    return this.outcome(index)?.stage ?? null;
  }
}

/** Adds the compiled form of a program to its study. */
type AddCompiled = (study: Study) => StepOutcome;

/** So many programs are kept. */
const KEPT = 3;
/** With more text than this only one is: a study takes fifty times its text. */
const MOST_TEXT = 1_000_000;

interface KeptStudy {
  readonly machine: string;
  readonly text: string;
  readonly target: TargetReading | null;
  readonly study: Study;
  readonly extensions: readonly Extension[];
}

const sessions: KeptStudy[] = [];

/** Returns the session of a program, which is partitioned for its machine: what is known of the same text on the same machine and of the same first steps is used again. */
export async function sessionOf(input: ProgramInput): Promise<Session> {
  const steps = allSteps(input);
  const extensions = await extensionsFor(input.text, steps);
  const target = await targetOf(input.steps);
  const at = sessions.findIndex(
    (kept) => kept.text === input.text && kept.machine === input.machine && kept.target === target,
  );
  const kept = at === -1 ? undefined : sessions.splice(at, 1)[0];
  // A step of a dialect that was not loaded needs another context.
  if (kept !== undefined && extensions.every((extension) => kept.extensions.includes(extension))) {
    sessions.push(kept);
    const { study } = kept;
    const different = study.outcomes.findIndex(({ step }, i) => step !== steps[i]);
    if (different !== -1) study.keep(different);
    return new Session(study, input, await adderFor(study, input));
  }
  const size = (): number => sessions.reduce((sum, kept) => sum + kept.text.length, input.text.length);
  // Before the new one is read, which takes as much again.
  while (sessions.length >= KEPT || (sessions.length > 0 && size() > MOST_TEXT)) sessions.shift();
  const { name, text, machine } = input;
  const study = Study.read(
    name,
    text,
    new Context(extensions),
    () => givenMachine(machine),
    target,
    target === null ? undefined : 'best',
  );
  sessions.push({ machine, text, target, study, extensions });
  return new Session(study, input, await adderFor(study, input));
}

async function adderFor(study: Study, input: ProgramInput): Promise<AddCompiled | null> {
  const steps = allSteps(input);
  if (input.compiled === undefined || study.outcomes.length === steps.length) return null;
  const { compiledAdder } = await import('./hlo.ts');
  return compiledAdder(input.compiled, steps.at(-1)!);
}
