import { definePass, Rewriter, type Tensor, lastOf } from '@shardform/ir-core';
import { ReshapeOp, TensorBuilder } from '@shardform/dialect-ttir';
import { lastTwoExchanged } from './ttir-decompose-complex-permute.ts';

type Shape = readonly number[];

const withoutOnes = (shape: Shape): Shape => shape.filter((size) => size !== 1);
const isSame = (a: Shape, b: Shape): boolean => a.join() === b.join();
const exchanged = (shape: Shape): Shape => lastTwoExchanged(shape.length).map((d) => shape[d]!);
/** True if an exchange of the last two dimensions changes the shape, and the order of no elements. */
const isExchangeable = (shape: Shape): boolean =>
  shape.length >= 2 && shape.slice(-2).filter((size) => size === 1).length === 1;

function leadingOnes(shape: Shape): number {
  const first = shape.findIndex((size) => size !== 1);
  return first < 0 ? shape.length : first;
}

/** Steps towards a shape: reshapes, and exchanges of the last two dimensions, one of which has size one. */
class Path {
  readonly #build: TensorBuilder;
  tensor: Tensor;

  constructor(tensor: Tensor, build: TensorBuilder) {
    this.tensor = tensor;
    this.#build = build;
  }

  reshape(shape: Shape): this {
    if (!isSame(shape, this.tensor.type.shape)) this.tensor = this.#build.reshape(this.tensor, shape);
    return this;
  }

  exchange(): this {
    this.tensor = this.#build.permute(this.tensor, lastTwoExchanged(this.tensor.type.rank));
    return this;
  }
}

/** The steps of a reshape that moves dimensions of size one only, to or from the end. */
function movedOnes(from: Shape, to: Shape, path: Path): Tensor | null {
  if (from.at(-1) !== 1) {
    if (isExchangeable(to)) return path.reshape(exchanged(to)).exchange().tensor;
    if (isExchangeable(from)) return path.exchange().reshape(to).tensor;
    return path
      .reshape([...from.slice(0, -1), 1, lastOf(from)])
      .exchange()
      .reshape(to).tensor;
  }
  if (isExchangeable(from)) return path.exchange().reshape(to).tensor;
  return isExchangeable(to) ? path.reshape(exchanged(to)).exchange().tensor : null;
}

/** Returns true if sizes of one move from the end to the front while other dimensions are joined or split. */
function movesOnesToFront(from: Shape, to: Shape): boolean {
  return leadingOnes(to) > leadingOnes(from) && leadingOnes(from.toReversed()) > 0;
}

function decomposed(op: ReshapeOp, build: TensorBuilder): Tensor | null {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.length === 0 || to.length === 0) return null;
  const path = new Path(op.input, build);
  if (isSame(withoutOnes(from), withoutOnes(to))) {
    return (from.at(-1) === 1) === (to.at(-1) === 1) ? null : movedOnes(from, to, path);
  }
  if (!movesOnesToFront(from, to)) return null;
  return path.reshape([op.input.type.elementCount, 1]).exchange().reshape(to).tensor;
}

/** Reshapes that move a size of one to or from the end go through an exchange of the last two dimensions. */
export const ttirDecomposeComplexReshape = definePass({
  name: 'ttir-decompose-complex-reshape',
  className: 'TTIRDecomposeComplexReshape',
  summary: 'splits reshapes that move dimensions of size one',
  anchor: 'builtin.module',
  run(module, pass) {
    const found: ReshapeOp[] = [];
    module.walkOf(ReshapeOp, (op) => {
      found.push(op);
    });
    const rewriter = new Rewriter(pass.context);
    for (const op of found) {
      rewriter.setInsertionPoint(op);
      rewriter.location = op.location;
      const result = decomposed(op, new TensorBuilder(rewriter));
      if (result !== null) rewriter.replaceOp(op, [result]);
    }
  },
});
