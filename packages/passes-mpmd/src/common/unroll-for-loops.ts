import { FuncOp } from '@shardform/dialect-func';
import { MpmdCallOp, MpmdForOp, UNROLL_COUNTER, CALL_COUNTER } from '@shardform/dialect-mpmd';
import { ConstantOp } from '@shardform/dialect-stablehlo';
import {
  DenseElementsAttr,
  IntegerAttr,
  IrMapping,
  type PassRun,
  RankedTensorType,
  Rewriter,
  ui32,
  type Value,
} from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';

/** `mpmd-unroll-for-loops`. */
export const unrollForLoops = /* @__PURE__ */ distributedPass({
  name: 'mpmd-unroll-for-loops',
  className: 'UnrollForLoopsPass',
  summary: 'Fully unrolls mpmd.for ops.',
  description: 'Each copy of an operation says by `unroll_counter` which iteration it is of.',
  dependentDialects: ['stablehlo'],
  run(func, pass) {
    let counter = 0;
    func.walkOf(MpmdForOp, (loop) => {
      const iterations = loop.iterations.number;
      if (unroll(loop, counter, pass)) counter += iterations;
    });
  },
});

function unroll(loop: MpmdForOp, firstCounter: number, pass: PassRun): boolean {
  const fail = (message: string): false => {
    pass.context.diagnostics.error(loop.location, message);
    pass.fail();
    return false;
  };
  const iterations = loop.iterations.number;
  if (!(loop.parentOp instanceof FuncOp)) {
    return fail("Nested fori loops aren't supported. Please contact OWNERs if you need this feature.");
  }
  if (loop.unrollFactor?.number !== iterations) {
    return fail(`only loops with an unroll factor of all ${iterations} iterations can be unrolled`);
  }
  const rewriter = new Rewriter(pass.context);
  rewriter.setInsertionPoint(loop);
  const terminator = loop.entry.getTerminator();
  const type = RankedTensorType.get([], ui32);
  let carried: readonly Value[] = loop.operandValues();
  for (let k = 0; k < iterations; k++) {
    const attributes = [[UNROLL_COUNTER, IntegerAttr.get(firstCounter + k, ui32)]] as const;
    const value = DenseElementsAttr.splat(type, k);
    const index = rewriter.create(ConstantOp, { value }, [type], { location: loop.location, attributes });
    const mapping = new IrMapping();
    [...carried, index.getResult()].forEach((given, i) =>
      mapping.values.set(loop.entry.getArgument(i), given),
    );
    for (const op of loop.entry) {
      if (op === terminator) continue;
      rewriter.clone(op, mapping).setAttr(UNROLL_COUNTER, attributes[0][1]);
    }
    carried = terminator.operandValues().map((returned) => mapping.value(returned));
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
  return true;
}

/** `mpmd-from-unroll-to-call-counter`. */
export const fromUnrollToCallCounter = /* @__PURE__ */ distributedPass({
  name: 'mpmd-from-unroll-to-call-counter',
  className: 'FromUnrollToCallCounterPass',
  summary: 'Converts unroll counters of calls to call counters.',
  run(func) {
    func.walkOf(MpmdCallOp, (call) => {
      const counter = call.getAttr(UNROLL_COUNTER);
      if (counter === null) return;
      call.setAttr(UNROLL_COUNTER, null);
      call.setAttr(CALL_COUNTER, counter);
    });
  },
});
