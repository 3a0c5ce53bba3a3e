import { CallOp, FuncOp } from '@shardform/dialect-func';
import { isFusionCall } from '@shardform/dialect-hlo';
import {
  type Block,
  cloneWithoutRegions,
  currentBudget,
  IrMapping,
  lookupNearestSymbol,
  type Operation,
} from '@shardform/ir-core';

/** A copy of a function in which the bodies of functions are in place of their calls. */
export interface InlinedFunction {
  readonly func: FuncOp;
  /** The operations that those of the copy are copies of. */
  readonly origins: ReadonlyMap<Operation, Operation>;
}

/** Copies of more operations would take longer than what is learnt from them is worth. */
const MOST_OPERATIONS = 1_000_000;

/** Returns a copy of a function without calls; `null` where calls can't be replaced. */
export function inlinedFunction(func: FuncOp): InlinedFunction | null {
  const inlining = new Inlining();
  const copy = cloneWithoutRegions(func);
  const block = copy.body.addBlock();
  const mapping = new IrMapping();
  for (const argument of func.entry.arguments)
    mapping.values.set(argument, block.addArgument(argument.type, argument.location));
  const terminator = inlining.copy(func.entry, block, mapping);
  if (terminator === null) return null;
  block.append(inlining.clone(terminator, mapping));
  return { func: copy, origins: inlining.origins };
}

class Inlining {
  readonly origins = new Map<Operation, Operation>();
  readonly #open = new Set<FuncOp>();

  clone(op: Operation, mapping: IrMapping): Operation {
    const copy = cloneWithoutRegions(op, mapping);
    this.origins.set(copy, op);
    return copy;
  }

  /** Appends a copy of a block without its terminator, which is returned; `null` where that is not possible. */
  copy(from: Block, to: Block, mapping: IrMapping): Operation | null {
    for (const op of from) {
      if (op.definition.isTerminator) return op;
      if (this.origins.size > MOST_OPERATIONS) return null;
      if (op instanceof CallOp && !isFusionCall(op)) {
        if (!this.#call(op, to, mapping)) return null;
        continue;
      }
      const copy = this.clone(op, mapping);
      to.append(copy);
      for (const [i, region] of op.regions.entries())
        for (const block of region.blocks) {
          const inside = copy.getRegion(i).addBlock();
          for (const argument of block.arguments)
            mapping.values.set(argument, inside.addArgument(argument.type, argument.location));
          const terminator = this.copy(block, inside, mapping);
          // Branches between blocks are refused when the program is flattened.
          if (terminator === null || terminator.successors.length > 0) return null;
          inside.append(this.clone(terminator, mapping));
        }
    }
    return null;
  }

  #call(op: CallOp, to: Block, mapping: IrMapping): boolean {
    const callee = lookupNearestSymbol(op, op.callee);
    if (!(callee instanceof FuncOp) || callee.isDeclaration || this.#open.has(callee)) return false;
    if (this.#open.size >= currentBudget().limits.nesting / 2) return false;
    this.#open.add(callee);
    const inside = new IrMapping();
    callee.entry.arguments.forEach((argument, i) =>
      inside.values.set(argument, mapping.value(op.getOperand(i))),
    );
    const terminator = this.copy(callee.entry, to, inside);
    this.#open.delete(callee);
    if (terminator === null) return false;
    op.results.forEach((result, i) => mapping.values.set(result, inside.value(terminator.getOperand(i))));
    return true;
  }
}
