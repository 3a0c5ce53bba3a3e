import { haveSameElements } from '@shardform/ir-core';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, askInBackground, failureText } from '../compiler/client.ts';
import type { ProgramInput, ViewParams } from '../compiler/messages.ts';
import { studied } from '../state/results.ts';
import type { AnswerFunction } from './define-view.ts';

/** The state of a view's question. */
export interface Answer<T> {
  /** The last answer, which may be of an earlier question; `undefined` until there is one. */
  readonly value: T | undefined;
  /** True if the value is that of an earlier question. */
  readonly isOld: boolean;
  /** Why there is none; `null` while it is awaited. */
  readonly failure: string | null;
  readonly stop: () => void;
  readonly askAgain: () => void;
}

/** Whatever a view's `answer.ts` declares: types of its parameters and of its answer. */
type AnyAnswer = AnswerFunction<never, unknown>;

/**
 * Asks a view's question.
 *
 * @param view the name of its folder.
 * @param params what is asked; `null` asks nothing.
 * @param inputs the question is asked again when one of them changes; the previous request is cancelled.
 * @param isLong whether it is asked in a thread of its own, so that it delays nothing else.
 */
export function useAnswer<F extends AnyAnswer>(
  view: string,
  params: ViewParams | null,
  inputs: readonly unknown[],
  isLong = false,
): Answer<Awaited<ReturnType<F>>> {
  type T = Awaited<ReturnType<F>>;
  const [known, setKnown] = useState<Known<T>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => {
    if (params === null) {
      setKnown(NOTHING);
      return;
    }
    let isCurrent = true;
    const end = (value: T | undefined, failure: string | null): void => {
      if (isCurrent) setKnown({ value, failure, isOld: false, inputs });
    };
    const own = (controller.current = new AbortController());
    const program = studied.peek();
    // What takes long may go on from where it was.
    const question = isLong ? null : `${view} ${JSON.stringify(params)}`;
    const earlier = question === null || attempt > 0 ? undefined : answersOf(program).get(question);
    if (earlier !== undefined) {
      // What an answer returns is as it declares.
      end(earlier as T, null);
      return;
    }
    setKnown((before) => ({ ...before, isOld: true, failure: null }));
    const queue = isLong ? askInBackground : ask;
    queue((compiler) => compiler.answer(view, program, params), { signal: own.signal }).then(
      (value) => {
        if (question !== null) remember(program, question, value);
        // What an answer returns is as it declares.
        end(value as T, null);
      },
      (error: unknown) => end(undefined, failureText(error)),
    );
    return () => {
      isCurrent = false;
      own.abort();
    };
  }, [...inputs, attempt]);
  return {
    value: known.value,
    failure: known.failure,
    // The inputs may have changed since the answer arrived: effects, which ask again, run after the page is drawn.
    isOld: known.isOld || (known.value !== undefined && !haveSameElements(known.inputs, inputs)),
    stop: () => controller.current?.abort(),
    askAgain: () => setAttempt((count) => count + 1),
  };
}

/** A program has so many answers remembered, so that a view is there at once when it is shown again. */
const MOST_REMEMBERED = 24;

const remembered = new WeakMap<ProgramInput, Map<string, unknown>>();

function answersOf(program: ProgramInput): Map<string, unknown> {
  let own = remembered.get(program);
  if (own === undefined) remembered.set(program, (own = new Map<string, unknown>()));
  return own;
}

function remember(program: ProgramInput, question: string, answer: unknown): void {
  const own = answersOf(program);
  const [oldest] = own.keys();
  if (oldest !== undefined && own.size >= MOST_REMEMBERED) own.delete(oldest);
  own.set(question, answer);
}

/** What is known of a question, and the inputs that it is about. */
interface Known<T> {
  readonly value: T | undefined;
  readonly failure: string | null;
  readonly isOld: boolean;
  readonly inputs: readonly unknown[];
}

const NOTHING = { value: undefined, failure: null, isOld: false, inputs: [] };
