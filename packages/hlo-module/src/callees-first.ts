import { HloError } from './hlo-error.ts';
import type { Computation } from './model/module.ts';

/** Returns computations in an order in which callees come before callers. Throws where they call each other in a circle. */
export function calleesFirst(computations: readonly Computation[]): Computation[] {
  const ordered: Computation[] = [];
  const states = new Map<Computation, 'open' | 'done'>();
  for (const start of computations) {
    const stack = [calleesOf(start)];
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      if (states.get(top.computation) === undefined) states.set(top.computation, 'open');
      else if (states.get(top.computation) === 'done') {
        stack.pop();
        continue;
      }
      const callee = top.callees[top.next++];
      if (callee === undefined) {
        states.set(top.computation, 'done');
        ordered.push(top.computation);
        stack.pop();
      } else if (states.get(callee) === 'open') {
        throw new HloError(`computation '${callee.name}' calls itself`, callee.line, callee.line > 0 ? 1 : 0);
      } else if (states.get(callee) === undefined) stack.push(calleesOf(callee));
    }
  }
  return ordered;
}

function calleesOf(computation: Computation) {
  const callees = computation.instructions.flatMap(({ called }) => called.map((call) => call.computation));
  return { computation, callees, next: 0 };
}
