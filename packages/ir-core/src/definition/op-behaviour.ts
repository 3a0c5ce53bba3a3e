import type { Type } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { OpReport } from '../verify/report.ts';
import { groupOf } from './segments.ts';

/** The kind of an effect on memory, or on anything else outside of the operation. */
export type EffectKind = 'read' | 'write' | 'allocate' | 'free';

/** Something that an operation does beside computing its results. */
export interface MemoryEffect {
  readonly kind: EffectKind;
  /** The affected value; `null` when it may be anything. */
  readonly value: Value | null;
}

/** An effect as a declaration names it. */
export interface DeclaredEffect<V extends string = string> {
  readonly kind: EffectKind;
  /** The declared name of the affected operand or result; left out when it may be anything. */
  readonly on?: V;
}

/**
 * The effects of an operation: `none`; `recursive`, those of the operations in its regions and no others (MLIR's
 * RecursiveMemoryEffects); `unknown`; or a list. Regions count with `recursive` only.
 */
export type Effects = 'none' | 'recursive' | 'unknown' | readonly MemoryEffect[];

/**
 * The condition under which an operation may be executed where the program would not: `recursively`, if the operations
 * in its regions may. What is `unknown` may not.
 */
export type Speculatability = 'always' | 'recursively' | 'never' | 'unknown';

/** The answer about one operation: `true` for `always`, `false` for `never`. */
export type SpeculatabilityAnswer = boolean | 'recursively';

type InferredTypes = readonly Type[] | null | undefined;

/**
 * The effects, speculatability and type inference of an operation, as fields of its declaration.
 *
 * @typeParam Op the operations that functions are asked about.
 * @typeParam Inputs the same without results, which are not known while their types are inferred.
 * @typeParam V names of operands and results.
 */
export interface OpBehaviour<Op, Inputs = Op, V extends string = string> {
  /** `unknown` by default. A function where effects depend on the operation, such as on an attribute. */
  readonly effects?:
    Exclude<Effects, readonly MemoryEffect[]> | readonly DeclaredEffect<V>[] | ((op: Op) => Effects);
  /** `unknown` by default. A function where it depends on the operation, such as on a divisor. */
  readonly speculates?: Speculatability | ((op: Op) => SpeculatabilityAnswer);
  /**
   * The result types that follow from operands, attributes and regions; `null` after an error was reported,
   * `undefined` where nothing follows yet. The verifier compares them with the actual ones; builders and formats fill
   * them in.
   */
  readonly infer?: (op: Inputs, report: OpReport) => InferredTypes;
}

/** The behaviour of a definition, whose functions are asked about operations of this definition only. */
export interface DefinedBehaviour {
  readonly effects: Effects | ((op: Operation) => Effects);
  readonly speculates: Speculatability | ((op: Operation) => SpeculatabilityAnswer);
  /** `null` for operations that don't infer. */
  readonly infer: ((op: Operation, report: OpReport) => InferredTypes) | null;
}

/** The name of an operation, and its declared operands and results in order. */
interface NamedValues {
  readonly name: string;
  readonly operands: readonly { readonly name: string }[];
  readonly results: readonly { readonly name: string }[];
}

/** The behaviour of an operation of which nothing is declared. */
export const UNKNOWN_BEHAVIOUR: DefinedBehaviour = { effects: 'unknown', speculates: 'unknown', infer: null };

/** @throws when an effect is on something that is neither operand nor result. */
export function defineBehaviour(
  { effects = 'unknown', speculates = 'unknown', infer }: OpBehaviour<never>,
  values: NamedValues,
): DefinedBehaviour {
  return {
    effects: isList(effects)
      ? defineEffects(effects, values)
      : // Definitions are looked up by operations of their own class.
        (effects as DefinedBehaviour['effects']),
    speculates: speculates as DefinedBehaviour['speculates'],
    infer: (infer ?? null) as DefinedBehaviour['infer'],
  };
}

function isList(effects: OpBehaviour<never>['effects']): effects is readonly DeclaredEffect[] {
  return Array.isArray(effects);
}

function defineEffects(effects: readonly DeclaredEffect[], values: NamedValues): DefinedBehaviour['effects'] {
  if (effects.every(({ on }) => on === undefined)) return effects.map(({ kind }) => ({ kind, value: null }));
  const places = effects.map(({ kind, on }) => ({
    kind,
    valuesOf: on === undefined ? null : valueReader(values, on),
  }));
  return (op) =>
    places.flatMap(({ kind, valuesOf }): readonly MemoryEffect[] =>
      valuesOf === null ? [{ kind, value: null }] : valuesOf(op).map((value) => ({ kind, value })),
    );
}

/** Returns a function that reads the values of a declared name. */
function valueReader(
  { name: opName, operands, results }: NamedValues,
  name: string,
): (op: Operation) => readonly Value[] {
  const operand = operands.findIndex((group) => group.name === name);
  const result = results.findIndex((group) => group.name === name);
  if (operand >= 0) {
    return (op) => {
      const [start, count] = groupOf(op, 'operand', operand);
      return op.operands.slice(start, start + count).map(({ value }) => value);
    };
  }
  if (result < 0) {
    throw new Error(`'${opName}' declares an effect on '${name}', which is neither operand nor result`);
  }
  return (op) => {
    const [start, count] = groupOf(op, 'result', result);
    return op.results.slice(start, start + count);
  };
}
