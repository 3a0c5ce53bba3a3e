import { isCollectiveOp } from '@shardform/dialect-sdy';
import { ValueCounterparts } from '@shardform/inspect';
import type { ModuleOp, Operation, Value } from '@shardform/ir-core';
import type { CostedCollective } from '../time/measured-program.ts';

/** Finds the collectives around values of a program. */
export class ValueCollectives {
  readonly #counterparts: ValueCounterparts;
  readonly #described: ReadonlyMap<Operation, CostedCollective>;

  /** @param module the program with its collectives, a copy of one with tags. */
  constructor(module: ModuleOp, collectives: readonly CostedCollective[]) {
    this.#counterparts = new ValueCounterparts(module);
    this.#described = new Map(collectives.map((collective) => [collective.op, collective]));
  }

  /** Collectives that make a value of what devices computed, move it to where it is used, or bring operands of its operation. */
  around(value: Value): CostedCollective[] {
    const found = new Set<Operation>();
    for (const place of this.#counterparts.of(value)) {
      collectUsers(place, found);
      for (const operand of place.definingOp?.operandValues() ?? []) collectSources(operand, found);
    }
    return [...found].flatMap((op) => this.#described.get(op) ?? []);
  }
}

function collectUsers(value: Value, found: Set<Operation>): void {
  for (const user of value.users()) {
    if (!isCollectiveOp(user) || found.has(user)) continue;
    found.add(user);
    collectUsers(user.getResult(), found);
  }
}

function collectSources(value: Value, found: Set<Operation>): void {
  const { definingOp } = value;
  if (definingOp === null || !isCollectiveOp(definingOp)) return;
  collectSources(definingOp.getOperand(0), found);
  found.add(definingOp);
}
