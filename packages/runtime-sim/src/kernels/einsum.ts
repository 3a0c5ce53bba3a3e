import { elementCount, rowMajorStrides, scalarArray } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { boxOffsets, take } from '../array/take.ts';
import { type Accumulation, accumulatorKind } from './accumulation.ts';
import { convert } from './convert.ts';
import { dotGeneral } from './dot-general.ts';
import { reduce } from './reduce.ts';
import { transpose } from './transpose.ts';

/** An array with a letter for each dimension. */
interface Labelled {
  readonly array: NdArray;
  readonly labels: readonly string[];
}

/**
 * Sum of products by a formula such as `ij,jk->ik`: one letter for each dimension, `...` for any number of leading ones.
 * Letters that the result lacks are summed over; a letter twice in one operand means its diagonal.
 * @throws when the formula does not fit the operands.
 */
export function einsum(
  operands: readonly NdArray[],
  formula: string,
  accumulation: Accumulation = 'wide',
): NdArray {
  const { kind } = operands[0];
  const sums = accumulatorKind(kind, accumulation);
  if (sums !== kind) {
    const wide = operands.map((operand) => convert(operand, sums));
    return convert(einsum(wide, formula, accumulation), kind);
  }
  const sides = formula.replaceAll(' ', '').split('->');
  const [inputs, output] = sides;
  const terms = inputs.split(',');
  if (sides.length < 2 || terms.length !== operands.length) {
    throw new Error(`formula '${formula}' does not fit ${operands.length} operands`);
  }
  const labelled = operands.map((array, i) => diagonal(array, labelsOf(terms[i], array, formula)));
  const dots = labelled.map(({ labels }) => labels.filter((label) => label.startsWith('.')));
  const longest = dots.reduce((a, b) => (b.length > a.length ? b : a));
  const wanted = Array.from(output.replace('...', '.')).flatMap((letter) =>
    letter === '.' ? longest : [letter],
  );
  const [lhs, rhs] = labelled.map((own, i) =>
    summed(own, [...wanted, ...(labelled[1 - i]?.labels ?? [])], accumulation),
  );
  const product = labelled.length === 1 ? lhs : contracted(lhs, rhs, wanted, accumulation);
  return transpose(
    product.array,
    wanted.map((label) => product.labels.indexOf(label)),
  );
}

/** The letters of a term; the dimensions of `...` are `.0` for the last of them, `.1` for the one before and so on. */
function labelsOf(term: string, { shape }: NdArray, formula: string): string[] {
  const letters = Array.from(term.replace('...', '.'));
  const extra = shape.length - letters.filter((letter) => letter !== '.').length;
  const labels = letters.flatMap((letter) =>
    letter === '.' ? Array.from({ length: extra }, (_, i) => `.${extra - 1 - i}`) : [letter],
  );
  if (labels.length !== shape.length)
    throw new Error(`formula '${formula}' does not fit rank ${shape.length}`);
  return labels;
}

function diagonal(array: NdArray, all: readonly string[]): Labelled {
  const labels = [...new Set(all)];
  if (labels.length === all.length) return { array, labels };
  const strides = rowMajorStrides(array.shape);
  const shape = labels.map((label) => array.shape[all.indexOf(label)]);
  const steps = labels.map((label) =>
    all.reduce((sum, other, dim) => (other === label ? sum + strides[dim] : sum), 0),
  );
  return { array: { kind: array.kind, shape, data: take(array, boxOffsets(shape, steps)) }, labels };
}

/** Sums over the letters that are not in `kept`. */
function summed({ array, labels }: Labelled, kept: readonly string[], accumulation: Accumulation): Labelled {
  const dims = [...labels.keys()].filter((dim) => !kept.includes(labels[dim]));
  if (dims.length === 0 || elementCount(array.shape) === 0) return { array, labels };
  return {
    array: reduce(array, scalarArray(array.kind, 0), dims, 'add', accumulation),
    labels: labels.filter((label) => kept.includes(label)),
  };
}

function contracted(
  lhs: Labelled,
  rhs: Labelled,
  wanted: readonly string[],
  accumulation: Accumulation,
): Labelled {
  const shared = lhs.labels.filter((label) => rhs.labels.includes(label));
  const batching = shared.filter((label) => wanted.includes(label));
  const contracting = shared.filter((label) => !wanted.includes(label));
  const dimsOf = (labels: readonly string[], which: readonly string[]): number[] =>
    which.map((label) => labels.indexOf(label));
  const array = dotGeneral(
    lhs.array,
    rhs.array,
    {
      lhsBatchingDimensions: dimsOf(lhs.labels, batching),
      rhsBatchingDimensions: dimsOf(rhs.labels, batching),
      lhsContractingDimensions: dimsOf(lhs.labels, contracting),
      rhsContractingDimensions: dimsOf(rhs.labels, contracting),
    },
    lhs.array.kind,
    accumulation,
  );
  const isFree = (label: string): boolean => !shared.includes(label);
  return { array, labels: [...batching, ...lhs.labels.filter(isFree), ...rhs.labels.filter(isFree)] };
}
