import { type Attribute, type Class, isInstance } from '../ir/attribute.ts';
import type { OpWithDefinition } from '../ir/interface.ts';
import type { Operation } from '../ir/operation.ts';
import type { OpResult, Value } from '../ir/value.ts';
import { IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { constantOf } from './fold-op.ts';

/** The captures of a match, by name. */
type Captures = Record<string, unknown>;

/**
 * A description of a value and of what computes it. `C` says what a match captures: see {@link match}.
 */
export interface ValuePattern<C = unknown> {
  /** Checks a value and adds what is captured to `found`, which may be changed even if the value does not match. */
  matches(value: Value, found: Captures): value is Value & { readonly captured?: C };
}

/** Like {@link ValuePattern} for an operation, whatever its results are used for. */
export interface OpPattern<C = unknown> extends ValuePattern<C> {
  matchesOp(op: Operation, found: Captures): op is Operation & { readonly captured?: C };
}

/** The captures of the patterns of a list. */
type CapturesOf<P extends readonly ValuePattern[]> = P extends readonly [
  ValuePattern<infer C>,
  ...infer Rest extends readonly ValuePattern[],
]
  ? C & CapturesOf<Rest>
  : unknown;

type Named<N extends string, V> = Readonly<Record<N, V>>;

function valuePattern<C>(matches: (value: Value, found: Captures) => boolean): ValuePattern<C> {
  // The result type ties a pattern to what it captures, which the checker can't see in the function.
  return { matches: matches as ValuePattern<C>['matches'] };
}

function opPattern<C>(matchesOp: (op: Operation, found: Captures) => boolean): OpPattern<C> {
  return {
    ...valuePattern<C>(({ definingOp }, found) => definingOp !== null && matchesOp(definingOp, found)),
    // Captures are typed by the patterns' constructors; the function itself takes any record.
    matchesOp: matchesOp as OpPattern<C>['matchesOp'],
  };
}

/** Records a capture; one that was captured before under the same name has to be the same. */
function bind(found: Captures, name: string, part: unknown): boolean {
  if (Object.hasOwn(found, name)) return found[name] === part;
  found[name] = part;
  return true;
}

/**
 * A value computed by an operation of a class, whose first operands match `operands`, in their order; those of
 * commutative operations too. Further operands are not looked at.
 */
/* @__NO_SIDE_EFFECTS__ */
function op<T extends Operation, const P extends readonly ValuePattern[]>(
  opClass: OpWithDefinition<T>,
  ...operands: P
): OpPattern<CapturesOf<P>> {
  const matchesOp = (candidate: Operation, found: Captures): boolean =>
    candidate.definition === opClass.definition &&
    operands.length <= candidate.operands.length &&
    operands.every((operand, i) => operand.matches(candidate.getOperand(i), found));
  return opPattern<CapturesOf<P>>(matchesOp);
}

/** Like {@link op} and captures the operation itself. */
/* @__NO_SIDE_EFFECTS__ */
function captureOp<const N extends string, T extends Operation, const P extends readonly ValuePattern[]>(
  name: N,
  opClass: OpWithDefinition<T>,
  ...operands: P
): OpPattern<Named<N, T> & CapturesOf<P>> {
  const inner = op(opClass, ...operands);
  const matchesOp = (candidate: Operation, found: Captures): boolean =>
    inner.matchesOp(candidate, found) && bind(found, name, candidate);
  return opPattern<Named<N, T> & CapturesOf<P>>(matchesOp);
}

/** Any value, or one that matches `inner`. The same name twice stands for the same value. */
/* @__NO_SIDE_EFFECTS__ */
function capture<const N extends string, C = unknown>(
  name: N,
  inner?: ValuePattern<C>,
): ValuePattern<Named<N, Value> & C> {
  return valuePattern((value, found) => (inner?.matches(value, found) ?? true) && bind(found, name, value));
}

/** A constant: any, one of a number, or one for which `wanted` holds. */
/* @__NO_SIDE_EFFECTS__ */
function constant(wanted?: number | bigint | ((value: Attribute) => boolean)): ValuePattern {
  return valuePattern((value) => {
    const attribute = constantOf(value);
    if (attribute === null) return false;
    if (wanted === undefined) return true;
    if (typeof wanted === 'function') return wanted(attribute);
    return attribute instanceof IntegerAttr && attribute.value === BigInt(wanted);
  });
}

/** A constant of a class, whose attribute is captured. */
/* @__NO_SIDE_EFFECTS__ */
function captureConstant<const N extends string, A extends Attribute>(
  name: N,
  attributeClass: Class<A>,
): ValuePattern<Named<N, A>> {
  return valuePattern((value, found) => {
    const attribute = constantOf(value);
    return attribute !== null && isInstance(attributeClass, attribute) && bind(found, name, attribute);
  });
}

/** A value that only one operand uses. */
/* @__NO_SIDE_EFFECTS__ */
function oneUse<C>(inner: ValuePattern<C>): ValuePattern<C> {
  return valuePattern((value, found) => value.hasOneUse && inner.matches(value, found));
}

/** Any value. */
const any: ValuePattern = {
  matches: (value): value is Value => value instanceof Object,
};

/** The constructors of patterns for {@link match}. */
export const m = { any, capture, captureConstant, captureOp, constant, oneUse, op };

/**
 * Looks whether a value, or an operation, has the form that a pattern describes.
 *
 * ```ts
 * const found = match(op, m.op(AddOp, m.capture('x'), m.constant(0)));
 * if (found !== null) rewriter.replaceOp(op, [found.x]);
 * ```
 *
 * @returns the captured values, operations and attributes by name; `null` if it has not.
 */
export function match<C>(subject: Operation | OpResult | Value, pattern: ValuePattern<C>): C | null {
  const found: Captures = {};
  const isMatch =
    'definition' in subject
      ? // Patterns of operations have the method, patterns of other values have none.
        (pattern as Partial<OpPattern<C>>).matchesOp?.(subject, found) === true
      : pattern.matches(subject, found);
  // Each capture of the pattern has bound its name.
  return isMatch ? (found as C) : null;
}
