import { batch, computed, effect, signal } from '@preact/signals';
import type { Facts } from '@shardform/study';
import { proxy } from 'comlink';
import { ask, failureText, forgetBackground } from '../compiler/client.ts';
import {
  type Basis,
  COMPILED_STEP,
  type MeasuredFacts,
  type Problem,
  type ProgramInput,
  type StageText,
  type StepResult,
} from '../compiler/messages.ts';
import { CancelledError } from '../compiler/work-queue.ts';
import { compiledInput, openedCount, program, steps } from './program.ts';
import { reselect, select, selected } from './selection.ts';

/** The program that results are of; until the first run, that of the page's start. */
export const studied = signal<ProgramInput>(program.value);
/** The outcomes of the steps so far, beginning with the program as it was read. */
export const results = signal<readonly StepResult[]>([]);
/** The text of the program as typed with its values; `null` until known. */
export const sourceText = signal<StageText | null>(null);
/** The text of the shown stage; `null` until known. */
export const stageText = signal<StageText | null>(null);
/** The program that {@link stageText} is of. */
const textOf = signal<ProgramInput | null>(null);
/** Facts of the program; `null` until known. */
export const facts = signal<Facts | null>(null);
/** What {@link facts} are of. */
export const factsBasis = signal<Basis>('');
/** The measured step; `null` without a profile. */
export const measuredFacts = signal<MeasuredFacts | null>(null);
/** Facts of the program before the last edit, to compare. */
export const factsBefore = signal<Facts | null>(null);
/** True if the steps are running. */
export const isRunning = signal(false);
/** True if anything is shown that is of an earlier program: facts come last. */
export const isOld = signal(false);
/** True if the steps that are shown are those of an earlier program. */
export const areStepsOld = computed(() => isOld.value && studied.value !== program.value);
/** True if the text of the shown stage is that of an earlier program. */
export const isTextOld = computed(() => isOld.value && textOf.value !== program.value);
/** Why there are no results; empty when there are. */
export const failure = signal('');
/** The number of the step whose result is shown; 0 for the program as it was read. */
export const shownStep = signal(2);

/** The last step up to the shown one that has a result. */
export const shownStage = computed(() => {
  const done = results.value.findLastIndex(({ failed }) => !failed);
  return Math.max(0, Math.min(shownStep.value, done));
});

/** Problems of the program as typed, then of its steps. */
export const problems = computed((): readonly Problem[] =>
  // Problems of steps that have no place in the program are shown with the step.
  results.value.flatMap((result, i) => result.problems.filter(({ from }) => i === 0 || from > 0)),
);

const TYPING_PAUSE = 120;
/** Milliseconds that work on an earlier program may delay a new one. */
const PATIENCE = 1000;

/** The number of the opened program that facts are of: another one is not compared. */
let factsOf = 0;
let running = new AbortController();

/** Stops the steps. */
export function stop(): void {
  running.abort();
}

/** Runs the steps again. */
export function runAgain(): void {
  attempt.value++;
}

const attempt = signal(0);

/** Runs the steps whenever the program or the steps change, once typing pauses. */
export function keepResultsFresh(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = 0;
  let last: ProgramInput | null = null;
  effect(() => {
    // Running again is a change, too.
    const [wanted] = [program.value, attempt.value];
    running.abort();
    running = new AbortController();
    if (last !== null && last.text !== wanted.text) forgetBackground();
    isRunning.value = true;
    isOld.value = results.peek().length > 0;
    clearTimeout(timer);
    // Only typing waits for more of it.
    const isTyping = last !== null && last.text !== wanted.text && last.steps === wanted.steps;
    timer = setTimeout(() => void run(wanted, running), isTyping ? pause : 0);
    pause = TYPING_PAUSE;
    last = wanted;
  });
  effect(() => {
    const input = studied.value;
    if (results.value.length > 0) void showSource(input);
  });
  effect(() => {
    const [input, stage] = [studied.value, shownStage.value];
    // Until the wanted step has run, the text of an earlier program stays.
    const isWanted = !isRunning.value || stage === shownStep.value;
    if (results.value.length > 0 && isWanted) void showStage(input, stage);
  });
}

async function run(wanted: ProgramInput, controller: AbortController): Promise<void> {
  const { signal } = controller;
  const fresh: StepResult[] = [];
  const previous = studied.peek();
  try {
    const onStep = proxy((index: number, result: StepResult, text: StageText | null): boolean => {
      if (signal.aborted) return false;
      fresh[index] = result;
      batch(() => {
        if (text !== null && index === shownStep.peek()) {
          Object.assign(shown, { stage: wanted, index });
          stageText.value = text;
          textOf.value = wanted;
        }
        studied.value = wanted;
        results.value = [...fresh];
        failure.value = '';
      });
      if (index === 0 && !result.failed && factsOf === openedCount.peek()) void reselect(previous, wanted);
      return true;
    });
    await ask((compiler) => compiler.run(wanted, shownStep.peek(), onStep), {
      signal,
      isUrgent: true,
      patience: PATIENCE,
    });
    isRunning.value = false;
    if (fresh[0]?.failed !== false) {
      batch(() => {
        facts.value = null;
        isOld.value = false;
      });
      return;
    }
    const known = await ask((compiler) => compiler.facts(wanted), { signal });
    batch(() => {
      const isSame = factsOf === openedCount.peek() && previous.machine === wanted.machine;
      factsBefore.value = isSame ? facts.peek() : null;
      facts.value = known.facts;
      factsBasis.value = known.basis;
      measuredFacts.value = known.measured;
      isOld.value = false;
    });
    factsOf = openedCount.peek();
    // The picture is there before the first click.
    if (selected.peek() === null && known.first !== null) select(known.first);
  } catch (error) {
    if (signal.aborted && controller !== running) return;
    batch(() => {
      isRunning.value = false;
      if (factsOf !== openedCount.peek()) facts.value = null;
      failure.value = error instanceof CancelledError ? 'stopped' : failureText(error);
    });
  }
}

/** What the texts that are shown, or asked for, are of. */
const shown: { source: ProgramInput | null; stage: ProgramInput | null; index: number } = {
  source: null,
  stage: null,
  index: 0,
};

/** Gets the names of the program as typed. */
async function showSource(input: ProgramInput): Promise<void> {
  if (shown.source?.text === input.text) return;
  shown.source = input;
  await showing(async () => {
    const names = await ask((compiler) => compiler.text(input, 0), { isUrgent: true });
    if (shown.source === input) sourceText.value = names;
  });
}

/** Gets the text of a stage. */
async function showStage(input: ProgramInput, index: number): Promise<void> {
  if (shown.stage === input && shown.index === index) return;
  Object.assign(shown, { stage: input, index });
  await showing(async () => {
    const text = await ask((compiler) => compiler.text(input, index), { isUrgent: true });
    if (shown.stage !== input || shown.index !== index) return;
    batch(() => {
      stageText.value = text;
      textOf.value = input;
    });
  });
}

async function showing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CancelledError)) failure.value = failureText(error);
  }
}

/** The name of a step for people: `Propagate`. */
export function stepTitle(step: string): string {
  const name = /^[\w-]*/.exec(step)![0];
  return TITLES[name] ?? name;
}

const TITLES: Readonly<Record<string, string>> = {
  '': 'Source',
  'shardform-propagate': 'Propagate',
  'shardform-insert-reshards': 'Insert reshards',
  'shardform-reshards-to-collectives': 'Reshards to collectives',
  'shardform-to-local': 'To local',
  'sdy-propagation-pipeline': 'Propagate (sdy)',
  'stablehlo-pipeline': 'StableHLO pipeline',
  'convert-stablehlo-to-ttir': 'To TTIR',
  'ttir-to-ttnn-backend-pipeline': 'To TTNN',
  [COMPILED_STEP]: 'Compiled by XLA',
};

/** Shows a step by its number, within those that there are. */
export function showStep(index: number): void {
  const last = steps.value.length + (compiledInput.value === null ? 0 : 1);
  shownStep.value = Math.max(0, Math.min(index, last));
}
