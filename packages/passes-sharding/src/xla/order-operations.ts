import { type Block, definePass, type Operation } from '@shardform/ir-core';

/** `shardform-order-operations`. */
export const orderOperations = /* @__PURE__ */ definePass({
  name: 'shardform-order-operations',
  className: 'OrderOperationsPass',
  summary: 'Puts each operation after the operations that its operands come from, the first operand first.',
  description:
    'This is the order in which XLA gives a program to Shardy, which decides by it where two shardings compete. What nobody uses, and what ends a block, begins a way back through operands.',
  anchor: 'func.func',
  run(func) {
    func.walk((op) => {
      for (const region of op.regions) for (const block of region.blocks) order(block);
    });
  },
});

function order(block: Block): void {
  const ops = [...block];
  const done = new Set<Operation>();
  const ordered: Operation[] = [];
  for (const op of ops) if (op.results.every((result) => !result.hasUses)) visit(op, block, done, ordered);
  if (ordered.length !== ops.length || ordered.every((op, i) => op === ops[i])) return;
  // The last one, which ends the block, stays.
  for (const op of ordered.slice(0, -1)) op.moveBefore(ordered.at(-1)!);
}

/** Adds an operation after those of the block that it takes values from, without recursion: chains are long. */
function visit(from: Operation, block: Block, done: Set<Operation>, ordered: Operation[]): void {
  const stack = [{ op: from, sources: sourcesIn(from, block) }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.sources.shift();
    if (next !== undefined) {
      if (!done.has(next)) stack.push({ op: next, sources: sourcesIn(next, block) });
      continue;
    }
    if (!done.has(top.op)) ordered.push(top.op);
    done.add(top.op);
    stack.pop();
  }
}

/** The operations of a block that an operation, and then what is inside of it, takes values from. */
function sourcesIn(op: Operation, block: Block): Operation[] {
  const sources: Operation[] = [];
  op.walk((inner) => {
    for (const { definingOp } of inner.operandValues().filter(({ parentBlock }) => parentBlock === block))
      if (definingOp !== null) sources.push(definingOp);
  }, 'pre');
  return sources;
}
