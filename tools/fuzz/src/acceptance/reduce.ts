import { tokensOf } from './tokens.ts';

/** The most questions that one reduction asks. */
const MOST_QUESTIONS = 400;

/** A text without the lines and tokens that a property doesn't need. */
export async function reduceText(text: string, holds: (text: string) => Promise<boolean>): Promise<string> {
  let left = MOST_QUESTIONS;
  const ask = (candidate: string): Promise<boolean> =>
    left-- > 0 ? holds(candidate) : Promise.resolve(false);
  const lines = await withoutElements(text.split('\n'), '\n', ask);
  // Spaces stay with the token in front of them.
  return withoutElements(lines.match(/\S+\s*|\s+/g) ?? [], '', ask).then((words) =>
    withoutElements(
      tokensOf(words).map(({ text }) => text),
      '',
      ask,
    ),
  );
}

/** Leaves out ranges of elements, long ones first. */
async function withoutElements(
  elements: readonly string[],
  separator: string,
  holds: (text: string) => Promise<boolean>,
): Promise<string> {
  let kept = [...elements];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await holds(fewer.join(separator))) kept = fewer;
      else at += size;
    }
  }
  return kept.join(separator);
}
