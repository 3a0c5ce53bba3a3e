import { graphRegion } from '../definition/traits.ts';
import type { Block } from './block.ts';
import { DominatorTree } from './dominator-tree.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';
import type { Value } from './value.ts';

/**
 * Answers which operations are executed before others. Trees of regions with several blocks are built when
 * first asked for and kept: {@link DominanceInfo.invalidate} forgets them after control flow was changed.
 * Questions about operations of one block are O(1).
 */
export class DominanceInfo {
  readonly #trees = new Map<Region, DominatorTree>();

  /** The dominator tree of a region. */
  tree(region: Region): DominatorTree {
    let tree = this.#trees.get(region);
    if (tree === undefined) this.#trees.set(region, (tree = new DominatorTree(region)));
    return tree;
  }

  /** Forgets the tree of one region, or all of them. */
  invalidate(region?: Region): void {
    if (region === undefined) this.#trees.clear();
    else this.#trees.delete(region);
  }

  /** Returns true if control can reach the block from the region's entry. */
  isReachable(block: Block): boolean {
    return block.isEntry || block.parent === null || this.tree(block.parent).isReachable(block);
  }

  /** Returns true if `value` is defined before `op` uses it; an operation does not see its own results inside. */
  properlyDominates(value: Value, op: Operation): boolean {
    const { definingOp } = value;
    if (definingOp !== null) return this.opProperlyDominates(definingOp, op, false);
    const { parentBlock } = value;
    return parentBlock !== null && op.parent !== null && this.blockDominates(parentBlock, op.parent);
  }

  /**
   * Returns true if `a` is executed before `b` on every path to it. `b` may be in a region nested in `a`'s.
   *
   * @param enclosing the answer for `b` inside a region of `a`.
   */
  opProperlyDominates(a: Operation, b: Operation, enclosing = true): boolean {
    const block = a.parent;
    if (block === null || b.parent === null) return false;
    if (a === b) return !hasSsaDominance(block.parent);
    let other: Operation | null = b;
    if (b.parent !== block && b.parent.parent !== block.parent) {
      other = ancestorIn(block.parent, b);
      if (other === null) return false;
      if (other === a && enclosing) return true;
    }
    if (other.parent !== block) return this.blockDominates(block, other.parent!);
    return !hasSsaDominance(block.parent) || (other !== a && a.isBefore(other));
  }

  /** Returns true if `a` is executed before `b`, or they are the same. */
  opDominates(a: Operation, b: Operation): boolean {
    return a === b || this.opProperlyDominates(a, b);
  }

  /** Returns true if every path to `b`, which may lie in a deeper region, passes `a`. */
  blockDominates(a: Block, b: Block): boolean {
    if (a === b) return true;
    let other: Block = b;
    if (a.parent !== b.parent) {
      const holder = b.parentOp === null ? null : ancestorIn(a.parent, b.parentOp);
      if (holder === null) return false;
      other = holder.parent!;
      if (a === other) return true;
    }
    if (a.parent === null || !hasSsaDominance(a.parent)) return true;
    return this.tree(a.parent).dominates(a, other);
  }
}

/** Returns true if values of the region are defined before they are used. Nothing is known of undeclared operations. */
export function hasSsaDominance(region: Region | null): boolean {
  if (region === null) return true;
  const { definition } = region.parent;
  return definition.isRegistered && !definition.traits.has(graphRegion);
}

/** Returns the operation directly in `region` that is `op` or holds it, or `null`. */
function ancestorIn(region: Region | null, op: Operation): Operation | null {
  let ancestor: Operation | null = op;
  while (ancestor !== null && ancestor.parentRegion !== region) ancestor = ancestor.parentOp;
  return ancestor;
}
