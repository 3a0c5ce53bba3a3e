import {
  type Arithmetic,
  attentionArithmetic,
  bytesOfType,
  fusionRole,
  productsOf,
} from '@shardform/cost-model';
import {
  ConstantOp,
  DotGeneralOp,
  IotaOp,
  isCarriedUnchanged,
  ReshapeOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import { BlockArgument, type Context, type Operation, type Value } from '@shardform/ir-core';
import type { AttentionGroup } from './attention-group.ts';
import { elementCount, isPointwise } from './score-kinds.ts';

/** A kernel that takes the place of operations. */
export interface AttentionKernel {
  readonly pass: AttentionGroup['pass'];
  /** The operation whose place in the program and in the user's code it has. */
  readonly main: Operation;
  /** The tensors that it reads, with the bytes. */
  readonly operands: readonly (readonly [Value, number])[];
  readonly results: readonly Value[];
  /** Bytes that it writes. */
  readonly writes: number;
  readonly flops: number;
  readonly arithmetic: Arithmetic;
  /** The tensors that its products multiply with scores, or with each other. */
  readonly multiplied: readonly Value[];
}

/**
 * Returns the kernel of a group: it reads what the group reads, and writes what others use of it. Masks and biases are computed inside
 * of what they are made of.
 *
 * @param hidden tensors that are never written.
 * @param fraction of the pairs of queries and keys that masks leave.
 */
export function groupKernel(
  group: AttentionGroup,
  hidden: ReadonlySet<Value>,
  fraction: number,
  context: Context,
): AttentionKernel {
  const { members, scores, main, pass, flops } = group;
  const operands = operandsOf(group, context);
  const results = [...members].flatMap((op) =>
    op.results.filter((result) => result.users().some((user) => !members.has(user))),
  );
  const bytes = (value: Value): number => (hidden.has(value) ? 0 : bytesOfType(value.type));
  return {
    ...{ pass, main, results },
    operands: operands.map((value) => [value, bytes(value)]),
    writes: results.reduce((sum, value) => sum + bytes(value), 0),
    flops: flops * fraction,
    arithmetic: attentionArithmetic(productsOf(main, 0)),
    multiplied: [...members].flatMap((op) =>
      op instanceof DotGeneralOp ? op.operandValues().filter((value) => !scores.has(value)) : [],
    ),
  };
}

/** The tensors that a group is computed of. Of what is as large as scores and computed cheaply, that which it is computed of. */
function operandsOf({ members, main, scores }: AttentionGroup, context: Context): Value[] {
  const sizes = new Set([...scores].map(elementCount));
  const found = new Set<Value>();
  const seen = new Set<Value>();
  const add = (given: Value): void => {
    const value = carriedValue(given);
    const source = value.definingOp;
    if (seen.has(value) || (source !== null && members.has(source)) || source instanceof ConstantOp) return;
    seen.add(value);
    if (isOfPositions(value)) return;
    const isInside =
      source !== null &&
      source !== main &&
      sizes.has(elementCount(value)) &&
      (fusionRole(source, context) === 'loop' || source instanceof ReshapeOp);
    if (isInside) source.operandValues().forEach(add);
    else found.add(value);
  };
  for (const op of members) op.operandValues().forEach(add);
  return [...found];
}

/** Whether a tensor is computed of positions and constants alone, perhaps before a loop, which a kernel does as well. */
export function isOfPositions(value: Value): boolean {
  const seen = new Set<Value>();
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const own = carriedValue(next);
    if (seen.has(own)) continue;
    seen.add(own);
    const source = own.definingOp;
    if (source instanceof IotaOp || source instanceof ConstantOp) continue;
    if (source === null || !isPointwise(source)) return false;
    pending.push(...source.operandValues());
  }
  return true;
}

/** The value that a loop carries unchanged, or the value itself. */
function carriedValue(value: Value): Value {
  if (!(value instanceof BlockArgument)) return value;
  const loop = value.owner.parentOp;
  const isCarried =
    loop instanceof WhileOp && value.owner === loop.body.entry && isCarriedUnchanged(loop, value.index);
  return isCarried ? carriedValue(loop.getOperand(value.index)) : value;
}
