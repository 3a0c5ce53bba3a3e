import * as shlo from '@shardform/dialect-stablehlo';
import { tensorOf } from '@shardform/dialect-ttir';
import {
  ArrayAttr,
  Builder,
  ComplexType,
  type Context,
  definePass,
  DenseArrayAttr,
  DenseElementsAttr,
  i1,
  i64,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';

/** Longer transforms would have matrices of more than 16 million numbers. */
const LONGEST = 4096;

/**
 * Fourier transforms become products with the matrix of the transform, one dimension after the other, and absolute
 * values of complex numbers become square roots: the target has real numbers only. Transforms of lines of more than
 * 4096 elements stay.
 */
export const expandFft = definePass({
  name: 'stablehlo-expand-fft',
  className: 'StablehloExpandFftPass',
  summary: 'make Fourier transforms products of real matrices',
  dependentDialects: ['stablehlo'],
  run(root, { context }) {
    const transforms: shlo.FftOp[] = [];
    const magnitudes: shlo.AbsOp[] = [];
    root.walk((op) => {
      if (
        op instanceof shlo.FftOp &&
        op.fftLength.numbers().every((length) => length > 0 && length <= LONGEST)
      )
        transforms.push(op);
      if (op instanceof shlo.AbsOp && op.operand.type.elementType instanceof ComplexType) magnitudes.push(op);
    });
    for (const op of transforms) if (op.operand.type.hasStaticShape) expandTransform(op, context);
    for (const op of magnitudes) expandMagnitude(op, context);
  },
});

/** Real and imaginary parts; `null` for the latter of real numbers. */
type Parts = readonly [Tensor, Tensor | null];

function expandTransform(op: shlo.FftOp, context: Context): void {
  const build = new TransformBuilder(op, context);
  const lengths = op.fftLength.numbers();
  const { rank } = op.operand.type;
  const kind = op.fftType.value;
  const isInverse = kind === 'IFFT' || kind === 'IRFFT';
  const dims = lengths.map((_, i) => rank - lengths.length + i);
  const last = dims.pop()!;
  const lastLength = lengths.at(-1)!;
  let parts: Parts = kind === 'RFFT' ? [op.operand, null] : build.parts(op.operand);
  // A transform of real numbers is halved along the last dimension first, and made whole there at last.
  if (kind !== 'IRFFT') {
    const kept = kind === 'RFFT' ? Math.floor(lastLength / 2) + 1 : lastLength;
    parts = build.transformed(parts, { dim: last, length: lastLength, kept, isInverse });
  }
  for (const [i, dim] of dims.entries())
    parts = build.transformed(parts, { dim, length: lengths[i]!, kept: lengths[i]!, isInverse });
  const result =
    kind === 'IRFFT' ? build.realLine(parts, last, lastLength) : build.complex(parts, op.result.type);
  op.result.replaceAllUsesWith(result);
  op.erase();
}

/** |z| = m sqrt(1 + (n / m)^2) of the larger part m and the smaller one n, which neither overflows nor vanishes. */
function expandMagnitude(op: shlo.AbsOp, context: Context): void {
  const build = new TransformBuilder(op, context);
  const [real, imaginary] = build.parts(op.operand);
  const { builder } = build;
  const { type } = real;
  // Two parts become two magnitudes.
  const [a, b] = [real, imaginary!].map((operand) =>
    tensorOf(builder.create(shlo.AbsOp, { operand }, [type]).result),
  ) as [Tensor, Tensor];
  const lhs = tensorOf(builder.create(shlo.MaxOp, { lhs: a, rhs: b }, [type]).result);
  const smaller = tensorOf(builder.create(shlo.MinOp, { lhs: a, rhs: b }, [type]).result);
  const ratio = tensorOf(builder.create(shlo.DivOp, { lhs: smaller, rhs: lhs }, [type]).result);
  const square = tensorOf(builder.create(shlo.MulOp, { lhs: ratio, rhs: ratio }, [type]).result);
  const sum = tensorOf(builder.create(shlo.AddOp, { lhs: square, rhs: build.splat(type, 1) }, [type]).result);
  const rhs = tensorOf(builder.create(shlo.SqrtOp, { operand: sum }, [type]).result);
  const scaled = tensorOf(builder.create(shlo.MulOp, { lhs, rhs }, [type]).result);
  // 0 / 0 and infinity / infinity are no ratios.
  const isSame = builder.create(
    shlo.CompareOp,
    {
      lhs: smaller,
      rhs: lhs,
      comparisonDirection: shlo.ComparisonDirectionAttr.get('EQ'),
      compareType: shlo.ComparisonTypeAttr.get('FLOAT'),
    },
    [type.withElementType(i1)],
  ).result;
  const double = tensorOf(
    builder.create(shlo.MulOp, { lhs, rhs: build.splat(type, Math.SQRT2) }, [type]).result,
  );
  const chosen = builder.create(shlo.SelectOp, { pred: isSame, onTrue: double, onFalse: scaled }, [type]);
  op.result.replaceAllUsesWith(chosen.result);
  op.erase();
}

/** A transform along one dimension, of which the first numbers are kept. */
interface Line {
  readonly dim: number;
  readonly length: number;
  readonly kept: number;
  readonly isInverse: boolean;
}

class TransformBuilder {
  readonly builder: Builder;

  constructor(op: shlo.FftOp | shlo.AbsOp, context: Context) {
    this.builder = new Builder(context);
    this.builder.setInsertionPoint(op);
    this.builder.location = op.location;
  }

  parts(operand: Tensor): Parts {
    const { elementType } = operand.type;
    const type =
      elementType instanceof ComplexType ? operand.type.withElementType(elementType.elementType) : null;
    if (type === null) return [operand, null];
    return [
      tensorOf(this.builder.create(shlo.RealOp, { operand }, [type]).result),
      tensorOf(this.builder.create(shlo.ImagOp, { operand }, [type]).result),
    ];
  }

  complex([lhs, imaginary]: Parts, type: RankedTensorType): Tensor {
    const rhs = imaginary ?? this.splat(lhs.type, 0);
    return tensorOf(this.builder.create(shlo.ComplexOp, { lhs, rhs }, [type]).result);
  }

  splat(type: RankedTensorType, number: number): Tensor {
    const value = DenseElementsAttr.splat(type, number);
    return this.builder.create(shlo.ConstantOp, { value }, [type]).output;
  }

  /** (a + bi)(c + si), where the sine of an inverse transform is that of the opposite angle. */
  transformed([a, b]: Parts, { dim, length, kept, isInverse }: Line): Parts {
    const scale = isInverse ? 1 / length : 1;
    const turn = (isInverse ? 2 : -2) * Math.PI;
    // Multiples of the length are left out, so that angles are exact up to their rounding.
    const angle = (row: number, column: number): number => (turn * ((row * column) % length)) / length;
    const matrix = (of: (angle: number) => number): readonly number[] =>
      Array.from({ length: length * kept }, (_, i) => scale * of(angle(Math.floor(i / kept), i % kept)));
    const [cosines, sines] = [matrix(Math.cos), matrix(Math.sin)];
    const times = (operand: Tensor, numbers: readonly number[]): Tensor =>
      this.#product(operand, dim, numbers, kept);
    if (b === null) return [times(a, cosines), times(a, sines)];
    const real = this.#subtract(times(a, cosines), times(b, sines));
    return [real, this.#add(times(a, sines), times(b, cosines))];
  }

  /** The real numbers whose transform has these first numbers: all others are their conjugates. */
  realLine([a, b]: Parts, dim: number, length: number): Tensor {
    const given = a.type.dimSize(dim);
    const weight = (row: number): number => (row === 0 || 2 * row === length ? 1 : 2) / length;
    const matrix = (of: (angle: number) => number): readonly number[] =>
      Array.from({ length: given * length }, (_, i) => {
        const [row, column] = [Math.floor(i / length), i % length];
        return weight(row) * of((2 * Math.PI * ((row * column) % length)) / length);
      });
    const real = this.#product(a, dim, matrix(Math.cos), length);
    return b === null ? real : this.#subtract(real, this.#product(b, dim, matrix(Math.sin), length));
  }

  /** The product of the lines along a dimension with a matrix, in the place of the dimension. */
  #product(lhs: Tensor, dim: number, numbers: readonly number[], columns: number): Tensor {
    const { type } = lhs;
    const rhsType = RankedTensorType.get([type.dimSize(dim), columns], type.elementType);
    const value = DenseElementsAttr.fromNumbers(rhsType, numbers);
    const rhs = this.builder.create(shlo.ConstantOp, { value }, [rhsType]).output;
    const highest = shlo.PrecisionAttr.get('HIGHEST');
    const dotDimensionNumbers = shlo.DotDimensionNumbersAttr.get({
      lhsBatchingDimensions: [],
      rhsBatchingDimensions: [],
      lhsContractingDimensions: [dim],
      rhsContractingDimensions: [0],
    });
    const moved = type.withShape([...type.shape.toSpliced(dim, 1), columns]);
    const made = tensorOf(
      this.builder.create(
        shlo.DotGeneralOp,
        { lhs, rhs, dotDimensionNumbers, precisionConfig: ArrayAttr.get([highest, highest]) },
        [moved],
      ).result,
    );
    if (dim === type.rank - 1) return made;
    const order = Array.from({ length: type.rank }, (_, d) =>
      d < dim ? d : d === dim ? type.rank - 1 : d - 1,
    );
    const permutation = DenseArrayAttr.get(i64, order);
    const result = type.withShape(type.shape.with(dim, columns));
    return tensorOf(this.builder.create(shlo.TransposeOp, { operand: made, permutation }, [result]).result);
  }

  #add(lhs: Tensor, rhs: Tensor): Tensor {
    return tensorOf(this.builder.create(shlo.AddOp, { lhs, rhs }, [lhs.type]).result);
  }

  #subtract(lhs: Tensor, rhs: Tensor): Tensor {
    return tensorOf(this.builder.create(shlo.SubtractOp, { lhs, rhs }, [lhs.type]).result);
  }
}
