import { FuncOp } from '@shardform/dialect-func';
import { WhileOp } from '@shardform/dialect-stablehlo';
import { type Block, BlockArgument, definePass, type Operation, type Value } from '@shardform/ir-core';
import { OtherEffects } from '../../module/other-effects.ts';

/** `shardform-erase-unused`. */
export const eraseUnused = /* @__PURE__ */ definePass({
  name: 'shardform-erase-unused',
  className: 'EraseUnusedPass',
  summary: 'Erases what has no effect and is not used.',
  description:
    'Collectives have effects, so that those for results that nobody uses would stay. Before propagation: constraints of values that nobody uses say nothing about others, as in XLA.',
  anchor: 'builtin.module',
  run(module, { context }) {
    const effects = new OtherEffects(context);
    module.walkOf(FuncOp, (func) => {
      for (const { blocks } of func.regions) for (const block of blocks) eraseIn(block, effects);
    });
  },
});

/** Erases what is not used, from the end of a block to its beginning. */
function eraseIn(block: Block, effects: OtherEffects): void {
  let previous: Operation | null;
  for (let op = block.lastOp; op !== null; op = previous) {
    previous = op.previous;
    const isUnused = !op.definition.isTerminator && op.hasNoUses() && !effects.has(op);
    if (isUnused) op.erase();
    else {
      if (op instanceof WhileOp) handOnUnused(op, effects);
      for (const { blocks } of op.regions) for (const inner of blocks) eraseIn(inner, effects);
    }
  }
}

/** Lets iterations hand on as it is what neither the condition, nor effects, nor results in use need, so that nothing makes it. */
function handOnUnused(loop: WhileOp, effects: OtherEffects): void {
  const [cond, body] = [loop.cond.entry, loop.body.entry];
  const { terminator } = body;
  if (terminator === null) return;
  const needed = new Set<number>();
  const pending: Value[] = [];
  const seen = new Set<Operation>();
  const need = (index: number): void => {
    if (needed.has(index)) return;
    needed.add(index);
    pending.push(terminator.getOperand(index));
  };
  loop.results.forEach((result, i) => {
    if (result.hasUses || cond.getArgument(i).hasUses) need(i);
  });
  // What the body does whatever becomes of its values.
  for (const op of body) if (op !== terminator && effects.has(op)) pending.push(...operandsWithin(op, seen));
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value instanceof BlockArgument && value.owner === body) need(value.index);
    const owner = value.definingOp;
    if (owner?.parent === body) pending.push(...operandsWithin(owner, seen));
  }
  for (const [i, argument] of body.arguments.entries())
    if (!needed.has(i)) terminator.setOperand(i, argument);
}

/** The operands of an operation and of those in its regions, once. */
function operandsWithin(op: Operation, seen: Set<Operation>): Value[] {
  if (seen.has(op)) return [];
  seen.add(op);
  const operands: Value[] = [];
  op.walk((inner) => void operands.push(...inner.operandValues()));
  return operands;
}
