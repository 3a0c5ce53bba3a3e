import type { FuncOp } from '@shardform/dialect-func';
import { DotGeneralOp } from '@shardform/dialect-stablehlo';
import { argumentName, namePath } from '@shardform/inspect';
import { BlockArgument, product, RankedTensorType, type Type, type Value } from '@shardform/ir-core';
import type { Tie } from '../problem/sharding-problem.ts';

/** What the arguments of a program are for, as its structure tells. */
export interface ProgramRoles {
  /** Parameters and what an optimizer keeps for them. */
  readonly parameters: ReadonlySet<number>;
  /** Arguments of which the first dimension is the batch. */
  readonly data: ReadonlySet<number>;
  /** Its size; `null` for a program without. */
  readonly batch: number | null;
  /** The shape of what layers pass on, `[batch, sequence, width]`; `null` for none. */
  readonly stream: readonly number[] | null;
  /** By parameter, its dimension of experts: a batching dimension of products with it. */
  readonly experts: ReadonlyMap<number, number>;
}

/** Arguments of which the user says the role. */
export interface GivenRoles {
  readonly data: ReadonlySet<number>;
  readonly parameters: ReadonlySet<number>;
}

/** Returns the roles of the arguments of a function without calls. @param given those that are not to be recognized. */
export function programRoles(func: FuncOp, ties: readonly Tie[], given: GivenRoles = NONE): ProgramRoles {
  const { inputs, results } = func.functionType;
  const tied = new Set(ties.map(({ argument }) => argument));
  // What has a name beside a parameter's is one, too, even if it stays as it is.
  const roots = new Set([...tied].flatMap((index) => rootOf(func, index) ?? []));
  const others = [...inputs.keys()].filter(
    (index) => !tied.has(index) && !roots.has(rootOf(func, index) ?? '') && !given.parameters.has(index),
  );
  const known = given.data.size > 0 ? [...given.data] : tied.size > 0 ? others : null;
  const batch = known === null ? (shapeOf(results[0])[0] ?? null) : largestOf(known, inputs);
  const recognized = given.data.size > 0 ? [] : others.filter((index) => shapeOf(inputs[index])[0] === batch);
  const data = new Set([...recognized, ...given.data]);
  const parameters = new Set([...inputs.keys()].filter((index) => !data.has(index)));
  const own = data.size === 0 ? null : batch;
  return {
    ...{ parameters, data, batch: own },
    stream: own === null ? null : streamShape(func, own),
    experts: expertDimensions(func, parameters),
  };
}

const NONE: GivenRoles = { data: new Set(), parameters: new Set() };

/** The argument's name without its path; `null` if it has none. */
function rootOf(func: FuncOp, index: number): string | null {
  return namePath(argumentName(func, index) ?? '')[0] ?? null;
}

/** The first dimension of the largest of some arguments. */
function largestOf(indices: readonly number[], inputs: readonly Type[]): number | null {
  const shapes = indices.map((index) => shapeOf(inputs[index]));
  return shapes.sort((a, b) => product(b) - product(a))[0]?.[0] ?? null;
}

/** The most frequent shape of sums that begins with the batch and has three dimensions. */
function streamShape(func: FuncOp, batch: number): readonly number[] | null {
  const counts = new Map<string, { readonly shape: readonly number[]; count: number }>();
  func.walk((op) => {
    if (op.name !== 'stablehlo.add') return;
    const shape = shapeOf(op.getResult().type);
    if (shape.length !== 3 || shape[0] !== batch) return;
    const known = counts.get(shape.join());
    if (known === undefined) counts.set(shape.join(), { shape, count: 1 });
    else known.count++;
  });
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.shape ?? null;
}

function expertDimensions(func: FuncOp, parameters: ReadonlySet<number>): Map<number, number> {
  const found = new Map<number, number>();
  const add = (value: Value, dimensions: readonly number[]): void => {
    const [dimension] = dimensions;
    const argument = argumentBehind(value);
    if (argument?.owner !== func.entry || dimension === undefined) return;
    if (parameters.has(argument.index)) found.set(argument.index, dimension);
  };
  func.walk((op) => {
    if (!(op instanceof DotGeneralOp)) return;
    const { lhsBatchingDimensions, rhsBatchingDimensions } = op.dotDimensionNumbers;
    add(op.lhs, lhsBatchingDimensions);
    add(op.rhs, rhsBatchingDimensions);
  });
  return found;
}

/** The argument that a value is, but for its element type. */
function argumentBehind(value: Value): BlockArgument | null {
  let at = value;
  while (at.definingOp?.name === 'stablehlo.convert') at = at.definingOp.getOperand(0);
  return at instanceof BlockArgument ? at : null;
}

function shapeOf(type: Type | undefined): readonly number[] {
  return type instanceof RankedTensorType ? type.shape : [];
}
