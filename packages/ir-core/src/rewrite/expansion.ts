import { currentBudget } from '../budget/budget.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';

/**
 * Counts the operations that copying the body of a callable adds to a program: calls of calls grow exponentially.
 *
 * @throws LimitError
 */
export function countExpansion(source: Operation | Region): void {
  let count = 0;
  const visit = (op: Operation): void => {
    op.walk(() => {
      count++;
    });
  };
  if ('blocks' in source) for (const block of source.blocks) for (const op of block) visit(op);
  else visit(source);
  currentBudget().spend('operations', 'copies of what is called have', count);
}

/**
 * Counts the operations that an operation becomes which is done in parts, as many as a file says.
 *
 * @param each operations that a part takes.
 * @throws LimitError
 */
export function countParts(op: Operation, parts: number, each: number): void {
  currentBudget().spend('operations', `the parts of '${op.name}' have`, parts * each);
}
