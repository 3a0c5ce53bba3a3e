import { useEffect, useState } from 'preact/hooks';

/**
 * What the compiler answers, `undefined` until it does.
 *
 * @param ask is called again when one of `inputs` changes; answers to what was asked before are dropped.
 */
export function useAnswer<T>(ask: () => Promise<T>, inputs: readonly unknown[]): T | undefined {
  const [answer, setAnswer] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setAnswer(null);
    void ask().then((value) => {
      if (isCurrent) setAnswer({ value });
    });
    return () => {
      isCurrent = false;
    };
  }, inputs);
  return answer?.value;
}
