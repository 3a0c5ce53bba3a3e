import { AsyncDoneOp, AsyncStartOp } from '@shardform/dialect-stablehlo';
import { definePass } from '@shardform/ir-core';

/** `shardform-synchronize-collectives`. */
export const synchronizeCollectives = /* @__PURE__ */ definePass({
  name: 'shardform-synchronize-collectives',
  className: 'SynchronizeCollectivesPass',
  summary: 'Makes an asynchronous start and its done the operation that is started.',
  description:
    'The operation takes the place of the start. Futures that anything but a done uses stay. `shardform-overlap-collectives` makes starts and dones again.',
  anchor: 'builtin.module',
  run(module) {
    const starts: AsyncStartOp[] = [];
    module.walk((op) => {
      if (op instanceof AsyncStartOp) starts.push(op);
    });
    for (const op of starts) synchronize(op);
  },
});

function synchronize(start: AsyncStartOp): void {
  const users = start.result.users();
  if (!users.every((user) => user instanceof AsyncDoneOp)) return;
  const block = start.body.entry;
  const returned = block.getTerminator().operandValues();
  block.arguments.forEach((argument, i) => argument.replaceAllUsesWith(start.getOperand(i)));
  for (const op of [...block]) if (!op.definition.isTerminator) op.moveBefore(start);
  for (const done of users) {
    done.getResult().replaceAllUsesWith(returned[0]!);
    done.erase();
  }
  start.erase();
}
