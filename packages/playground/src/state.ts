import { computed, effect, signal } from '@preact/signals';
import { ask, failureText } from './compiler/client.ts';
import type { NumbersInput, Problem, StepResult } from './compiler/messages.ts';
import { examples } from './examples/examples.ts';

/** The panels at the lower right of the page. */
export type Panel = 'shards' | 'why' | 'collectives' | 'numbers' | 'timeline' | 'graph';

/** Number of programs that were opened: a text to write begins anew with each. */
export const openedCount = signal(0);
/** The program as typed. */
export const source = signal(examples[0]!.text);
/** Passes and pipelines that run on it, one after the other. */
export const steps = signal<readonly string[]>(examples[0]!.steps);
/** The program as read, then after each step. */
export const results = signal<readonly StepResult[]>([]);
/** The program as typed, once typing has paused. */
export const settledSource = signal(source.value);
/** Why the steps gave no results; empty when they did. */
export const stepsFailure = signal('');
/** True if the steps are running. */
export const isRunning = signal(false);
/** The step whose result is shown. */
export const shownStep = signal(1);
/** The panel that is shown. */
export const panel = signal<Panel>('shards');
/** A file of arrays to execute the program on; `null` for random ones. */
export const inputArrays = signal<NumbersInput['file']>(null);
/** True if the program is shown as what the step changed. */
export const showsChanges = signal(false);
/** Offset of the selected value's name in {@link shownText}; `null` without a selection. */
export const selected = signal<number | null>(null);

/** The result that is shown; the last that there is when a step before it failed. */
export const shownResult = computed(
  () => results.value[Math.min(shownStep.value, results.value.length - 1)] ?? null,
);
/** The text that pictures are about; empty when the step failed. */
export const shownText = computed(() => shownResult.value?.text ?? '');
/** The text before the shown step; `null` for the first. */
export const textBefore = computed(() =>
  shownStep.value === 0 ? null : (results.value[shownStep.value - 1]?.text ?? null),
);
/** Problems of the typed program. */
export const sourceProblems = computed((): readonly Problem[] => results.value[0]?.problems ?? []);

const TYPING_PAUSE = 150;

let running = new AbortController();

/** Stops the steps. */
export function stopSteps(): void {
  running.abort();
}

/** Runs the steps whenever the program or the steps change, once typing pauses. */
export function keepResultsFresh(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let generation = 0;
  let pause = 0;
  effect(() => {
    const [text, wanted] = [source.value, steps.value];
    const current = ++generation;
    running.abort();
    const { signal } = (running = new AbortController());
    isRunning.value = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      settledSource.value = text;
      const settle = (fresh: readonly StepResult[], failure: string): void => {
        // A later change has its own run on the way.
        if (current !== generation) return;
        results.value = fresh;
        stepsFailure.value = failure;
        isRunning.value = false;
      };
      ask((compiler) => compiler.run(text, wanted), { signal, isUrgent: true }).then(
        (fresh) => settle(fresh, ''),
        (error: unknown) => settle([], failureText(error)),
      );
    }, pause);
    pause = TYPING_PAUSE;
  });
  shownText.subscribe(() => {
    selected.value = null;
  });
}

/** Opens a program; what was selected in the old one is forgotten. */
export function open(text: string, wanted: readonly string[] = steps.value): void {
  source.value = text;
  openedCount.value++;
  steps.value = wanted;
  shownStep.value = Math.min(1, wanted.length);
}
