import type { CaseOp, WhileLoopOp } from '@shardform/dialect-ttcore';
import { SymbolRefAttr, type Value } from '@shardform/ir-core';

/** The statement of a loop, and the operands of its head; then come the list of what rounds change, twice, and the others. */
export interface LoopStatement {
  readonly format: string;
  readonly head: readonly Value[];
}

/**
 * Returns the statement of a loop.
 *
 * @param state the list of what rounds change; functions return several values as a tuple, and one as it is.
 * @param fixed what they do not change.
 */
export function loopStatement(
  op: WhileLoopOp,
  state: Value,
  fixed: readonly Value[],
  valueOf: (value: Value) => Value,
): LoopStatement {
  const { rounds, conditionProgram: condition } = op;
  const args = ['*{}', ...fixed.map(() => '{}')].join(', ');
  const call = `${op.bodyProgram.root}(${args})`;
  const round = `{} = ${op.stateCount.number === 1 ? `[${call}]` : `list(${call})`}`;
  if (condition !== null) {
    const test = `utils.get_scalar_from_tensor(${condition.root}(${args}))`;
    return { format: `while ${test}: ${round}`, head: [state, ...fixed] };
  }
  if (rounds !== null) return { format: `for _ in range(${rounds}): ${round}`, head: [] };
  const bounds = [op.initial, op.limit, op.step];
  const texts = bounds.map((bound) =>
    bound?.operand == null ? String(bound?.value) : 'utils.get_scalar_from_tensor({})',
  );
  const operands = bounds.flatMap((bound) => (bound?.operand == null ? [] : [op.getOperand(bound.operand)]));
  return { format: `for _ in range(${texts.join(', ')}): ${round}`, head: operands.map(valueOf) };
}

/** Returns a function of a number and the arguments, which calls one of several functions; the last for other numbers. */
export function choiceCallee({ branchPrograms }: CaseOp): string {
  const names = branchPrograms.elements.map((name) => (name instanceof SymbolRefAttr ? name.root : ''));
  const known = names.slice(0, -1).map((name, i) => `${i}: ${name}`);
  return `(lambda at, *args: {${known.join(', ')}}.get(at, ${names.at(-1)!})(*args))`;
}
