import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, failureText } from '../compiler/client.ts';
import type { Compiler } from '../compiler/messages.ts';

/** What is known of an answer of the compiler. */
export interface Answer<T> {
  /** `undefined` until there is one. */
  readonly value: T | undefined;
  /** Why there is none; `null` while it is awaited. */
  readonly failure: string | null;
  readonly stop: () => void;
  readonly askAgain: () => void;
}

/**
 * What the compiler answers.
 *
 * @param question is asked again when one of `inputs` changes; work on what was asked before is stopped.
 */
export function useAnswer<T>(
  question: (compiler: Compiler) => Promise<T>,
  inputs: readonly unknown[],
): Answer<T> {
  const [known, setKnown] = useState<Pick<Answer<T>, 'value' | 'failure'>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const own = (controller.current = new AbortController());
    setKnown(NOTHING);
    ask(question, { signal: own.signal }).then(
      (value) => isCurrent && setKnown({ value, failure: null }),
      (error: unknown) => isCurrent && setKnown({ value: undefined, failure: failureText(error) }),
    );
    return () => {
      isCurrent = false;
      own.abort();
    };
  }, [...inputs, attempt]);
  return {
    ...known,
    stop: () => controller.current?.abort(),
    askAgain: () => setAttempt((count) => count + 1),
  };
}

const NOTHING = { value: undefined, failure: null };
