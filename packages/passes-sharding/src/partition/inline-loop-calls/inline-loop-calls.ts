import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { resultShardings, ShardingConstraintOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { WhileOp } from '@shardform/dialect-stablehlo';
import {
  type Block,
  Builder,
  type Context,
  definePass,
  inlineCall,
  type ModuleOp,
  type Operation,
  type Value,
} from '@shardform/ir-core';
import { callGraphPostOrder, callsIn, isRecursive } from '../../module/call-graph.ts';
import { functionShardings } from '../../module/func-shardings.ts';

/** `shardform-inline-loop-calls`. */
export const inlineLoopCalls = /* @__PURE__ */ definePass({
  name: 'shardform-inline-loop-calls',
  className: 'InlineLoopCallsPass',
  summary: 'Inlines functions that loops call.',
  description:
    'Shardings do not propagate from the values of a loop through calls in its body, so that an array which each iteration indexes by a function would be gathered before the loop. XLA partitions programs without calls. Shardings of a signature, or of a call, become constraints.',
  anchor: 'builtin.module',
  run(module, { context }) {
    // Propagation reports calls that cannot be unfolded.
    if (callsIn(module).some(isInLoop) && !isRecursive(module, context)) inlineCallsOfLoops(module, context);
  },
});

function isInLoop(call: CallOp): boolean {
  let op: Operation | null = call.parentOp;
  while (op !== null && !(op instanceof WhileOp)) op = op.parentOp;
  return op !== null;
}

/** Functions come after those that they call, whose loops have no calls by then. */
function inlineCallsOfLoops(module: ModuleOp, context: Context): void {
  for (const func of callGraphPostOrder(module)) {
    const waiting = callsIn(func).filter(isInLoop);
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
      const callee = call.calledFunction();
      if (callee !== null && !callee.isDeclaration) waiting.push(...inlineInto(call, callee, context));
    }
  }
}

/** Inlines a call. @returns the calls of the function, which are calls of the loop then. */
function inlineInto(call: CallOp, callee: FuncOp, context: Context): readonly CallOp[] {
  const calls: CallOp[] = [];
  constrainSignature(call, callee, context);
  const isInlined = inlineCall(call, callee, context, {
    clone: true,
    onInlined: (blocks) => calls.push(...callsOf(blocks)),
  });
  if (isInlined) call.erase();
  return calls;
}

function callsOf(blocks: readonly Block[]): CallOp[] {
  return blocks.flatMap((block) =>
    [...block].flatMap((op) => (op instanceof CallOp ? [op] : op.regions.length > 0 ? callsIn(op) : [])),
  );
}

/** Constrains operands and results of a call to the shardings that the function, or the call, gives them. */
function constrainSignature(call: CallOp, callee: FuncOp, context: Context): void {
  const builder = new Builder(context);
  builder.location = call.location;
  const constraint = (input: Value, sharding: TensorShardingAttr): Value =>
    builder.create(ShardingConstraintOp, { input, sharding }, [input.type]).result;
  builder.setInsertionPoint(call);
  for (const [i, sharding] of functionShardings(callee, 'arg_attrs').entries())
    if (sharding !== null) call.setOperand(i, constraint(call.getOperand(i), sharding));
  builder.setInsertionPointAfter(call);
  const given = resultShardings(call)?.shardings ?? [];
  for (const [i, own] of functionShardings(callee, 'res_attrs').entries()) {
    const sharding = given[i] ?? own;
    if (sharding === null) continue;
    const result = call.getResult(i);
    const uses = [...result.uses()];
    const constrained = constraint(result, sharding);
    for (const use of uses) use.set(constrained);
  }
}
