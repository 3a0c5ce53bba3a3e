import { pattern, type RewritePattern, type Tensor } from '@shardform/ir-core';
import { LayerNormOp, RmsNormOp, SoftmaxOp } from '@shardform/dialect-ttir';
import { fromFront } from '../erase-inverse-ops/moves.ts';
import { Arithmetic } from './arithmetic.ts';

/** Scales and moves elements by vectors of the last dimensions. */
function scaled(x: Tensor, { weight, bias }: RmsNormOp | LayerNormOp, make: Arithmetic): Tensor {
  const aligned = (vector: Tensor): Tensor => {
    const missing = x.type.rank - vector.type.rank;
    return missing === 0
      ? vector
      : make.reshape(vector, [...new Array<number>(missing).fill(1), ...vector.type.shape]);
  };
  const product = weight === null ? x : make.binary('multiply', x, aligned(weight));
  return bias === null ? product : make.binary('add', product, aligned(bias));
}

/** The reciprocal of the root of a number per row, which is kept from zero. */
function reciprocalRoot(squares: Tensor, epsilon: number, make: Arithmetic): Tensor {
  return make.unary('rsqrt', make.binary('add', squares, make.full(squares.type, epsilon)));
}

/** The dimensions that are normalized: the last ones. */
function lastDims(x: Tensor, count: number): readonly number[] {
  return x.type.shape.map((_, d) => d).slice(x.type.rank - count);
}

const rmsNorm = pattern(RmsNormOp, 'ttir-decompose-rms-norm', (op, rewriter) => {
  const make = new Arithmetic(rewriter);
  const { input } = op;
  const dims = lastDims(input, op.normalizedShape.numbers().length);
  const mean = make.reduce('mean', make.binary('multiply', input, input), dims);
  const root = reciprocalRoot(mean, op.epsilon?.value ?? 0, make);
  rewriter.replaceOp(op, [scaled(make.binary('multiply', input, root), op, make)]);
  return true;
});

/** Means are formed dimension by dimension, from the last, as kernels form them. */
function meanOf(x: Tensor, dims: readonly number[], make: Arithmetic): Tensor {
  return dims.reduceRight((mean, dim) => make.reduce('mean', mean, [dim]), x);
}

const layerNorm = pattern(LayerNormOp, 'ttir-decompose-layer-norm', (op, rewriter) => {
  const make = new Arithmetic(rewriter);
  const { input } = op;
  const dims = lastDims(input, op.normalizedShape.numbers().length);
  const centred = make.binary('subtract', input, meanOf(input, dims, make));
  const variance = meanOf(make.binary('multiply', centred, centred), dims, make);
  const root = reciprocalRoot(variance, op.epsilon?.value ?? 0, make);
  rewriter.replaceOp(op, [scaled(make.binary('multiply', centred, root), op, make)]);
  return true;
});

const softmax = pattern(SoftmaxOp, 'ttir-decompose-softmax', (op, rewriter) => {
  const make = new Arithmetic(rewriter);
  const { input } = op;
  const dims = [fromFront(op.dimension.number, input.type)];
  const isStable = op.numericStable?.value === 1n;
  const shifted = isStable ? make.binary('subtract', input, make.reduce('max', input, dims)) : input;
  const exponentials = make.unary('exp', shifted);
  rewriter.replaceOp(op, [make.binary('div', exponentials, make.reduce('sum', exponentials, dims))]);
  return true;
});

/** Normalizations as arithmetic. */
export const normalizationPatterns: readonly RewritePattern[] = [rmsNorm, layerNorm, softmax];
