import { bytesText } from '@shardform/ir-core';
import type { BesidePrediction, PredictionVerdict } from '@shardform/study';

const WORDS: Readonly<Record<Exclude<PredictionVerdict, 'more' | 'less'>, string>> = {
  same: 'as predicted',
  combined: 'as predicted, combined',
  absent: 'not predicted',
};

/** Returns what is sent beside the prediction, with bytes: of all collectives of the same values. */
export function besideText({ verdict, predictedBytes, compiledBytes }: BesidePrediction): string {
  if (verdict !== 'more' && verdict !== 'less') return WORDS[verdict];
  return `${verdict} than predicted: ${bytesText(compiledBytes)} instead of ${bytesText(predictedBytes)}`;
}
