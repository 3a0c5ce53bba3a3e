import { AllGatherOp, AllReduceOp } from '@shardform/dialect-stablehlo';
import { type Block, definePass, type Operation } from '@shardform/ir-core';
import { OtherEffects } from '../../module/other-effects.ts';
import { combine, type CombinableOp, combiningKey, isSmall } from './combinable.ts';

/** `shardform-combine-collectives`. */
export const combineCollectives = /* @__PURE__ */ definePass({
  name: 'shardform-combine-collectives',
  className: 'CombineCollectivesPass',
  summary:
    'Makes one collective with several operands of small ones of a kind that do not depend on each other.',
  description:
    'All-reduces and all-gathers of the same devices, with the same reduction or dimension, wait for each other in a block and take the steps of one. Only those wait that take as long for their steps as for what they send. What needs their results comes after them then; operations with other effects than communication, and what has them in its regions or functions, are passed by none.',
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo'],
  run(module, { context }) {
    const effects = new OtherEffects(context);
    const blocks = new Set<Block>();
    module.walk((op) => {
      if (isCombinable(op) && op.parent !== null) blocks.add(op.parent);
    });
    for (const block of blocks) combineIn(block, effects);
  },
});

function isCombinable(op: Operation): op is CombinableOp {
  return op instanceof AllReduceOp || op instanceof AllGatherOp;
}

function combineIn(block: Block, effects: OtherEffects): void {
  /** By key, a collective that others may join. */
  const waiting = new Map<string, CombinableOp>();
  const seen = new Set<Operation>();
  /** The operations up to the current one with their order: whatever moves makes that of the block stale. */
  const passed = new Map<Operation, number>();
  let place = 0;
  for (let op = block.firstOp; op !== null; op = op.next) {
    passed.set(op, place++);
    if (effects.has(op)) waiting.clear();
    // What depended on a collective has come behind another one.
    if (!isCombinable(op) || seen.has(op)) continue;
    seen.add(op);
    const key = combiningKey(op);
    if (key === null) continue;
    const first = waiting.get(key);
    const dependent = first === undefined ? null : dependentBetween(first, op, passed);
    let last: CombinableOp = op;
    if (first !== undefined && dependent !== null) {
      for (const user of dependent.toReversed()) {
        user.moveAfter(op);
        passed.delete(user);
      }
      last = combine(first, op);
      seen.add(last);
      passed.set(last, place++);
      op = last;
    }
    if (isSmall(last)) waiting.set(key, last);
    else waiting.delete(key);
  }
}

/**
 * The operations between two of a block that depend on the first, in order; `null` if the second one does.
 *
 * @param passed those of the block up to the second one, with their order.
 */
function dependentBetween(
  first: Operation,
  second: Operation,
  passed: ReadonlyMap<Operation, number>,
): Operation[] | null {
  const block = first.parent!;
  const found = new Set<Operation>();
  const stack: Operation[] = [first];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const result of at.results) {
      for (const { owner } of result.uses()) {
        const user = block.findAncestorOp(owner);
        if (user === second) return null;
        if (user === null || found.has(user) || !passed.has(user)) continue;
        found.add(user);
        stack.push(user);
      }
    }
  }
  return [...found].sort((a, b) => passed.get(a)! - passed.get(b)!);
}
