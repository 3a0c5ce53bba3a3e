import type {
  Effects,
  MemoryEffect,
  Speculatability,
  SpeculatabilityAnswer,
} from '../definition/op-behaviour.ts';
import { symbol } from '../definition/traits.ts';
import type { Context } from './context.ts';
import { defineOpInterface } from './interface.ts';
import type { Operation } from './operation.ts';

/**
 * Implemented from outside for operations whose declaration leaves their effects unknown (MLIR's
 * MemoryEffectOpInterface).
 */
export const memoryEffectOpInterface = /* @__PURE__ */ defineOpInterface<Effects>(
  'builtin.memory-effects',
  'memory effects',
);

/**
 * Implemented from outside for operations whose declaration leaves it unknown whether they may be speculated (MLIR's
 * ConditionallySpeculatable).
 */
export const conditionallySpeculatable = /* @__PURE__ */ defineOpInterface<SpeculatabilityAnswer>(
  'builtin.conditionally-speculatable',
  'speculatability',
);

const NO_EFFECTS: readonly MemoryEffect[] = [];

/**
 * Returns the effects of an operation: the declared ones or, where these are `unknown`, those that an extension of the
 * context attaches.
 *
 * @param context `null` where only the declaration can be asked, as in folders.
 */
export function effectsOf(op: Operation, context: Context | null): Effects {
  const { effects } = op.definition;
  const declared = typeof effects === 'function' ? effects(op) : effects;
  if (declared !== 'unknown' || context === null) return declared;
  return context.query(memoryEffectOpInterface, op) ?? 'unknown';
}

/** Returns the effects of the operation without those of its regions, or `null` when they are not known. */
export function memoryEffectsOf(op: Operation, context: Context | null): readonly MemoryEffect[] | null {
  const effects = effectsOf(op, context);
  if (effects === 'unknown') return null;
  return typeof effects === 'string' ? NO_EFFECTS : effects;
}

/**
 * Returns the speculatability of an operation: the declared one or, where it is `unknown`, the one that an extension of
 * the context attaches.
 */
export function speculatabilityOf(op: Operation, context: Context | null): Speculatability {
  const { speculates } = op.definition;
  if (typeof speculates === 'function') return fromAnswer(speculates(op));
  if (speculates !== 'unknown' || context === null) return speculates;
  const answer = context.query(conditionallySpeculatable, op);
  return answer === undefined ? 'unknown' : fromAnswer(answer);
}

function fromAnswer(answer: SpeculatabilityAnswer): Speculatability {
  if (answer === 'recursively') return answer;
  return answer ? 'always' : 'never';
}

/** Returns true if executing the operation, regions included, touches no memory and nothing else outside. */
export function isMemoryEffectFree(op: Operation, context: Context | null): boolean {
  return hasOnlyEffects(op, context, () => false);
}

/** Returns true if the operation only computes its results: it may be moved, merged, removed and repeated. */
export function isPure(op: Operation, context: Context | null): boolean {
  return isMemoryEffectFree(op, context) && isSpeculatable(op, context);
}

/**
 * Returns true if executing the operation, regions included, where the program would not changes nothing: it neither
 * fails nor runs forever.
 */
export function isSpeculatable(op: Operation, context: Context | null): boolean {
  const speculatability = speculatabilityOf(op, context);
  if (speculatability !== 'recursively') return speculatability === 'always';
  return everyNested(op, (nested) => isSpeculatable(nested, context));
}

/** Returns true if the operation could be removed if its results were unused. */
export function wouldBeTriviallyDead(op: Operation, context: Context | null): boolean {
  if (op.definition.isTerminator || op.hasTrait(symbol)) return false;
  return hasOnlyEffects(op, context, isRemovable);
}

/** Returns true if the operation can be removed: nothing uses it, and it has no effect that others would see. */
export function isTriviallyDead(op: Operation, context: Context | null): boolean {
  return op.hasNoUses() && wouldBeTriviallyDead(op, context);
}

/** Reading changes nothing; what an operation allocates as its own result dies with it. */
function isRemovable({ kind, value }: MemoryEffect, op: Operation): boolean {
  return kind === 'read' || (kind === 'allocate' && value !== null && value.definingOp === op);
}

function hasOnlyEffects(
  op: Operation,
  context: Context | null,
  allowed: (effect: MemoryEffect, op: Operation) => boolean,
): boolean {
  const effects = effectsOf(op, context);
  if (effects === 'none') return true;
  if (effects === 'unknown') return false;
  if (effects === 'recursive') return everyNested(op, (nested) => hasOnlyEffects(nested, context, allowed));
  return effects.every((effect) => allowed(effect, op));
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
