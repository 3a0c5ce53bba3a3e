import { tensorOf } from '@shardform/dialect-stablehlo';
import type { Value } from '@shardform/ir-core';
import type { CompiledCollective } from './compiled-collective.ts';
import { bytesOfElement, elementsOf } from './hlo-shapes.ts';
import type { InstructionOrigin, OriginFinder } from './instruction-origin.ts';
import { type ComputationUsers, slicesOf } from './used-slices.ts';
import { writtenBytes } from './widening.ts';

/** A choice of XLA's compiler that adds to the cause of a collective. */
export interface CompilerDecision {
  readonly kind:
    | 'combined'
    | 'not-scattered'
    | 'rematerialized'
    | 'hoisted'
    | 'left-in-loop'
    | 'windowed'
    | 'widened'
    | 'recomputed';
  readonly text: string;
}

/** Facts of a collective that decisions show in. */
export interface DecisionSite {
  readonly collective: CompiledCollective;
  readonly origins: readonly InstructionOrigin[];
  /** The values of the program that are moved; `null` for one that is unknown. */
  readonly values: readonly (Value | null)[];
  readonly users: ComputationUsers;
  readonly finder: OriginFinder;
}

type Finder = (site: DecisionSite) => string | null;

const FINDERS: readonly (readonly [CompilerDecision['kind'], Finder])[] = [
  ['combined', combined],
  ['not-scattered', notScattered],
  ['rematerialized', rematerialized],
  ['hoisted', hoisted],
  ['left-in-loop', leftInLoop],
  ['windowed', windowed],
  ['widened', widened],
  ['recomputed', recomputed],
];

/** Returns the compiler's decisions that show in a collective. */
export function compilerDecisions(site: DecisionSite): readonly CompilerDecision[] {
  return FINDERS.flatMap(([kind, find]) => {
    const text = find(site);
    return text === null ? [] : [{ kind, text }];
  });
}

function combined({ collective: { arrays } }: DecisionSite): string | null {
  return arrays.length < 2 ? null : `XLA combined ${arrays.length} collectives into one`;
}

function notScattered({ collective: { usedSlice } }: DecisionSite): string | null {
  return usedSlice === null
    ? null
    : `each device uses ${usedSlice.type} of the sum only: XLA for GPUs and TPUs makes a reduce-scatter of it, which is timed there; XLA for CPUs does not`;
}

/** A value that is gathered whole, of which each device takes a part again. */
function rematerialized({ collective, users, finder }: DecisionSite): string | null {
  const { kind, computation, instruction, arrays } = collective;
  const [array] = arrays;
  if (kind !== 'all_gather' || array === undefined) return null;
  const slices = slicesOf(users, finder, computation, instruction);
  if (slices === null || slices.length === 0) return null;
  const whole = elementsOf(array.result);
  return slices.every((slice) => elementsOf(slice) < whole)
    ? 'full rematerialization: XLA has no direct way between the two shardings, so it gathers the value and each device takes its part'
    : null;
}

/** The number of loops that a name is in, as JAX writes them. */
function loopsInName(name: string): number {
  return name.split('/').filter((scope, i, scopes) => scope === 'body' && scopes[i - 1] === 'while').length;
}

function hoisted({ collective: { instruction, loops } }: DecisionSite): string | null {
  const inName = loopsInName(instruction.metadata?.opName ?? '');
  return inName > loops.length ? 'moved out of a loop, since all iterations have the same' : null;
}

function leftInLoop({ collective: { loops }, origins }: DecisionSite): string | null {
  return loops.length > 0 && origins.length > 0 && origins.every(({ isInvariant }) => isInvariant)
    ? 'repeated in each iteration of a loop, though all iterations have the same'
    : null;
}

/** Loops of a product whose operand is passed on around a ring. */
function windowed({ collective: { kind, instruction, loops } }: DecisionSite): string | null {
  const name = instruction.metadata?.opName ?? '';
  const isProduct = /dot_general$|conv_general_dilated$/.test(name);
  return kind === 'collective_permute' && isProduct && loops.length > loopsInName(name)
    ? 'windowed einsum: parts of an operand are passed around while products of them are computed'
    : null;
}

function widened({ collective: { arrays }, values }: DecisionSite): string | null {
  for (const [i, { result }] of arrays.entries()) {
    const value = values[i] ?? null;
    const written = writtenBytes(value);
    if (written !== null && written < bytesOfElement(result))
      return `sent as ${result.elementType}, wider than the program's ${String(tensorOf(value!).type.elementType)}: sums of narrow floats are computed so, and on CPUs everything is`;
  }
  return null;
}

/** The scope that JAX gives what `jax.checkpoint` computes again. */
const RECOMPUTED = 'rematted_computation';

function recomputed({ collective: { instruction } }: DecisionSite): string | null {
  return instruction.metadata?.opName?.split('/').includes(RECOMPUTED) === true
    ? 'of what jax.checkpoint computes again in the backward pass; its policy can keep the value'
    : null;
}
