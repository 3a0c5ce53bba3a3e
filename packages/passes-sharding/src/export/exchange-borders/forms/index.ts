import type { InterfaceImplementation } from '@shardform/ir-core';
import { concatenateExchange } from './concatenate.ts';
import { convolutionExchange } from './convolution.ts';
import { reduceWindowExchange } from './reduce-window.ts';
import { selectAndScatterExchange } from './select-and-scatter.ts';
import { sliceAndPadExchanges } from './slice-pad.ts';

/** The operations that neighbours can exchange borders for. */
export const borderExchanges: readonly InterfaceImplementation[] = [
  concatenateExchange,
  convolutionExchange,
  reduceWindowExchange,
  selectAndScatterExchange,
  ...sliceAndPadExchanges,
];
