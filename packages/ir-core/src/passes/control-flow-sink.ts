import type { Context } from '../ir/context.ts';
import { DominanceInfo } from '../ir/dominance.ts';
import { regionBranchOpInterface } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { isMemoryEffectFree } from '../ir/side-effects.ts';
import { definePass } from '../pass/pass.ts';
import { constantOf } from '../rewrite/fold-op.ts';

/** MLIR's `control-flow-sink`. */
export const controlFlowSink = /* @__PURE__ */ definePass({
  name: 'control-flow-sink',
  className: 'ControlFlowSink',
  summary: 'Sink operations into conditional blocks',
  description:
    'Moves operations without effects whose results are used only in a region that is executed at most once, such ' +
    'as one side of a condition, into that region.',
  run(op, pass) {
    const sinker = new Sinker(pass.context);
    op.walk((branch) => {
      for (const region of onceExecutedRegions(branch, pass.context)) sinker.sinkInto(region);
    });
    if (sinker.sunk > 0) pass.count('num-sunk', sinker.sunk);
  },
});

function onceExecutedRegions(op: Operation, context: Context): Region[] {
  const branch = op.regions.length === 0 ? undefined : context.query(regionBranchOpInterface, op);
  const bounds = branch?.regionInvocationBounds?.(op.operands.map(({ value }) => constantOf(value)));
  if (bounds === undefined) return [];
  return op.regions.filter((region, i) => !region.isEmpty && (bounds[i]?.upper ?? Infinity) <= 1);
}

class Sinker {
  readonly #context: Context;
  readonly #dominance = new DominanceInfo();
  sunk = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  sinkInto(region: Region): void {
    const work: Operation[] = [];
    for (const block of region.blocks) work.push(...block);
    for (let user = work.pop(); user !== undefined; user = work.pop()) {
      for (const value of user.operandValues()) {
        const { definingOp: op } = value;
        if (op === null || op.parentRegion === region || !this.#canMove(op, region)) continue;
        op.remove();
        region.entry.prepend(op);
        this.sunk++;
        work.push(op);
      }
    }
  }

  #canMove(op: Operation, region: Region): boolean {
    for (const result of op.results) {
      for (let use = result.firstUse; use !== null; use = use.nextUse) {
        const { parent } = use.owner;
        if (parent === null || !this.#dominance.blockDominates(region.entry, parent)) return false;
      }
    }
    return isMemoryEffectFree(op, this.#context);
  }
}
