import { FuncOp } from '@shardform/dialect-func';
import { isCollectiveOp, MeshTable } from '@shardform/dialect-sdy';
import { BlockArgument, type Context, type ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import { ExecutionCounts, programEntries } from '@shardform/runtime-sim';
import { describeCollective, type InsertedCollective } from '../partition/collective-list.ts';
import type { ReasonRecorder } from '../partition/reasons.ts';

/**
 * The collectives that a value takes part in: those that make it of what devices computed, that bring the operands of
 * its operation, and that move it to where it is used.
 *
 * @param value of the program as it was given.
 * @param collectives the program with its collectives.
 */
export function valueCollectives(
  value: Value,
  collectives: ModuleOp,
  context: Context,
  reasons: ReasonRecorder,
): InsertedCollective[] {
  const found = new Set<Operation>();
  for (const place of counterparts(value, collectives)) {
    collectUsers(place, found);
    for (const operand of place.definingOp?.operandValues() ?? []) collectSources(operand, found);
  }
  const meshes = new MeshTable(collectives);
  const counts = new ExecutionCounts(programEntries(collectives));
  return [...found].flatMap((op) => describeCollective(op, counts, meshes, context, reasons) ?? []);
}

/** The values in another stage of a program that stand for `value`. */
function counterparts(value: Value, stage: ModuleOp): Value[] {
  const found: Value[] = [];
  if (value instanceof BlockArgument) {
    const func = value.owner.parentOp;
    if (!(func instanceof FuncOp)) return found;
    stage.walk((op) => {
      if (op instanceof FuncOp && op.symName === func.symName && !op.isDeclaration)
        found.push(op.entry.arguments[value.index]!);
    });
    return found;
  }
  const { definingOp } = value;
  if (definingOp === null) return found;
  const index = definingOp.results.findIndex((result) => result === value);
  stage.walk((op) => {
    if (op.name === definingOp.name && op.location === definingOp.location) found.push(op.getResult(index));
  });
  return found;
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
