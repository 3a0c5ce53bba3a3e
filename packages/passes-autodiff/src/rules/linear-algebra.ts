import {
  CholeskyOp,
  customCallConfig,
  CustomCallOp,
  tensorOf,
  TriangularSolveOp,
} from '@shardform/dialect-stablehlo';
import {
  cloneWithoutRegions,
  ComplexType,
  IntegerAttr,
  type InterfaceImplementation,
  IrMapping,
  RankedTensorType,
  type Tensor,
  lastOf,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients, tensorsOf } from '../gradient-rule.ts';
import { luGradients } from './lu-decomposition.ts';
import { MatrixBuilder, type SolveOptions } from './matrix-builder.ts';

/** A character of the configuration that JAX gives a call of LAPACK. */
function letter(op: CustomCallOp, name: string): string {
  const value = customCallConfig(op)?.get(name);
  return value instanceof IntegerAttr ? String.fromCharCode(value.number) : '';
}

/** `L^-T P(L^T g) conj(L)^-1`, where `P` takes the lower triangle with half of its diagonal. */
function choleskyGradient(factor: Tensor, g: Tensor, build: GradientBuilder): Tensor {
  const m = new MatrixBuilder(build);
  const l = m.lower(factor);
  const inner = m.lower(m.multiply(m.transpose(l), m.lower(g)));
  const halved = m.withDiagonal(inner, build.scale(inner, 0.5));
  const left = m.solve(l, halved, { leftSide: true, lower: true, transpose: 'TRANSPOSE' });
  return m.solve(build.conjugate(l), left, { leftSide: false, lower: true });
}

const UPPER = 'has no gradient for the upper factor; decompose into the lower one and transpose it';

function solveGradients(op: TriangularSolveOp | CustomCallOp, options: Required<SolveOptions>) {
  return ({ result: g, build }: GradientInput): Gradients => {
    const m = new MatrixBuilder(build);
    const [a] = tensorsOf(op);
    const x = tensorOf(op.results[0]);
    const { leftSide, lower, unitDiagonal, transpose } = options;
    const turned = transpose === 'NO_TRANSPOSE' ? 'TRANSPOSE' : 'NO_TRANSPOSE';
    const matrix = transpose === 'ADJOINT' ? build.conjugate(a!) : a!;
    const right = m.solve(matrix, g, { ...options, transpose: turned });
    const product = leftSide ? m.multiply(right, m.transpose(x)) : m.multiply(m.transpose(x), right);
    const plain = build.negate(transpose === 'NO_TRANSPOSE' ? product : m.transpose(product));
    const own = transpose === 'ADJOINT' ? build.conjugate(plain) : plain;
    const diagonal = unitDiagonal ? 1 : 0;
    return [lower ? m.lower(own, -diagonal) : m.upper(own, diagonal), right];
  };
}

const transposes: Readonly<Record<string, Required<SolveOptions>['transpose']>> = {
  T: 'TRANSPOSE',
  C: 'ADJOINT',
};

/** `1 / (b - a)` for pairs of a vector's elements, zero on the diagonal. */
function inverseDifferences(values: Tensor, m: MatrixBuilder): Tensor {
  const { build } = m;
  const { shape, elementType } = values.type;
  const type = RankedTensorType.get([...shape, lastOf(shape)], elementType);
  const differences = build.subtract(m.rows(values, type), m.columns(values, type));
  const ones = build.constant(type, 1);
  return m.withDiagonal(build.divide(ones, m.withDiagonal(differences, ones)), build.zeros(type));
}

/** `conj(V) (diag(gw) + F (V^T gV)) V^T` with `F` the inverse differences of the eigenvalues. */
function eigenGradients(op: CustomCallOp) {
  return ({ results: [vectorGradient, valueGradient], build }: GradientInput): Gradients => {
    const m = new MatrixBuilder(build);
    const [v, w] = [op.results[0], op.results[1]].map(tensorOf);
    const { elementType } = v!.type;
    const parts: Tensor[] = [];
    if (valueGradient != null) parts.push(m.diagonal(build.convert(valueGradient, elementType)));
    if (vectorGradient != null) {
      const factors = build.convert(inverseDifferences(w!, m), elementType);
      parts.push(build.multiply(factors, m.multiply(m.transpose(v!), vectorGradient)));
    }
    const inner = parts.reduce((sum, part) => build.add(sum, part));
    return [m.multiply(build.conjugate(v!), inner, m.transpose(v!))];
  };
}

const ECONOMY = 83;

/** Singular values and vectors of a call, with vectors also where it was not asked for them. */
function singularVectors(op: CustomCallOp, build: GradientBuilder): readonly Tensor[] {
  if (letter(op, 'mode') === 'S') return op.results.slice(1, 4).map(tensorOf);
  const a = tensorsOf(op)[0]!.type;
  // `tensorsOf` has matrices of at least two dimensions, as verified.
  const [rows, columns] = a.shape.slice(-2) as [number, number];
  const count = Math.min(rows, columns);
  const batch = a.shape.slice(0, -2);
  const config = customCallConfig(op);
  const mode = config?.get('mode');
  const copy = build.builder.insert(cloneWithoutRegions(op, new IrMapping()));
  if (config !== null && mode instanceof IntegerAttr)
    copy.setAttr('mhlo.backend_config', config.with('mode', IntegerAttr.get(ECONOMY, mode.type)));
  const types = op.resultTypes();
  copy.setResultTypes([
    types[0]!,
    types[1]!,
    RankedTensorType.get([...batch, rows, count], a.elementType),
    RankedTensorType.get([...batch, count, columns], a.elementType),
    types[4]!,
  ]);
  return copy.results.slice(1, 4).map(tensorOf);
}

function singularGradients(op: CustomCallOp) {
  return ({ results: [rest, gs, gu, gv], build }: GradientInput): Gradients => {
    if (rest != null) return 'has no gradient for what it leaves of its operand';
    const hasVectors = gu != null || gv != null;
    const { elementType } = tensorsOf(op)[0]!.type;
    if (hasVectors && elementType instanceof ComplexType)
      return 'has no gradient for the singular vectors of complex matrices, only for the singular values';
    if (hasVectors && letter(op, 'mode') !== 'S')
      return 'has no gradient for singular vectors that are more than the singular values; use full_matrices=False';
    const m = new MatrixBuilder(build);
    const [s, u, vh] = singularVectors(op, build);
    const parts: Tensor[] = [];
    if (gs != null) parts.push(m.diagonal(build.convert(gs, elementType)));
    if (!hasVectors) return [m.multiply(build.conjugate(u!), parts[0]!, build.conjugate(vh!))];
    const square = inverseDifferences(build.multiply(s!, s!), m);
    const scale = (matrix: Tensor, side: 'rows' | 'columns', vector: Tensor): Tensor =>
      build.multiply(matrix, m[side](vector, matrix.type));
    const inverse = build.divide(build.constant(s!.type, 1), s!);
    const antisymmetric = (matrix: Tensor): Tensor =>
      build.multiply(square, build.subtract(matrix, m.transpose(matrix)));
    const outside: Tensor[] = [];
    if (gu != null) {
      const projection = m.multiply(m.transpose(u!), gu);
      parts.push(scale(antisymmetric(projection), 'rows', s!));
      const rest = build.subtract(gu, m.multiply(u!, projection));
      outside.push(m.multiply(scale(rest, 'rows', inverse), vh!));
    }
    if (gv != null) {
      const projection = m.multiply(gv, m.transpose(vh!));
      parts.push(scale(antisymmetric(m.transpose(projection)), 'columns', s!));
      const rest = build.subtract(gv, m.multiply(projection, vh!));
      outside.push(m.multiply(u!, scale(rest, 'columns', inverse)));
    }
    const inner = parts.reduce((sum, part) => build.add(sum, part));
    return [outside.reduce((sum, part) => build.add(sum, part), m.multiply(u!, inner, vh!))];
  };
}

/** Calls of LAPACK by the names that JAX gives them on CPUs. */
const LAPACK = /^lapack_[sdcz](\w+)_ffi$/;

function customCallGradients(op: CustomCallOp) {
  return (input: GradientInput): Gradients => {
    const target = op.callTargetName.value;
    if (target === 'Sharding') {
      const mapping = new IrMapping();
      mapping.values.set(op.getOperand(0), input.results[0]!);
      return [tensorOf(input.build.builder.insert(cloneWithoutRegions(op, mapping)).results[0])];
    }
    switch (LAPACK.exec(target)?.[1]) {
      case 'potrf':
        if (letter(op, 'uplo') !== 'L') return UPPER;
        return [choleskyGradient(tensorOf(op.results[0]), input.results[0]!, input.build)];
      case 'trsm':
        return solveGradients(op, {
          leftSide: letter(op, 'side') === 'L',
          lower: letter(op, 'uplo') === 'L',
          unitDiagonal: letter(op, 'diag') === 'U',
          transpose: transposes[letter(op, 'trans_x')] ?? 'NO_TRANSPOSE',
        })(input);
      case 'getrf':
        return luGradients(op, input);
      case 'syevd':
      case 'heevd':
        return eigenGradients(op)(input);
      case 'gesdd':
        return singularGradients(op)(input);
      default:
        return `has no rule of differentiation for calls of '${target}'`;
    }
  };
}

/** Rules of linear algebra, as operations and as calls of LAPACK. */
export const linearAlgebraRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(
    CholeskyOp,
    (op) =>
      ({ result: g, build }: GradientInput): Gradients =>
        op.lower?.value === 1n ? [choleskyGradient(op.result, g, build)] : UPPER,
  ),
  gradientRule.implementFor(TriangularSolveOp, (op) =>
    solveGradients(op, {
      leftSide: op.leftSide.value === 1n,
      lower: op.lower.value === 1n,
      unitDiagonal: op.unitDiagonal.value === 1n,
      transpose: op.transposeA.value === 'TRANSPOSE_INVALID' ? 'NO_TRANSPOSE' : op.transposeA.value,
    }),
  ),
  gradientRule.implementFor(CustomCallOp, customCallGradients),
];
