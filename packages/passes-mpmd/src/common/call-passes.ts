import { type FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { FragmentCallOp, FragmentOp, MpmdCallOp } from '@shardform/dialect-mpmd';
import {
  CallSiteLoc,
  countExpansion,
  definePass,
  IrMapping,
  type Location,
  type ModuleOp,
  type Operation,
  Rewriter,
  simplifyRegion,
} from '@shardform/ir-core';
import { argumentEdges, calleeOf, callsOf } from '../program/call-edges.ts';
import { isEntryPoint, mpmdFunctions, updateFunctionType } from '../program/functions.ts';
import { isNegligible } from '../program/operations.ts';

/** `mpmd-sink-negligible-ops-into-call-op`. */
export const sinkNegligibleOps = /* @__PURE__ */ definePass({
  name: 'mpmd-sink-negligible-ops-into-call-op',
  className: 'SinkNegligibleOpsIntoCallOpPass',
  summary: 'Moves negligible operands of all calls of a function into the function.',
  anchor: 'builtin.module',
  run(module, { context }) {
    for (const func of mpmdFunctions(module)) sinkInto(func, new Rewriter(context));
  },
});

function sinkInto(func: FuncOp, rewriter: Rewriter): void {
  const first = func.entry.firstOp!;
  rewriter.setInsertionPoint(first);
  const sunk = new Set<number>();
  argumentEdges(func).forEach(({ sources, targets: [argument] }, i) => {
    const value = sources[0]!.value;
    const { definingOp } = value;
    if (definingOp === null || !isNegligible(definingOp)) return;
    if (sources.some((source) => source.value !== value)) return;
    argument!.replaceAllUsesWith(rewriter.clone(definingOp).getResult());
    sunk.add(i);
  });
  if (sunk.size === 0) return;
  const calls = callsOf(func);
  eraseArguments(func, sunk);
  for (const call of calls) {
    call.setOperands(call.operandValues().filter((_, i) => !sunk.has(i)));
  }
  const callers = new Set(calls.map((call) => call.parentOp!));
  for (const caller of callers) {
    for (const region of caller.regions) simplifyRegion(region, rewriter, 'normal');
  }
}

/** Takes unused arguments off a function, with their attributes and types. */
function eraseArguments(func: FuncOp, erased: ReadonlySet<number>): void {
  const attrs = valueAttrsList(func, 'arg_attrs').filter((_, i) => !erased.has(i));
  for (let i = func.entry.arguments.length - 1; i >= 0; i--) if (erased.has(i)) func.entry.eraseArgument(i);
  updateFunctionType(func);
  setAllValueAttrs(func, 'arg_attrs', attrs);
}

/** `mpmd-erase-unused-callee-block-arguments`. */
export const eraseUnusedCalleeArguments = /* @__PURE__ */ definePass({
  name: 'mpmd-erase-unused-callee-block-arguments',
  className: 'EraseUnusedCalleeBlockArgumentsPass',
  summary: 'Erases arguments of callees that are not used, or only returned.',
  anchor: 'builtin.module',
  run(module, { context }) {
    for (const func of mpmdFunctions(module)) {
      if (!isEntryPoint(func)) eraseUnusedArguments(func, new Rewriter(context));
    }
  },
});

function eraseUnusedArguments(func: FuncOp, rewriter: Rewriter): void {
  const calls = callsOf(func);
  if (calls.length === 0) return;
  const terminator = func.entry.getTerminator();
  const erased = new Set<number>();
  /** The argument that stands for a result. */
  const forwarded = new Map<number, number>();
  for (const argument of func.entry.arguments) {
    if (argument.users().some((user) => user !== terminator)) continue;
    erased.add(argument.index);
    for (const use of argument.uses()) forwarded.set(use.index, argument.index);
  }
  if (erased.size === 0) return;
  for (const call of calls) {
    for (const [result, argument] of forwarded) {
      call.getResult(result).replaceAllUsesWith(call.getOperand(argument));
    }
  }
  if (forwarded.size === terminator.operands.length) {
    for (const call of calls) call.erase();
    func.erase();
    return;
  }
  const resultAttrs = valueAttrsList(func, 'res_attrs').filter((_, i) => !forwarded.has(i));
  terminator.setOperands(terminator.operandValues().filter((_, i) => !forwarded.has(i)));
  eraseArguments(func, erased);
  setAllValueAttrs(func, 'res_attrs', resultAttrs);
  for (const call of calls) {
    const kept = call.results.filter(({ index }) => !forwarded.has(index));
    rewriter.setInsertionPoint(call);
    const smaller = rewriter.create(
      MpmdCallOp,
      { tensors: call.operandValues().filter((_, i) => !erased.has(i)), callee: call.callee },
      kept.map(({ type }) => type),
      { location: call.location, attributes: call.discardable },
    );
    kept.forEach((result, i) => result.replaceAllUsesWith(smaller.getResult(i)));
    call.erase();
  }
}

/** `mpmd-call-inline`. */
export const callInline = /* @__PURE__ */ definePass({
  name: 'mpmd-call-inline',
  className: 'CallInlinePass',
  summary: 'Inlines mpmd.call ops, whose attributes go to the fragments.',
  anchor: 'builtin.module',
  run(module: ModuleOp, { context }) {
    const rewriter = new Rewriter(context);
    const calls: MpmdCallOp[] = [];
    module.walkOf(MpmdCallOp, (call) => void calls.push(call));
    for (const call of calls) inline(call, rewriter);
  },
});

function inline(call: MpmdCallOp, rewriter: Rewriter): void {
  const callee = calleeOf(call);
  countExpansion(callee.body);
  const mapping = new IrMapping();
  callee.entry.arguments.forEach((argument, i) => mapping.values.set(argument, call.getOperand(i)));
  rewriter.setInsertionPoint(call);
  const terminator = callee.entry.getTerminator();
  for (const op of callee.entry) {
    if (op === terminator) continue;
    const copy = rewriter.clone(op, mapping);
    relocate(copy, call.location);
    copy.walk((inner) => {
      if (!(inner instanceof FragmentOp || inner instanceof FragmentCallOp)) return;
      for (const [name, attribute] of call.discardable ?? []) inner.setAttr(name, attribute);
    });
  }
  call.replaceAllUsesWith(terminator.operandValues().map((value) => mapping.value(value)));
  call.erase();
}

/** Says of inlined operations where the call stood. */
function relocate(op: Operation, caller: Location): void {
  op.walk((inner) => {
    inner.location = CallSiteLoc.get(inner.location, caller);
    for (const region of inner.regions) {
      for (const block of region.blocks) {
        for (const argument of block.arguments)
          argument.location = CallSiteLoc.get(argument.location, caller);
      }
    }
  });
}
