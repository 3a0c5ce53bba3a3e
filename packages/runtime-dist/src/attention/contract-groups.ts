import type { Block, Operation } from '@shardform/ir-core';
import type { AttentionGroup } from './attention-group.ts';

/**
 * Puts the operations of each group one after another, before the first of their users; what they need comes before them.
 *
 * @param groups of the block.
 * @returns a group for which that is not possible, as something outside of it needs it and is needed by it; the block is unchanged then.
 */
export function contractGroups(block: Block, groups: readonly AttentionGroup[]): AttentionGroup | null {
  const found = new Contraction(block, groups).order();
  if (!Array.isArray(found)) return found;
  for (const op of found) {
    op.remove();
    block.append(op);
  }
  return null;
}

class Contraction {
  readonly #block: Block;
  readonly #groupOf = new Map<Operation, AttentionGroup>();
  readonly #before: readonly Operation[];
  readonly #place: ReadonlyMap<Operation, number>;
  readonly #after: Operation[] = [];
  readonly #done = new Set<Operation | AttentionGroup>();

  constructor(block: Block, groups: readonly AttentionGroup[]) {
    this.#block = block;
    this.#before = [...block];
    this.#place = new Map(this.#before.map((op, i) => [op, i] as const));
    for (const group of groups) for (const op of group.members) this.#groupOf.set(op, group);
  }

  /** Returns the operations in their order, or a group that is in the way. */
  order(): Operation[] | AttentionGroup {
    for (const op of this.#before) {
      // Groups wait until their results are needed.
      if (this.#groupOf.has(op) && !op.definition.isTerminator) continue;
      const problem = this.#put(op);
      if (problem !== null) return problem;
    }
    return this.#after;
  }

  /** Adds an operation or group after what it needs. Returns a group that needs itself. */
  #put(first: Operation): AttentionGroup | null {
    const pending: { readonly unit: Operation | AttentionGroup; readonly needs: Operation[] }[] = [];
    const open = new Set<Operation | AttentionGroup>();
    const enter = (op: Operation): AttentionGroup | null => {
      const unit = this.#groupOf.get(op) ?? op;
      if (this.#done.has(unit)) return null;
      if (open.has(unit)) return this.#openGroup(unit, pending);
      open.add(unit);
      pending.push({ unit, needs: this.#needsOf(unit) });
      return null;
    };
    enter(first);
    for (let top = pending.at(-1); top !== undefined; top = pending.at(-1)) {
      const next = top.needs.pop();
      if (next !== undefined) {
        const problem = enter(next);
        if (problem !== null) return problem;
        continue;
      }
      pending.pop();
      open.delete(top.unit);
      this.#done.add(top.unit);
      this.#after.push(...this.#operationsOf(top.unit));
    }
    return null;
  }

  /** The group of a cycle: operations alone have none. */
  #openGroup(
    unit: Operation | AttentionGroup,
    pending: readonly { readonly unit: Operation | AttentionGroup }[],
  ): AttentionGroup | null {
    if ('members' in unit) return unit;
    const cycle = pending.slice(pending.findIndex((own) => own.unit === unit));
    for (const own of cycle) if ('members' in own.unit) return own.unit;
    return null;
  }

  #operationsOf(unit: Operation | AttentionGroup): Operation[] {
    if (!('members' in unit)) return [unit];
    return [...unit.members].sort((a, b) => this.#place.get(a)! - this.#place.get(b)!);
  }

  /** The operations of the block that a unit uses results of, those of its regions included; the first one last. */
  #needsOf(unit: Operation | AttentionGroup): Operation[] {
    const needs = new Set<Operation>();
    for (const op of this.#operationsOf(unit))
      op.walk((inner) => {
        for (const { definingOp } of inner.operandValues())
          if (
            definingOp?.parent === this.#block &&
            this.#groupOf.get(definingOp) !== unit &&
            definingOp !== unit
          )
            needs.add(definingOp);
      });
    return [...needs].sort((a, b) => this.#place.get(b)! - this.#place.get(a)!);
  }
}
