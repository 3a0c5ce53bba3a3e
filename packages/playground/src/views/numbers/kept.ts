import { signal } from '@preact/signals';
import type { NumbersFile, ProgramInput } from '../../compiler/messages.ts';
import { inputArrays, openedCount } from '../../state/program.ts';
import { studied } from '../../state/results.ts';
import type { ShownNumbers } from './answer.ts';

/** The seed of random inputs. */
export const seed = signal(0);
/** The program that a person had executed: others begin by themselves only if they are little work. */
export const wanted = signal<ProgramInput | null>(null);

/** Numbers and what they are of. */
export interface KeptNumbers {
  readonly numbers: ShownNumbers;
  readonly program: ProgramInput;
  readonly seed: number;
  readonly file: NumbersFile | null;
  /** The number of the opened program, of which the text may be a later one. */
  readonly opened: number;
}

/** The last numbers, which stay while other views are looked at; `null` until there are some. */
const kept = signal<KeptNumbers | null>(null);

/** Keeps numbers. */
export function keep(own: KeptNumbers): void {
  if (kept.peek()?.numbers !== own.numbers) kept.value = own;
}

/** Forgets them, so that they are computed again. */
export function forget(): void {
  kept.value = null;
}

/** The last numbers of the opened program, and whether they are those of its text and inputs; `null` for none. */
export function keptNumbers(): { readonly numbers: ShownNumbers; readonly isFresh: boolean } | null {
  const own = kept.value;
  if (own?.opened !== openedCount.value) return null;
  const isFresh = own.program === studied.value && own.seed === seed.value && own.file === inputArrays.value;
  return { numbers: own.numbers, isFresh };
}
