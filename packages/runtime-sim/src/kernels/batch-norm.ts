import { allocate } from '../array/array-kind.ts';
import type { ArrayKind } from '../array/array-kind.ts';
import { asDoubles, storeDoubles } from '../array/lanes.ts';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';

/** Mean and variance of every feature. */
interface Moments {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** The elements of one feature lie in runs of `inner`, one in each of `outer` blocks. */
interface FeatureLayout {
  readonly outer: number;
  readonly features: number;
  readonly inner: number;
}

function layoutOf({ shape }: NdArray, feature: number): FeatureLayout {
  return {
    outer: elementCount(shape.slice(0, feature)),
    features: shape[feature],
    inner: elementCount(shape.slice(feature + 1)),
  };
}

/**
 * `x` normalised by the moments of its own features, and these moments (StableHLO spec, "batch_norm_training"). Computed
 * in double precision and rounded once.
 */
export function batchNormTraining(
  x: NdArray,
  scale: NdArray,
  offset: NdArray,
  epsilon: number,
  feature: number,
): [output: NdArray, mean: NdArray, variance: NdArray] {
  const values = asDoubles(x.kind, x.data);
  const layout = layoutOf(x, feature);
  const moments = momentsOf(values, layout);
  return [
    normalized(x, layout, scale, offset, moments, epsilon),
    rounded(x.kind, scale.shape, moments.mean),
    rounded(x.kind, scale.shape, moments.variance),
  ];
}

/** `x` normalised by given moments (StableHLO spec, "batch_norm_inference"). */
export function batchNormInference(
  x: NdArray,
  scale: NdArray,
  offset: NdArray,
  mean: NdArray,
  variance: NdArray,
  epsilon: number,
  feature: number,
): NdArray {
  const moments = {
    mean: asDoubles(mean.kind, mean.data),
    variance: asDoubles(variance.kind, variance.data),
  };
  return normalized(x, layoutOf(x, feature), scale, offset, moments, epsilon);
}

/** Gradients of `batchNormTraining` with respect to its three operands (StableHLO spec, "batch_norm_grad"). */
export function batchNormGrad(
  x: NdArray,
  scale: NdArray,
  mean: NdArray,
  variance: NdArray,
  gradOutput: NdArray,
  epsilon: number,
  feature: number,
): [gradOperand: NdArray, gradScale: NdArray, gradOffset: NdArray] {
  const layout = layoutOf(x, feature);
  const { outer, features, inner } = layout;
  const count = outer * inner;
  const [values, grads] = [asDoubles(x.kind, x.data), asDoubles(x.kind, gradOutput.data)];
  const [scales, means] = [asDoubles(x.kind, scale.data), asDoubles(x.kind, mean.data)];
  const variances = asDoubles(x.kind, variance.data);
  const sums = new Float64Array(features);
  const products = new Float64Array(features);
  forEachRun(layout, (f, start) => {
    for (let i = start; i < start + inner; i += 1) {
      sums[f] += grads[i];
      products[f] += grads[i] * (values[i] - means[f]);
    }
  });
  const gradOperand = new Float64Array(values.length);
  forEachRun(layout, (f, start) => {
    const inverse = 1 / (variances[f] + epsilon);
    const factor = (scales[f] * Math.sqrt(inverse)) / count;
    const correction = inverse * products[f];
    for (let i = start; i < start + inner; i += 1) {
      gradOperand[i] = factor * (count * grads[i] - sums[f] - (values[i] - means[f]) * correction);
    }
  });
  const gradScale = products.map((sum, f) => sum / Math.sqrt(variances[f] + epsilon));
  return [
    rounded(x.kind, x.shape, gradOperand),
    rounded(x.kind, scale.shape, gradScale),
    rounded(x.kind, scale.shape, sums),
  ];
}

function momentsOf(values: Float64Array, layout: FeatureLayout): Moments {
  const { outer, features, inner } = layout;
  const count = outer * inner;
  const mean = new Float64Array(features);
  const variance = new Float64Array(features);
  forEachRun(layout, (f, start) => {
    for (let i = start; i < start + inner; i += 1) mean[f] += values[i];
  });
  for (let f = 0; f < features; f += 1) mean[f] /= count;
  forEachRun(layout, (f, start) => {
    for (let i = start; i < start + inner; i += 1) variance[f] += (values[i] - mean[f]) ** 2;
  });
  for (let f = 0; f < features; f += 1) variance[f] /= count;
  return { mean, variance };
}

function normalized(
  x: NdArray,
  layout: FeatureLayout,
  scale: NdArray,
  offset: NdArray,
  { mean, variance }: Moments,
  epsilon: number,
): NdArray {
  const values = asDoubles(x.kind, x.data);
  const [scales, offsets] = [asDoubles(x.kind, scale.data), asDoubles(x.kind, offset.data)];
  const out = new Float64Array(values.length);
  forEachRun(layout, (f, start) => {
    const factor = scales[f] / Math.sqrt(variance[f] + epsilon);
    for (let i = start; i < start + layout.inner; i += 1) {
      out[i] = (values[i] - mean[f]) * factor + offsets[f];
    }
  });
  return rounded(x.kind, x.shape, out);
}

/** Calls `visit` with a feature and where a run of its elements starts. */
function forEachRun(
  { outer, features, inner }: FeatureLayout,
  visit: (feature: number, start: number) => void,
): void {
  for (let o = 0; o < outer; o += 1) {
    for (let f = 0; f < features; f += 1) visit(f, (o * features + f) * inner);
  }
}

function rounded(kind: ArrayKind, shape: readonly number[], values: Float64Array): NdArray {
  const data = allocate(kind, values.length);
  storeDoubles(kind, data, 0, values.length, values);
  return { kind, shape, data };
}
