import type { FuncOp } from '@shardform/dialect-func';
import { CONTROL_OPERAND_START, FragmentOp } from '@shardform/dialect-mpmd';
import { i64Attr, IntegerAttr, type Operation } from '@shardform/ir-core';

/** Makes a fragment wait for another one, by an operand that it doesn't use. */
export function addControlDependency(first: FragmentOp, second: FragmentOp): void {
  if (!second.hasAttr(CONTROL_OPERAND_START)) {
    second.setAttr(CONTROL_OPERAND_START, i64Attr(second.operands.length));
  }
  second.setOperands([...second.operandValues(), first.getResult()]);
}

/** Removes the operands that only order fragments. */
export function removeControlDependencies(func: FuncOp): void {
  func.walkOf(FragmentOp, (fragment) => {
    const start = fragment.getAttr(CONTROL_OPERAND_START);
    if (!(start instanceof IntegerAttr)) return;
    fragment.setOperands(fragment.operandValues().slice(0, start.number));
    fragment.setAttr(CONTROL_OPERAND_START, null);
  });
}

/** Returns true if `target` uses what `source` computes, at once or through other operations of their block. */
export function dependsOn(target: Operation, source: Operation): boolean {
  const block = source.parent!;
  const seen = new Set<Operation>([source]);
  const work = [source];
  for (let op = work.pop(); op !== undefined; op = work.pop()) {
    for (const result of op.results) {
      for (const { owner } of result.uses()) {
        const user = block.findAncestorOp(owner);
        if (user === target) return true;
        if (user === null || seen.has(user) || target.isBefore(user)) continue;
        seen.add(user);
        work.push(user);
      }
    }
  }
  return false;
}
