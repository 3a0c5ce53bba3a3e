import { isCollectiveOp, MeshTable } from '@shardform/dialect-sdy';
import { ValueCounterparts } from '@shardform/inspect';
import type { Context, ModuleOp, Operation, Value } from '@shardform/ir-core';
import { ExecutionCounts, programEntries } from '@shardform/runtime-sim';
import { type CollectiveNotes, describeCollective } from '../collectives/collective-list.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';

/** Finds the collectives around values of a program. */
export class ValueCollectives {
  readonly #counterparts: ValueCounterparts;
  readonly #counts: ExecutionCounts;
  readonly #meshes: MeshTable;
  readonly #context: Context;
  readonly #notes: CollectiveNotes;

  /** @param collectives the program with its collectives, a copy of one with tags. */
  constructor(collectives: ModuleOp, context: Context, notes: CollectiveNotes) {
    this.#counterparts = new ValueCounterparts(collectives);
    this.#counts = new ExecutionCounts(programEntries(collectives));
    this.#meshes = new MeshTable(collectives);
    this.#context = context;
    this.#notes = notes;
  }

  /** Collectives that make a value of what devices computed, move it to where it is used, or bring operands of its operation. */
  around(value: Value): InsertedCollective[] {
    const found = new Set<Operation>();
    for (const place of this.#counterparts.of(value)) {
      collectUsers(place, found);
      for (const operand of place.definingOp?.operandValues() ?? []) collectSources(operand, found);
    }
    return [...found].flatMap(
      (op) => describeCollective(op, this.#counts, this.#meshes, this.#context, this.#notes) ?? [],
    );
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
