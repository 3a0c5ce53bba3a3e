import { CallOpaqueOp, GlobalStatementOp, IfOp } from '@shardform/dialect-emitpy';
import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { isKind } from '@shardform/dialect-ttcore';
import { Block, definePass, type Operation, StringAttr } from '@shardform/ir-core';
import { CONST_EVALED } from '../convert/convert-ttnn-to-emitpy.ts';
import { CACHE, functionsIn } from '../prepare/names.ts';

/** What is kept is computed where the dictionary is empty. */
export const emitpyConstEvalCaching = definePass({
  name: 'emitpy-const-eval-caching',
  className: 'EmitPyConstEvalCaching',
  summary: 'computes what is kept only once',
  anchor: 'builtin.module',
  run(module) {
    for (const func of functionsIn(module)) {
      for (const op of func.entry) if (op instanceof GlobalStatementOp && op.hasAttr(CACHE)) nameCall(op);
      if (isKind(func, 'const_eval_wrapper')) guard(func);
    }
  },
});

/** The call that fills the dictionary gives its result the variable's name. */
function nameCall(op: GlobalStatementOp): void {
  op.setAttr(CACHE, null);
  for (const user of op.result.users())
    if (user instanceof CallOp) user.setAttr('emitpy.name', StringAttr.get(op.globalName.root));
}

/** The operations that only what is kept needs, and its users. */
function chain(calls: readonly Operation[], block: Block): Operation[] {
  const found = new Set(calls);
  const next = [...calls];
  for (let op = next.pop(); op !== undefined; op = next.pop())
    for (const user of op.results.flatMap((result) => result.users()))
      if (user.parent === block && !found.has(user)) {
        found.add(user);
        next.push(user);
      }
  next.push(...found);
  for (let op = next.pop(); op !== undefined; op = next.pop())
    for (const { definingOp } of op.operandValues()) {
      if (definingOp?.parent !== block || found.has(definingOp)) continue;
      const users = definingOp.results.flatMap((result) => result.users());
      if (users.some((user) => user.parent === block && !found.has(user))) continue;
      found.add(definingOp);
      next.push(definingOp);
    }
  return [...block].filter((op) => found.has(op));
}

function guard(func: FuncOp): void {
  const { entry } = func;
  const calls = [...entry].filter((op) => op instanceof CallOpaqueOp && op.hasAttr(CONST_EVALED));
  if (calls.length === 0) return;
  for (const call of calls) call.setAttr(CONST_EVALED, null);
  const ops = chain(calls, entry);
  const condArgs = [entry.getArgument(0)];
  const made = IfOp.create({ condition: StringAttr.get('not {}'), condArgs }, [], {
    location: func.location,
  });
  entry.insertBefore(made, ops[0]!);
  const body = made.thenRegion.append(new Block());
  for (const op of ops) op.moveToEnd(body);
}
