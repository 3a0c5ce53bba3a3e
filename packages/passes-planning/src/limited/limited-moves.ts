import { checkInterrupt } from '@shardform/ir-core';
import type { LimitedState } from './limited-state.ts';

/** Choices are changed so that they keep to the limit in so many passes at most. */
const REPAIR_PASSES = 12;

/** Choices are improved in so many passes at most. */
const IMPROVING_PASSES = 40;

interface Move {
  readonly node: number;
  readonly choice: number;
  /** What it costs more, for each unit by which the limit is missed less. */
  readonly price: number;
}

/** Takes choices that use less where the limit is missed, those that cost least for it first. Returns whether the limit is kept then. */
export function repair(state: LimitedState): boolean {
  for (let pass = 0; pass < REPAIR_PASSES && !state.isWithin; pass++) {
    checkInterrupt();
    const moves = reliefs(state);
    if (moves.length === 0) return false;
    moves.sort((a, b) => a.price - b.price || a.node - b.node);
    const moved = new Set<number>();
    for (const { node, choice } of moves) {
      if (moved.has(node) || state.relief(node, choice) <= 0) continue;
      state.choose(node, choice);
      moved.add(node);
    }
  }
  return state.isWithin;
}

function reliefs(state: LimitedState): Move[] {
  const { holdings, excluded } = state.graph;
  const moves: Move[] = [];
  for (const [node, own] of holdings.entries()) {
    if (own.every(({ from, until }) => state.profile.mostIn(from, until) <= 0)) continue;
    const costs = state.costsAt(node);
    const current = costs[state.choices[node]!]!;
    for (const [choice, cost] of costs.entries()) {
      if (cost >= excluded && cost > current) continue;
      const relief = state.relief(node, choice);
      if (relief > 0) moves.push({ node, choice, price: (cost - current) / relief });
    }
  }
  return moves;
}

/** Takes cheaper choices of single nodes that keep to the limit while there are any. */
export function improve(state: LimitedState): void {
  let isBetter = true;
  for (let pass = 0; isBetter && pass < IMPROVING_PASSES; pass++) {
    checkInterrupt();
    isBetter = false;
    for (let node = 0; node < state.choices.length; node++) {
      const costs = state.costsAt(node);
      const current = state.choices[node]!;
      let best = current;
      for (let choice = 0; choice < costs.length; choice++)
        if (costs[choice]! < costs[best]! && state.fits(node, choice)) best = choice;
      if (best === current) continue;
      state.choose(node, best);
      isBetter = true;
    }
  }
}
