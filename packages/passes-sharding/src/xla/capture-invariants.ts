import { WhileOp } from '@shardform/dialect-stablehlo';
import { definePass } from '@shardform/ir-core';

/** `shardform-capture-invariants`. */
export const captureInvariants = /* @__PURE__ */ definePass({
  name: 'shardform-capture-invariants',
  className: 'CaptureInvariantsPass',
  summary: 'Lets the bodies of loops use values of outside that every iteration hands on as they are.',
  description:
    'XLA gives such programs to Shardy: the sharding that a loop wants of a value is then wanted outside, too. Loops still hand the values on.',
  anchor: 'func.func',
  run(func) {
    func.walkOf(WhileOp, capture);
  },
});

function capture(loop: WhileOp): void {
  const [cond, body] = [loop.cond.entry, loop.body.entry];
  const { terminator } = body;
  if (terminator === null) return;
  for (const { index, value } of loop.operands) {
    const argument = body.getArgument(index);
    const next = terminator.getOperand(index);
    if (next !== argument && next !== value) continue;
    terminator.setOperand(index, argument);
    argument.replaceUsesIf(value, (use) => use.owner !== terminator || use.index !== index);
    cond.getArgument(index).replaceAllUsesWith(value);
    loop.getResult(index).replaceAllUsesWith(value);
  }
}
