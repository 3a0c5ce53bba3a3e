import { type Stage, type ValueList, valueRows, type ValueRow } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';
import { type Order, shownRows } from './rows.ts';

/** Values of a stage that are shown, in their order; a program has tens of thousands, and a page draws a hundred. */
export interface ShownValues {
  readonly rows: readonly ValueRow[];
  /** Number of values that have the words of the search. */
  readonly found: number;
  readonly all: number;
  /** Number of values of the program as it was given that passes removed. */
  readonly removed: number;
  readonly hasNames: boolean;
  readonly hasLayers: boolean;
}

/** What of a stage is shown. */
export interface ValueQuestion {
  readonly stage: number;
  readonly search: string;
  readonly order: Order;
  /** At most so many rows; `null` for all. */
  readonly most: number | null;
}

const listed = new WeakMap<Stage, ValueList>();

/** Values of a stage; `null` where its step failed. */
export default defineAnswer(
  (
    session,
    { stage: index, search, order, most }: ValueQuestion & Record<string, unknown>,
  ): ShownValues | null => {
    const stage = session.stage(index);
    if (stage === null) return null;
    const list = listed.get(stage) ?? valueRows(session.study, stage);
    listed.set(stage, list);
    const { rows, removed } = list;
    const found = shownRows(rows, search, order);
    return {
      rows: most === null ? found : found.slice(0, most),
      found: found.length,
      all: rows.length,
      removed,
      hasNames: rows.some(({ userName }) => userName !== null),
      hasLayers: rows.some(({ layer }) => layer !== null),
    };
  },
);
