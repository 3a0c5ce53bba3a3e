import type { Context, Operation } from '@shardform/ir-core';
import { ArithmeticWork } from './arithmetic.ts';
import { fusesOperands, fusionRole, isFusedIntoUsers } from './fusion-role.ts';
import type { DeviceWork } from './kernel-seconds.ts';
import { ownCost } from './operation-cost.ts';
import { bytesOfType, bytesOfTypes } from './tensor-size.ts';

/** A fusion has at most this number of operations; compilers limit it, too. */
export const LARGEST_FUSION = 64;

/** The work of operations as the kernels that a compiler makes of them: what is fused into its users has none. */
export class FusedKernels {
  readonly #context: Context;
  readonly #fused = new Map<Operation, boolean>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Returns the work of the kernel of an operation, with everything that is fused into it; `null` for operations without a kernel. One
   * of unknown cost only moves its operands and results.
   */
  workOf(op: Operation): DeviceWork | null {
    if (this.#isFused(op)) return null;
    const own = ownCost(op, this.#context);
    if (own === null) {
      const bytes = bytesOfTypes(op.operandTypes()) + bytesOfTypes(op.resultTypes());
      return { launches: 1, flops: 0, arithmetic: 'vector', bytes };
    }
    if (own.launches === 0) return null;
    const work = new ArithmeticWork();
    let bytes = own.writes ?? bytesOfTypes(op.resultTypes());
    const members = [op];
    const seen = new Set<unknown>();
    for (const member of members) {
      const cost = member === op ? own : ownCost(member, this.#context);
      if (cost !== null) work.add(cost);
      const takesOperands = fusesOperands(fusionRole(member, this.#context));
      for (const [i, { value }] of member.operands.entries()) {
        if (seen.has(value)) continue;
        seen.add(value);
        const source = value.definingOp;
        const isInside =
          takesOperands &&
          source !== null &&
          source.parent === op.parent &&
          members.length < LARGEST_FUSION &&
          this.#isFused(source);
        if (isInside) members.push(source);
        else bytes += cost?.reads[i] ?? bytesOfType(value.type);
      }
    }
    return { ...work.total(), launches: own.launches, bytes };
  }

  #isFused(op: Operation): boolean {
    let fused = this.#fused.get(op);
    if (fused === undefined) this.#fused.set(op, (fused = isFusedIntoUsers(op, this.#context)));
    return fused;
  }
}
