import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, failureText } from '../compiler/client.ts';
import type { Compiler } from '../compiler/messages.ts';

/** The state of a request to the compiler. */
export interface Answer<T> {
  /** `undefined` until there is one. */
  readonly value: T | undefined;
  /** Why there is none; `null` while it is awaited. */
  readonly failure: string | null;
  readonly stop: () => void;
  readonly askAgain: () => void;
}

/**
 * Requests an answer of the compiler.
 *
 * @param question called again when one of `inputs` changes; the previous request is cancelled.
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
