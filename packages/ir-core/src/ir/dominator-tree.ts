import type { Block } from './block.ts';
import type { Region } from './region.ts';
import { lookUp } from '../list/look-up.ts';

/** A block that can be reached from the entry, with its position in the tree. */
interface TreeNode {
  readonly block: Block;
  /** Position in reverse post-order; the entry is 0. */
  readonly order: number;
  immediate: TreeNode | null;
  readonly children: TreeNode[];
  /** A node dominates those whose interval lies in its own. */
  enter: number;
  leave: number;
}

/**
 * The dominance relation of a region's blocks: which blocks every path from the entry passes before others. A snapshot
 * of the region when the tree was made (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm").
 */
export class DominatorTree {
  readonly #nodes = new Map<Block, TreeNode>();

  constructor(region: Region) {
    const entry = region.blocks[0];
    if (entry === undefined) return;
    const order = reversePostOrder(entry);
    for (const block of order) {
      const node: TreeNode = {
        block,
        order: this.#nodes.size,
        immediate: null,
        children: [],
        enter: 0,
        leave: 0,
      };
      this.#nodes.set(block, node);
    }
    this.#findImmediateDominators();
    this.#number(lookUp(this.#nodes, entry));
  }

  isReachable(block: Block): boolean {
    return this.#nodes.has(block);
  }

  /** Blocks whose immediate dominator is `block`, in reverse post-order. */
  children(block: Block): Block[] {
    return this.#nodes.get(block)?.children.map((child) => child.block) ?? [];
  }

  /** The closest block that dominates `block` and differs from it. */
  immediateDominator(block: Block): Block | null {
    return this.#nodes.get(block)?.immediate?.block ?? null;
  }

  /** Returns true if every path to `b` passes `a`. Every block dominates the blocks that no path leads to. */
  dominates(a: Block, b: Block): boolean {
    if (a === b) return true;
    const [upper, lower] = [this.#nodes.get(a), this.#nodes.get(b)];
    if (lower === undefined) return true;
    return upper !== undefined && upper.enter <= lower.enter && lower.leave <= upper.leave;
  }

  #findImmediateDominators(): void {
    const nodes = [...this.#nodes.values()];
    const predecessors: TreeNode[][] = nodes.map(() => []);
    for (const node of nodes) {
      for (const successor of successorsOf(node.block)) {
        predecessors[lookUp(this.#nodes, successor).order]!.push(node);
      }
    }
    nodes[0]!.immediate = nodes[0]!;
    for (let changed = true; changed;) {
      changed = false;
      for (const node of nodes) {
        if (node.order === 0) continue;
        let dominator: TreeNode | null = null;
        for (const predecessor of predecessors[node.order]!) {
          if (predecessor.immediate === null) continue;
          dominator = dominator === null ? predecessor : intersect(predecessor, dominator);
        }
        if (dominator === node.immediate) continue;
        node.immediate = dominator;
        changed = true;
      }
    }
    nodes[0]!.immediate = null;
    for (const node of nodes) node.immediate?.children.push(node);
  }

  /** Gives nested intervals, without recursion: a chain of blocks may be long. */
  #number(root: TreeNode): void {
    let clock = 0;
    const stack: { readonly node: TreeNode; next: number }[] = [{ node: root, next: 0 }];
    root.enter = clock++;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = top.node.children[top.next++];
      if (child === undefined) {
        top.node.leave = clock++;
        stack.pop();
      } else {
        child.enter = clock++;
        stack.push({ node: child, next: 0 });
      }
    }
  }
}

/** Blocks that the last operation of a block branches to. */
export function successorsOf(block: Block): readonly Block[] {
  return block.lastOp === null ? [] : block.lastOp.successors;
}

/** Every block that can be reached from `entry`, each before its successors except along loops. */
export function reversePostOrder(entry: Block): Block[] {
  const order: Block[] = [];
  const seen = new Set<Block>([entry]);
  const stack: { readonly block: Block; next: number }[] = [{ block: entry, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const successor = successorsOf(top.block)[top.next++];
    if (successor === undefined) {
      order.push(top.block);
      stack.pop();
    } else if (!seen.has(successor)) {
      seen.add(successor);
      stack.push({ block: successor, next: 0 });
    }
  }
  return order.reverse();
}

function intersect(a: TreeNode, b: TreeNode): TreeNode {
  let [left, right] = [a, b];
  while (left !== right) {
    // Dominators of nodes that were reached have been set.
    while (left.order > right.order) left = left.immediate!;
    while (right.order > left.order) right = right.immediate!;
  }
  return left;
}
