import type { Instruction } from '@shardform/hlo-module';

/**
 * Returns the instructions so that each follows its operands, from each instruction without users in the order given: the
 * order in which XLA prints a computation.
 */
export function postOrder(instructions: readonly Instruction[]): Instruction[] {
  const used = new Set<Instruction>();
  for (const { operands } of instructions) for (const operand of operands) used.add(operand);
  const ordered: Instruction[] = [];
  const state = new Map<Instruction, 'open' | 'done'>();
  for (const root of instructions) {
    if (used.has(root)) continue;
    const stack: Instruction[] = [root];
    for (;;) {
      const current = stack.at(-1);
      if (current === undefined) break;
      const known = state.get(current);
      if (known !== undefined) {
        stack.pop();
        if (known === 'open') {
          state.set(current, 'done');
          ordered.push(current);
        }
        continue;
      }
      state.set(current, 'open');
      for (let i = current.operands.length - 1; i >= 0; i--) {
        const operand = current.operands[i];
        if (operand !== undefined && !state.has(operand)) stack.push(operand);
      }
    }
  }
  return ordered;
}
