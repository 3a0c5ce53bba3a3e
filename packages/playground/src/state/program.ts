import { batch, computed, signal } from '@preact/signals';
import type { CompiledInput, NumbersFile, ProfileInput, ProgramInput } from '../compiler/messages.ts';
import { examples } from '../examples/examples.ts';
import { kept } from './kept.ts';
import { selected } from './selection.ts';

/** The name of the program: that of an example, of a file, or `program.mlir`. */
export const name = signal(examples[0]!.file);
/** The program as typed. */
export const source = signal(examples[0]!.text);
/** Number of programs that were opened: an undo of typing ends there, an undo of opening begins. */
export const openedCount = signal(0);
/** Passes and pipelines that run on it, one after the other. */
export const steps = signal<readonly string[]>(examples[0]!.steps);
/** Steps that are switched off, by their position. */
export const disabledSteps = signal<ReadonlySet<number>>(new Set());
/** The machine that times are of: a name, or a description in JSON that the compiler has read. */
export const machine = kept('machine', 't3k');
/** Arrays to execute the program on; `null` for random ones. */
export const inputArrays = signal<NumbersFile | null>(null);

/** The program that XLA has compiled, and the text that it was compiled from; `null` for none. */
export const compiled = signal<CompiledForm | null>(null);

/** A compiled program, and the text of the program that it was compiled from. */
export interface CompiledForm {
  readonly input: CompiledInput;
  readonly text: string;
}

/** The compiled form of the program as it is typed; `null` where that is another one than was compiled. */
export const compiledInput = computed(() =>
  compiled.value?.text === source.value ? compiled.value.input : null,
);

/** The profile of a run, and the text of the program that ran; `null` for none. */
export const profiled = signal<ProfiledRun | null>(null);

/** A profile, and the text of the program that it is of. */
export interface ProfiledRun {
  readonly input: ProfileInput;
  readonly text: string;
}

/** The profile of the program as it is typed, which is told of its compiled form; `null` where that is another one. */
export const profileInput = computed(() =>
  compiledInput.value !== null && profiled.value?.text === source.value ? profiled.value.input : null,
);

/** The steps that are switched on. */
export const activeSteps = computed(() => steps.value.filter((_, i) => !disabledSteps.value.has(i)));

/** The program with its pipeline, as the compiler gets it. */
export const program = computed((): ProgramInput => ({
  name: 'program.mlir',
  text: source.value,
  steps: activeSteps.value,
  machine: machine.value,
  ...(compiledInput.value === null ? {} : { compiled: compiledInput.value }),
  ...(profileInput.value === null ? {} : { profile: profileInput.value }),
}));

/** What was open before, so that opening something can be undone. */
interface Opened {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
  readonly compiled: CompiledForm | null;
  readonly profiled: ProfiledRun | null;
}

const MOST_UNDONE = 20;
const before: Opened[] = [];

/** True if an opened program can be undone. */
export const canReopen = signal(false);

/** Opens a program; {@link reopen} goes back to the one before. */
export function open(opened: Partial<Opened> & { readonly text: string }): void {
  before.push({
    ...{ name: name.value, text: source.value, steps: steps.value },
    ...{ compiled: compiled.value, profiled: profiled.value },
  });
  if (before.length > MOST_UNDONE) before.shift();
  canReopen.value = true;
  const { name: own = 'program.mlir', text, steps: wanted = steps.value } = opened;
  show({
    ...{ name: own, text, steps: wanted },
    ...{ compiled: opened.compiled ?? null, profiled: opened.profiled ?? null },
  });
}

/** Takes a text that was pasted over all of the program: with most lines of it, it is an edited one. */
export function openPasted(text: string): void {
  const before = new Set(source.value.split('\n'));
  const lines = text.split('\n');
  const kept = lines.filter((line) => before.has(line)).length;
  if (kept * 2 > lines.length) source.value = text;
  else open({ text });
}

/** Replaces the text of the program by an edited one; {@link reopen} goes back to the one before. */
export function openEdited(text: string): void {
  const [disabled, arrays] = [disabledSteps.value, inputArrays.value];
  batch(() => {
    // The compiled form stays known, for when the edit is undone.
    open({ name: name.value, text, compiled: compiled.value, profiled: profiled.value });
    disabledSteps.value = disabled;
    inputArrays.value = arrays;
  });
}

/** Opens the program before the current one. @returns false if there was none. */
export function reopen(): boolean {
  const last = before.pop();
  canReopen.value = before.length > 0;
  if (last === undefined) return false;
  show(last);
  return true;
}

function show(opened: Opened): void {
  name.value = opened.name;
  source.value = opened.text;
  steps.value = opened.steps;
  disabledSteps.value = new Set();
  compiled.value = opened.compiled;
  profiled.value = opened.profiled;
  inputArrays.value = null;
  selected.value = null;
  openedCount.value++;
}
