import {
  type FragmentOp,
  MeshTensorType,
  MpmdReturnOp,
  SPLIT_DROP_TRANSFERRED,
  SPLIT_KEEP_TRANSFERRED,
} from '@shardform/dialect-mpmd';
import {
  type Attribute,
  BlockArgument,
  cloneRegionInto,
  IrMapping,
  type Operation,
  type OpResult,
  RankedTensorType,
  Rewriter,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import { makeFragment } from '../program/make-ops.ts';
import { effectiveOperands } from '../program/operations.ts';

/** The parts into which a fragment is split. */
export interface FragmentSplit {
  /** The operations of the body that stay with the first part. */
  readonly kept: ReadonlySet<Operation>;
  /** True of results that the second part computes. */
  isPulled(result: OpResult): boolean;
}

/**
 * Splits a fragment into one that executes the operations that are kept and, behind it, one that executes the others. The
 * second gets as additional operands what it needs of the first.
 */
export function pullFragment(fragment: FragmentOp, split: FragmentSplit, rewriter: Rewriter): void {
  // Upstream compares with the block around the fragment, and so do we.
  if (split.kept.size + 1 === [...fragment.parent!].length) return;
  const terminator = fragment.entry.getTerminator();
  const pulled = fragment.results.filter((result) => split.isPulled(result));
  const kept = fragment.results.filter((result) => !split.isPulled(result));
  const returnedOf = (result: OpResult): Value => terminator.getOperand(result.index);
  const residuals = rootsOf(pulled.map(returnedOf), split.kept);
  rewriter.setInsertionPointAfter(fragment);
  const first = makePart(
    fragment,
    [],
    [...kept.map(({ type }) => type), ...residuals.map((value) => meshTypeOf(value, fragment))],
    SPLIT_KEEP_TRANSFERRED,
    rewriter,
  );
  const { mapping: inFirst, copies: firstCopies } = cloneBody(fragment, first);
  finish(
    first,
    [...kept.map(returnedOf), ...residuals].map((value) => inFirst.value(value)),
    rewriter,
  );
  eraseOps(fragment, firstCopies, (op) => !split.kept.has(op));

  rewriter.setInsertionPointAfter(first);
  const extra = first.results.slice(kept.length);
  const second = makePart(
    fragment,
    extra,
    pulled.map(({ type }) => type),
    SPLIT_DROP_TRANSFERRED,
    rewriter,
  );
  const { mapping: inSecond, copies: secondCopies } = cloneBody(fragment, second);
  residuals.forEach((value) => {
    const argument = second.entry.addArgument(value.type, value.location);
    inSecond.value(value).replaceAllUsesWith(argument);
    inSecond.values.set(value, argument);
  });
  finish(
    second,
    pulled.map((result) => inSecond.value(returnedOf(result))),
    rewriter,
  );
  eraseOps(fragment, secondCopies, (op) => split.kept.has(op));
  kept.forEach((result, i) => result.replaceAllUsesWith(first.getResult(i)));
  pulled.forEach((result, i) => result.replaceAllUsesWith(second.getResult(i)));
  fragment.erase();
}

/** Values that are computed by what is kept, or are arguments, and that the given values need. */
function rootsOf(values: readonly Value[], kept: ReadonlySet<Operation>): Value[] {
  const roots = new Set<Value>();
  const seen = new Set<Value>();
  const stack = [...values];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    const { definingOp } = value;
    if (value instanceof BlockArgument || definingOp === null || kept.has(definingOp)) roots.add(value);
    else stack.push(...effectiveOperands(definingOp));
  }
  return [...roots];
}

function meshTypeOf({ type }: Value, fragment: FragmentOp): MeshTensorType {
  if (type instanceof RankedTensorType) return MeshTensorType.get(fragment.mesh, type);
  throw new Error(
    `a value of type '${String(type)}' can't be handed from one part of a fragment to the other`,
  );
}

function makePart(
  fragment: FragmentOp,
  extra: readonly Value[],
  resultTypes: Parameters<typeof makeFragment>[1]['resultTypes'],
  marker: string,
  rewriter: Rewriter,
): FragmentOp {
  const attributes = new Map<string, Attribute>(fragment.discardable ?? []);
  attributes.set(marker, UnitAttr.instance);
  const part = makeFragment(rewriter, {
    mesh: fragment.mesh,
    origin: fragment.origin,
    stageId: fragment.stageId,
    operands: [...fragment.operandValues(), ...extra],
    resultTypes,
    location: fragment.location,
    attributes,
  });
  part.inShardings = fragment.inShardings;
  part.outShardings = fragment.outShardings;
  return part;
}

/** A copy of a body: what its values and its operations became. */
interface BodyCopy {
  readonly mapping: IrMapping;
  readonly copies: ReadonlyMap<Operation, Operation>;
}

function cloneBody(fragment: FragmentOp, part: FragmentOp): BodyCopy {
  const mapping = new IrMapping();
  cloneRegionInto(fragment.region, part.region, mapping);
  const originals = [...fragment.entry];
  const copies = new Map([...part.entry].map((copy, i) => [originals[i]!, copy]));
  return { mapping, copies };
}

function finish(part: FragmentOp, results: readonly Value[], rewriter: Rewriter): void {
  const old = part.entry.getTerminator();
  const { location } = old;
  old.erase();
  rewriter.atSavedPoint(() => {
    rewriter.setInsertionPointToEnd(part.entry);
    rewriter.create(MpmdReturnOp, { results }, [], { location });
  });
}

/** Erases copies of operations of a fragment, users first. */
function eraseOps(
  fragment: FragmentOp,
  copies: ReadonlyMap<Operation, Operation>,
  isErased: (op: Operation) => boolean,
): void {
  const terminator = fragment.entry.getTerminator();
  for (const op of [...fragment.entry].reverse()) {
    if (op !== terminator && isErased(op)) copies.get(op)!.erase();
  }
}
