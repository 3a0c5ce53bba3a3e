import { defineOp, type Operation, type OpReport } from '@shardform/ir-core';
import { placed } from '../placed-type.ts';

/**
 * Releases the memory of a tensor. It may not be used afterwards, be freed again, or be a result of the function.
 * Where nothing is freed a tensor's memory is released after its last use, and that of a function's argument never.
 */
export class FreeOp extends defineOp('dist.free', {
  summary: 'releases the memory of a tensor',
  operands: { input: placed },
  effects: [{ kind: 'free', on: 'input' }],
  speculates: 'never',
  format: '$input attr-dict `:` type($input)',
}) {
  override verifyOp(report: OpReport): boolean {
    for (let use = this.input.firstUse; use !== null; use = use.nextUse) {
      const user = inBlockOf(this, use.owner);
      if (user === null || user === this || user.isBefore(this)) continue;
      if (user instanceof FreeOp) return report.on(user).opError('frees a tensor that was freed before');
      return user.definition.isTerminator
        ? report.opError('frees a tensor that is returned')
        : report.on(user).opError('uses a tensor that was freed before');
    }
    return true;
  }
}

/** The operation in the block of `op` that is, or holds, `user`. */
function inBlockOf(op: Operation, user: Operation): Operation | null {
  let at: Operation | null = user;
  while (at !== null && at.parent !== op.parent) at = at.parentOp;
  return at;
}
