import { pure, recursiveMemoryEffects, recursivelySpeculatable, symbol } from '../definition/traits.ts';
import type { Operation } from './operation.ts';
import type { Value } from './value.ts';

/** Something that an operation does beside computing its results. */
export interface MemoryEffect {
  readonly kind: 'read' | 'write' | 'allocate' | 'free';
  /** The affected value; `null` when it may be anything. */
  readonly value: Value | null;
}

/** Implemented by declared operations whose effects a trait can't tell. */
export interface HasMemoryEffects {
  /** All effects of the operation itself; those of nested operations count with `recursiveMemoryEffects`. */
  memoryEffects(): readonly MemoryEffect[];
}

/**
 * The speculatability of an operation, which may be executed where the program would not; `recursively`: if those
 * inside may.
 */
export type Speculatability = 'speculatable' | 'recursively' | 'not-speculatable';

/** Implemented by declared operations where it depends on the operation, such as on a divisor (MLIR's name). */
export interface ConditionallySpeculatable {
  speculatability(): Speculatability;
}

const NO_EFFECTS: readonly MemoryEffect[] = [];

/** The effects of the operation without those of its regions, or `null` when they are not known. */
export function memoryEffectsOf(op: Operation): readonly MemoryEffect[] | null {
  const { traits } = op.definition;
  if (traits.has(pure)) return NO_EFFECTS;
  const { memoryEffects } = op as Operation & Partial<HasMemoryEffects>;
  if (memoryEffects !== undefined) return memoryEffects.call(op);
  return traits.has(recursiveMemoryEffects) ? NO_EFFECTS : null;
}

/** Returns true if executing the operation, regions included, touches no memory and nothing else outside. */
export function isMemoryEffectFree(op: Operation): boolean {
  return hasOnlyEffects(op, () => false);
}

/** Returns true if the operation only computes its results: it may be moved, merged, removed and repeated. */
export function isPure(op: Operation): boolean {
  return op.hasTrait(pure) || (isMemoryEffectFree(op) && isSpeculatable(op));
}

/**
 * Returns true if executing the operation, regions included, where the program would not changes nothing: it neither
 * fails nor runs forever.
 */
export function isSpeculatable(op: Operation): boolean {
  const speculatability = speculatabilityOf(op);
  if (speculatability !== 'recursively') return speculatability === 'speculatable';
  return everyNested(op, isSpeculatable);
}

function speculatabilityOf(op: Operation): Speculatability {
  if (op.hasTrait(pure)) return 'speculatable';
  const { speculatability } = op as Operation & Partial<ConditionallySpeculatable>;
  if (speculatability !== undefined) return speculatability.call(op);
  return op.hasTrait(recursivelySpeculatable) ? 'recursively' : 'not-speculatable';
}

/** Returns true if the operation could be removed if its results were unused. */
export function wouldBeTriviallyDead(op: Operation): boolean {
  if (op.definition.isTerminator || op.hasTrait(symbol)) return false;
  return hasOnlyEffects(op, isRemovable);
}

/** Returns true if the operation can be removed: nothing uses it, and it has no effect that others would see. */
export function isTriviallyDead(op: Operation): boolean {
  return op.hasNoUses() && wouldBeTriviallyDead(op);
}

/** Reading changes nothing; what an operation allocates as its own result dies with it. */
function isRemovable({ kind, value }: MemoryEffect, op: Operation): boolean {
  return kind === 'read' || (kind === 'allocate' && value !== null && value.definingOp === op);
}

function hasOnlyEffects(op: Operation, allowed: (effect: MemoryEffect, op: Operation) => boolean): boolean {
  const effects = memoryEffectsOf(op);
  if (effects?.every((effect) => allowed(effect, op)) !== true) return false;
  if (op.regions.length === 0 || !op.hasTrait(recursiveMemoryEffects)) return true;
  return everyNested(op, (nested) => hasOnlyEffects(nested, allowed));
}

function everyNested(op: Operation, holds: (nested: Operation) => boolean): boolean {
  for (const region of op.regions) {
    for (const block of region.blocks) {
      for (let nested = block.firstOp; nested !== null; nested = nested.next) {
        if (!holds(nested)) return false;
      }
    }
  }
  return true;
}
