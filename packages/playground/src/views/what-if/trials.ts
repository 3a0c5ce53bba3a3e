import { useEffect, useState } from 'preact/hooks';
import { results, studied } from '../../state/results.ts';
import { type Answer, useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { WhatIf } from './answer.ts';

/** A program of fewer operations is tried without being asked. */
const SMALL = 200;

/** Returns whether the program is so small that other shardings are tried unasked. */
export function isTriedUnasked(): boolean {
  return (results.value[0]?.changes?.operations ?? Infinity) < SMALL;
}

/** Tries other shardings of the arguments, some more in each round, until all were tried. */
export function useTrials(): Answer<WhatIf> {
  const [round, setRound] = useState(0);
  const answer = useAnswer<typeof answerOf>('what-if', {}, [studied.value, round], true);
  const { value, isOld } = answer;
  const isDone = value?.isDone ?? true;
  useEffect(() => {
    if (!isDone && !isOld) setRound((before) => before + 1);
  }, [value, isOld, isDone]);
  return answer;
}
