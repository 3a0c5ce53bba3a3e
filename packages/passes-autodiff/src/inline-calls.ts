import { CallOp, FuncOp } from '@shardform/dialect-func';
import { CompositeOp } from '@shardform/dialect-stablehlo';
import {
  Builder,
  type Context,
  currentBudget,
  IrMapping,
  limitMessage,
  type Operation,
  SymbolTables,
  zip,
} from '@shardform/ir-core';
import { DifferentiationError } from './differentiation-error.ts';

/** Calls in calls in calls: more are taken for a recursion. */
const MOST_CALLS = 256;

/** Replaces calls and composites, in regions as well, by what the functions that they name do, as long as there are any. */
export function inlineCalls(func: FuncOp, context: Context): void {
  const builder = new Builder(context);
  const symbols = new SymbolTables();
  const depth = new Map<Operation, number>();
  const pending = callsIn(func);
  const most = currentBudget().limits.operations;
  let added = 0;
  for (let call = pending.pop(); call !== undefined; call = pending.pop()) {
    const callee = calledFunction(call, symbols);
    if (callee === null || callee.isDeclaration || callee.body.blocks.length !== 1)
      throw new DifferentiationError(call, `calls no function that can be inlined`);
    const own = (depth.get(call) ?? 0) + 1;
    if (callee === func || own > MOST_CALLS) throw new DifferentiationError(call, 'calls itself');
    builder.setInsertionPoint(call);
    const mapping = new IrMapping();
    const operands = call.operandValues();
    zip(callee.body.entry.arguments, operands).forEach(([argument, operand]) =>
      mapping.values.set(argument, operand),
    );
    for (const op of callee.body.entry) {
      if (op.definition.isTerminator) {
        call.replaceAllUsesWith(op.operandValues().map((value) => mapping.value(value)));
        break;
      }
      const copy = builder.clone(op, mapping);
      // Calls in calls make copies of copies.
      copy.walk(() => {
        added++;
      });
      if (added > most)
        throw new DifferentiationError(call, limitMessage('operations', 'makes calls of', null, most));
      for (const inner of callsIn(copy)) {
        depth.set(inner, own);
        pending.push(inner);
      }
    }
    call.erase();
  }
}

type Call = CallOp | CompositeOp;

function callsIn(op: Operation): Call[] {
  const calls: Call[] = [];
  op.walk((inner) => {
    if (inner instanceof CallOp || inner instanceof CompositeOp) calls.push(inner);
  });
  return calls;
}

function calledFunction(call: Call, symbols: SymbolTables): FuncOp | null {
  if (call instanceof CallOp) return call.calledFunction(symbols);
  const callee = symbols.lookupNearest(call, call.decomposition);
  return callee instanceof FuncOp ? callee : null;
}
