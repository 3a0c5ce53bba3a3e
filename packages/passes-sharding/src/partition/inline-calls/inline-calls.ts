import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { WhileOp } from '@shardform/dialect-stablehlo';
import {
  type Block,
  booleanOption,
  type Context,
  definePass,
  inlineCall,
  integerOption,
  lookUp,
  type Operation,
} from '@shardform/ir-core';
import {
  callCounts,
  callGraphPostOrder,
  callsIn,
  isRecursive,
  operationsIn,
} from '../../module/call-graph.ts';
import { isMoreOperations } from '../../module/more-operations.ts';
import { constrainSignature } from './constrain-signature.ts';

/** Functions of at most so many operations are inlined wherever they are called. */
const SMALL = 64;

/** `shardform-inline-calls`. */
export const inlineCalls = /* @__PURE__ */ definePass({
  name: 'shardform-inline-calls',
  className: 'InlineCallsPass',
  summary: 'Inlines calls before shardings are propagated.',
  description:
    'XLA partitions programs without calls. A function that stays has one signature for all calls with the same shardings: what is split in another way is gathered at a call, and shardings do not propagate from the values of a loop through calls in its body. Where the program would get more operations than the given number, functions stay that have more than 64, are called several times, and not by a loop. So do those with `no_inline`.',
  options: {
    'most-operations': integerOption(
      'Number of operations of a program without calls above which large functions stay that are called several times',
      20_000,
      'uint',
    ),
    'constrain-signatures': booleanOption(
      'Makes constraints of the shardings that functions and calls give arguments and results',
    ),
  },
  anchor: 'builtin.module',
  run(module, { context, options }) {
    // Propagation reports calls that cannot be unfolded.
    if (callsIn(module).length === 0 || isRecursive(module, context)) return;
    const funcs = callGraphPostOrder(module);
    const inliner = new CallInliner(context, {
      keepsLarge: unfoldedSize(funcs) > options['most-operations'],
      constrainsSignatures: options['constrain-signatures'],
      calls: new Map(callCounts(module)),
    });
    for (const func of funcs) inliner.inlineCallsOf(func);
  },
});

/** Returns the number of operations of a program without calls. @param funcs callees before their callers. */
function unfoldedSize(funcs: readonly FuncOp[]): number {
  const sizes = new Map<FuncOp, number>();
  let total = 0;
  for (const func of funcs) {
    const called = calleesOf(callsIn(func)).reduce((sum, callee) => sum + (sizes.get(callee) ?? 0), 0);
    const size = operationsIn(func) + called;
    sizes.set(func, size);
    if (func.isPublic) total += size;
  }
  return total;
}

interface Choices {
  /** Whether large functions stay that are called several times, and not by a loop. */
  readonly keepsLarge: boolean;
  readonly constrainsSignatures: boolean;
  /** By function, how often it is called. */
  readonly calls: Map<FuncOp, number>;
}

/** Inlines the calls of functions, which are given callees before their callers. */
class CallInliner {
  readonly #context: Context;
  readonly #choices: Choices;

  constructor(context: Context, choices: Choices) {
    this.#context = context;
    this.#choices = choices;
  }

  inlineCallsOf(func: FuncOp): void {
    const waiting = callsIn(func).toReversed();
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
      const callee = call.calledFunction();
      if (callee === null || callee.isDeclaration || this.#stays(call, callee)) continue;
      // Calls of a function that stayed are calls of a loop, where the function is one.
      waiting.push(...this.#inline(call, callee).toReversed());
    }
  }

  #stays(call: CallOp, callee: FuncOp): boolean {
    if (call.noInline !== null || callee.noInline !== null) return true;
    const { keepsLarge, calls } = this.#choices;
    return keepsLarge && isMoreOperations(callee, SMALL) && lookUp(calls, callee) > 1 && !isInLoop(call);
  }

  /** Inlines a call. @returns the calls of the function. */
  #inline(call: CallOp, callee: FuncOp): readonly CallOp[] {
    const inner: CallOp[] = [];
    if (this.#choices.constrainsSignatures) constrainSignature(call, callee, this.#context);
    const isInlined = inlineCall(call, callee, this.#context, {
      clone: true,
      onInlined: (blocks) => inner.push(...callsOf(blocks)),
    });
    if (!isInlined) return [];
    call.erase();
    const { calls } = this.#choices;
    for (const own of calleesOf(inner)) calls.set(own, lookUp(calls, own) + 1);
    this.#release(callee);
    return inner;
  }

  /** Counts a call less; a function that nothing calls any more is gone with its calls. */
  #release(callee: FuncOp): void {
    const { calls } = this.#choices;
    const count = lookUp(calls, callee) - 1;
    calls.set(callee, count);
    if (count === 0 && !callee.isPublic) for (const own of calleesOf(callsIn(callee))) this.#release(own);
  }
}

function calleesOf(calls: readonly CallOp[]): FuncOp[] {
  return calls.flatMap((call) => call.calledFunction() ?? []);
}

function isInLoop(call: CallOp): boolean {
  let op: Operation | null = call.parentOp;
  while (op !== null && !(op instanceof WhileOp)) op = op.parentOp;
  return op !== null;
}

function callsOf(blocks: readonly Block[]): CallOp[] {
  return blocks.flatMap((block) =>
    [...block].flatMap((op) => (op instanceof CallOp ? [op] : op.regions.length > 0 ? callsIn(op) : [])),
  );
}
