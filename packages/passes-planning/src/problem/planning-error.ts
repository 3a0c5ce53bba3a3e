import type { Item } from './program-graph.ts';

/** A program that can't be planned as it is written. */
export class PlanningError extends Error {
  override readonly name = 'PlanningError';

  /** What it is about. */
  readonly item: Item | null;

  constructor(item: Item | null, message: string) {
    super(message);
    this.item = item;
  }
}
