import { signal } from '@preact/signals';
import { askInBackground, failureText } from '../../compiler/client.ts';
import { openEdited, source } from '../../state/program.ts';
import { studied } from '../../state/results.ts';
import type answerOf from './answer.ts';

/** The last text with shardings that were put into the source; `null` for none. */
export const applied = signal<string | null>(null);

/** Replaces the source by one with other shardings. @returns why it isn't; empty if it is. */
export async function putIntoSource(index: number): Promise<string> {
  const program = studied.peek();
  try {
    const answer = await askInBackground((compiler) => compiler.answer('what-if', program, { edit: index }));
    // The view's own answer.
    const { text } = answer as Awaited<ReturnType<typeof answerOf>>;
    if (text === null) return 'The function is in generic form: edit its shardings by hand.';
    if (source.peek() === program.text) openEdited((applied.value = text));
    return '';
  } catch (error) {
    return failureText(error);
  }
}
