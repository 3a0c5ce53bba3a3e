import {
  AssignOp,
  FragmentOp,
  MeshTensorType,
  MpmdReturnOp,
  TransferOp,
  UnassignOp,
} from '@shardform/dialect-mpmd';
import {
  ArrayAttr,
  type Attribute,
  type BlockArgument,
  type IntegerAttr,
  type Location,
  type Rewriter,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { setInferredBy } from './inferred-by.ts';

/** Puts a tensor on a mesh, at the insertion point. */
export function makeAssign(
  rewriter: Rewriter,
  value: Value,
  type: MeshTensorType,
  origin: string | null = null,
  location: Location = value.location,
): AssignOp {
  const args = { tensor: value, origin: origin === null ? null : StringAttr.get(origin) };
  return rewriter.create(AssignOp, args, [type], { location });
}

/** Takes a tensor off its mesh, at the insertion point. */
export function makeUnassign(
  rewriter: Rewriter,
  value: Value<MeshTensorType>,
  origin: string | null = null,
  location: Location = value.location,
): UnassignOp {
  const args = { tensor: value, origin: origin === null ? null : StringAttr.get(origin) };
  return rewriter.create(UnassignOp, args, [value.type.globalType], { location });
}

/** Moves a tensor to a type, at the insertion point. */
export function makeTransfer(
  rewriter: Rewriter,
  value: Value,
  type: MeshTensorType,
  location: Location,
): TransferOp {
  return rewriter.create(TransferOp, { tensor: value }, [type], { location });
}

/** The parts of a fragment that {@link makeFragment} makes. */
export interface FragmentParts {
  readonly mesh: string;
  readonly origin?: ArrayAttr;
  readonly stageId?: IntegerAttr | null;
  readonly operands: readonly Value[];
  readonly resultTypes: readonly Type[];
  readonly location: Location;
  /** Discardable attributes. */
  readonly attributes?: Iterable<readonly [string, Attribute]> | null;
}

const NO_ORIGIN = /* @__PURE__ */ ArrayAttr.get([]);

/** Makes a fragment with an empty region at the insertion point. */
export function makeFragment(rewriter: Rewriter, parts: FragmentParts): FragmentOp {
  return rewriter.create(
    FragmentOp,
    {
      inputs: parts.operands,
      origin: parts.origin ?? NO_ORIGIN,
      meshName: StringAttr.get(parts.mesh),
      stageId: parts.stageId ?? null,
    },
    parts.resultTypes,
    { location: parts.location, attributes: parts.attributes ?? null },
  );
}

/**
 * Makes an inferred fragment at the insertion point.
 *
 * @param body makes the operations of the fragment from its arguments and returns what it returns.
 */
export function makeInferredFragment(
  rewriter: Rewriter,
  parts: FragmentParts & { readonly inferredBy: string },
  body: (args: readonly BlockArgument[]) => readonly Value[],
): FragmentOp {
  const fragment = makeFragment(rewriter, parts);
  setInferredBy(fragment, [parts.inferredBy]);
  rewriter.atSavedPoint(() => {
    const block = fragment.region.addBlock();
    for (const { type, location } of parts.operands) {
      block.addArgument(globalTypeOf(type), location);
    }
    rewriter.setInsertionPointToEnd(block);
    const results = body(block.arguments);
    rewriter.create(MpmdReturnOp, { results }, [], { location: parts.location });
  });
  return fragment;
}

/** Returns the type of a value inside fragments. */
export function globalTypeOf(type: Type): Type {
  return type instanceof MeshTensorType ? type.globalType : type;
}
