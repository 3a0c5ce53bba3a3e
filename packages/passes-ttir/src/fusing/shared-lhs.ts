import {
  boolAttr,
  type Operation,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Tensor,
  type Value,
  zip,
} from '@shardform/ir-core';
import { LinearOp, MatmulOp, TensorBuilder } from '@shardform/dialect-ttir';

/** Columns of a joint product that still fit. */
const MAX_COLUMNS = 262144;

type Product = MatmulOp | LinearOp;

const isSet = (flag: Product['transposeA']): boolean => flag?.value === 1n;

/** What the biases and results of products have in common if they can be joined along the last dimension. */
function frameOf(op: Product): string {
  const { type } = op.result;
  const bias = op instanceof LinearOp ? op.bias : null;
  const outer = [op.b.type.withShape(op.b.type.shape.slice(0, -2)), type.withShape(type.shape.slice(0, -1))];
  return [...outer, bias?.type.withShape(bias.type.shape.slice(0, -1))].join();
}

/** Returns true if a product has no bias, or one with an element for each column. */
function hasWholeBias(op: Product): boolean {
  const bias = op instanceof LinearOp ? op.bias : null;
  return bias === null || bias.type.shape.at(-1) === op.result.type.dimSize(-1);
}

/** Products of the same kind with the same first operand, whose second operands can be joined. */
function candidatesOf(root: Product, minimum: number): Product[] {
  const isAlike = (op: Operation): op is Product =>
    (root instanceof MatmulOp ? op instanceof MatmulOp : op instanceof LinearOp) &&
    // The line above has checked the class.
    (op as Product).a === root.a &&
    isSet((op as Product).transposeA) === isSet(root.transposeA) &&
    hasWholeBias(op as Product) &&
    frameOf(op as Product) === frameOf(root);
  const found = [...new Set(root.a.users())].filter(isAlike);
  const columns = found.reduce((sum, { result }) => sum + result.type.dimSize(-1), 0);
  if (!found.includes(root) || root.b.type.rank < 2) return [];
  return found.length < Math.max(minimum, 2) || columns > MAX_COLUMNS ? [] : found;
}

/**
 * Returns the operations to move so that a value is available after an operation; `null` when they are more than a
 * chain.
 */
function chainAfter(value: Value, anchor: Operation): Operation[] | null {
  const chain: Operation[] = [];
  for (let op = value.definingOp; op !== null; op = op.getOperand(0).definingOp) {
    if (op === anchor || op.parent !== anchor.parent || op.isBefore(anchor)) break;
    if (op.operands.length !== 1) return null;
    chain.unshift(op);
  }
  return chain;
}

function joined(ops: readonly Product[], build: TensorBuilder): { b: Tensor; isTransposed: boolean } {
  const isAlike = ops.every((op) => isSet(op.transposeB) === isSet(ops[0]!.transposeB));
  const isTransposed = isAlike && isSet(ops[0]!.transposeB);
  const operands = ops.map((op) => {
    if (isAlike || !isSet(op.transposeB)) return op.b;
    const { rank } = op.b.type;
    const dims = op.b.type.shape.map((_, d) => d);
    return build.permute(op.b, [...dims.slice(0, -2), rank - 1, rank - 2]);
  });
  return { b: build.concat(operands, operands[0]!.type.rank - (isTransposed ? 2 : 1)), isTransposed };
}

function fuse(root: Product, rewriter: Rewriter, minimum: number): boolean {
  const ops = candidatesOf(root, minimum);
  if (ops.length === 0) return false;
  const first = root.a.definingOp ?? root.parent!.firstOp!;
  const moved = ops.flatMap((op) => [op.b, ...(op instanceof LinearOp && op.bias !== null ? [op.bias] : [])]);
  const chains = moved.map((value) => chainAfter(value, first));
  if (chains.includes(null)) return false;
  let anchor = first;
  for (const op of new Set(chains.flatMap((chain) => chain ?? []))) {
    if (op !== anchor) rewriter.moveAfter(op, anchor);
    anchor = op;
  }
  rewriter.setInsertionPointAfter(anchor);
  const build = new TensorBuilder(rewriter);
  const { b, isTransposed } = joined(ops, build);
  const { type } = root.result;
  const columns = ops.reduce((sum, { result }) => sum + result.type.dimSize(-1), 0);
  const types = [type.withShape(type.shape.with(-1, columns))];
  const args = { a: root.a, b, transposeA: root.transposeA, transposeB: boolAttr(isTransposed) };
  const biases = ops.flatMap((op) => (op instanceof LinearOp && op.bias !== null ? [op.bias] : []));
  const bias = biases.length === 0 ? null : build.concat(biases, biases[0]!.type.rank - 1);
  const product: Tensor =
    root instanceof MatmulOp
      ? rewriter.create(MatmulOp, args, types).result
      : rewriter.create(LinearOp, { ...args, bias }, types).result;
  let offset = 0;
  const slices = ops.map((op) => {
    const begin = offset;
    offset += op.result.type.dimSize(-1);
    return build.slice(product, type.rank - 1, begin, offset);
  });
  zip(ops, slices).forEach(([op, slice]) => {
    rewriter.replaceOp(op, [slice]);
  });
  return true;
}

/**
 * Products with the same first operand are one product with joined second operands, then sliced.
 *
 * @param minimum the number of products from which on joining pays.
 */
export function sharedLhs(minimum: number): readonly RewritePattern[] {
  return [
    pattern(MatmulOp, 'ttir-fuse-shared-lhs-matmul', (op, rewriter) => fuse(op, rewriter, minimum)),
    pattern(LinearOp, 'ttir-fuse-shared-lhs-linear', (op, rewriter) => fuse(op, rewriter, minimum)),
  ];
}
