import {
  Budget,
  Context,
  type Interrupt,
  type ModuleOp,
  printOp,
  readBytecode,
  sharedInterrupt,
  withBudget,
} from '@shardform/ir-core';
import { resolveValue, ValueReferenceError } from '@shardform/inspect';
import { sourceId, type Stage, type StepOutcome, valueCard, type ValueId } from '@shardform/study';
import { MeshTable } from '@shardform/dialect-sdy';
import { expose } from 'comlink';
import { answers } from '../views/answers.ts';
import { extensionsFor } from './extensions.ts';
import { readMachine } from './given-machine.ts';
import {
  allSteps,
  type StageText,
  type StepResult,
  type ValueReference,
  type WorkerCompiler,
} from './messages.ts';
import { problemsOf } from './problems.ts';
import { type Session, sessionOf } from './session.ts';
import { stageText } from './stage-text.ts';

/** A page has less memory than a process. */
const LIMITS = { memory: 2 ** 31 };

let interrupt: Interrupt | null = null;

/** @throws Interrupted when the page cancels the work, LimitError when a limit is exceeded. */
function within<T>(work: () => Promise<T>): Promise<T> {
  return withBudget(new Budget(LIMITS, interrupt), work);
}

/** The axes of all meshes, each name once. */
function axesOf(module: ModuleOp): [string, number][] {
  const axes = [...new MeshTable(module).entries()].flatMap(([, mesh]) => mesh.axes);
  return [...new Map(axes.map(({ name, size }) => [name, size]))];
}

function readResult({ study }: Session, milliseconds: number): StepResult {
  const { model, source } = study;
  return {
    step: '',
    failed: !model.isValid,
    isLocal: source.isLocal,
    axes: axesOf(study.module),
    changes: source.changes,
    problems: problemsOf(model.diagnostics, model.source, model.context),
    milliseconds,
  };
}

function stepResult({ study }: Session, { step, stage, diagnostics, milliseconds }: StepOutcome): StepResult {
  return {
    step,
    failed: stage === null,
    isLocal: stage?.isLocal ?? false,
    axes: [],
    changes: stage?.changes ?? null,
    problems: problemsOf(diagnostics, study.model.source, study.context),
    milliseconds,
  };
}

function referenceTo({ study }: Session, id: ValueId): ValueReference | null {
  const value = study.identities.source.find(sourceId(id));
  const reference = value === null ? null : study.names.reference(value);
  return reference === null ? null : { reference, suffix: id.slice(sourceId(id).length) };
}

const compiler: WorkerCompiler = {
  listenTo(flag) {
    interrupt = sharedInterrupt(flag);
    return Promise.resolve();
  },
  run: (program, shown, onStep) =>
    within(async () => {
      const start = performance.now();
      const session = await sessionOf(program);
      const textOf = (index: number, stage: Stage | null): StageText | null =>
        index === shown && stage !== null ? stageText(session.study, stage) : null;
      const { source } = session.study;
      const goesOn = await onStep(0, readResult(session, performance.now() - start), textOf(0, source));
      if (!goesOn || !session.study.model.isValid) return;
      for (const i of allSteps(program).keys()) {
        const outcome = session.outcome(i + 1);
        if (outcome === null) return;
        const { stage } = outcome;
        const text = textOf(i + 1, stage);
        if (!(await onStep(i + 1, stepResult(session, outcome), text)) || stage === null) return;
      }
    }),
  text: (program, index) =>
    within(async () => {
      const session = await sessionOf(program);
      const stage = session.stage(index);
      return stage === null ? null : stageText(session.study, stage);
    }),
  facts: (program) =>
    within(async () => {
      const session = await sessionOf(program);
      return session.facts();
    }),
  card: (program, index, id) =>
    within(async () => {
      const session = await sessionOf(program);
      // Before a value is derived, there is the one that it will be derived from.
      for (const wanted of new Set([id, sourceId(id)]))
        for (let at = index; at >= 0; at--) {
          const stage = session.stage(at);
          const card = stage === null ? null : valueCard(session.study, stage, wanted);
          if (card === null) continue;
          const measured = await session.measuredKernels(wanted);
          return { ...card, stage: at, reference: referenceTo(session, id), measured };
        }
      return null;
    }),
  reference: (program, id) => within(async () => referenceTo(await sessionOf(program), id)),
  resolve: (program, { reference, suffix }) =>
    within(async () => {
      const { study } = await sessionOf(program);
      try {
        const [value] = resolveValue(reference, null, study.module, study.names);
        return value === undefined ? null : study.source.values.idOf(value) + suffix;
      } catch (error) {
        if (error instanceof ValueReferenceError) return null;
        throw error;
      }
    }),
  answer: (view, program, params) =>
    within(async () => {
      const load = answers.get(view);
      if (load === undefined) throw new Error(`there is no view '${view}'`);
      return (await load())(await sessionOf(program), params);
    }),
  fromBytecode: (bytes) =>
    within(async () => {
      const context = new Context(await extensionsFor(new TextDecoder('latin1').decode(bytes)));
      const { result: module, diagnostics } = context.diagnostics.capture(() =>
        readBytecode(bytes, context, 'program.mlirbc'),
      );
      return {
        text: module === null ? null : printOp(module, context),
        messages: diagnostics.map(({ message }) => message),
      };
    }),
  readMachine: (file, text) => within(() => Promise.resolve(readMachine(file, text))),
  fromHlo: (file, program) =>
    within(async () => {
      const study = program === null ? null : (await sessionOf(program)).study;
      return (await import('./hlo.ts')).readCompiled(file, study);
    }),
  fromProfile: (profile, program) =>
    within(async () => (await import('./profile.ts')).openProfile(profile, await sessionOf(program))),
  fromOnnx: (bytes) => within(async () => (await import('./onnx.ts')).programOfOnnx(bytes)),
};

expose(compiler);
