import { IotaOp, TransposeAttr, TriangularSolveOp } from '@shardform/dialect-stablehlo';
import { boolAttr, i32, i64Attr, RankedTensorType, type Tensor, lastOf } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';

/** The equation for which a triangular matrix is solved. */
export interface SolveOptions {
  readonly leftSide: boolean;
  readonly lower: boolean;
  readonly unitDiagonal?: boolean;
  readonly transpose?: 'NO_TRANSPOSE' | 'TRANSPOSE' | 'ADJOINT';
}

/** Creates operations on batches of matrices, which are the last two dimensions. */
export class MatrixBuilder {
  readonly build: GradientBuilder;

  constructor(build: GradientBuilder) {
    this.build = build;
  }

  transpose(a: Tensor): Tensor {
    const { rank } = a.type;
    const order = a.type.shape.map((_, dim) => dim);
    return this.build.transpose(a, [...order.slice(0, -2), rank - 1, rank - 2]);
  }

  /** The transpose of the conjugate. */
  adjoint(a: Tensor): Tensor {
    return this.transpose(this.build.conjugate(a));
  }

  multiply(first: Tensor, ...rest: readonly Tensor[]): Tensor {
    return rest.reduce((lhs, rhs) => {
      const { rank, elementType } = lhs.type;
      const batch = lhs.type.shape.slice(0, -2).map((_, dim) => dim);
      const dims = {
        lhsBatchingDimensions: batch,
        rhsBatchingDimensions: batch,
        lhsContractingDimensions: [rank - 1],
        rhsContractingDimensions: [rank - 2],
      };
      return this.build.dot(lhs, rhs, dims, elementType);
    }, first);
  }

  /** Returns the mask of the elements whose column minus row compares with `diagonal` in a direction. */
  #band(type: RankedTensorType, direction: 'LE' | 'GE' | 'EQ', diagonal: number): Tensor {
    const { build } = this;
    const place = type.withElementType(i32);
    const [row, column] = [2, 1].map((fromEnd) => {
      const args = { iotaDimension: i64Attr(type.rank - fromEnd) };
      return build.builder.create(IotaOp, args, [place]).output;
    });
    return build.compare(column!, direction, diagonal === 0 ? row! : build.addNumber(row!, diagonal));
  }

  /** The elements on and below a diagonal, the main one by default. */
  lower(a: Tensor, diagonal = 0): Tensor {
    return this.build.select(this.#band(a.type, 'LE', diagonal), a, this.build.zeros(a.type));
  }

  /** The elements on and above a diagonal, the main one by default. */
  upper(a: Tensor, diagonal = 0): Tensor {
    return this.build.select(this.#band(a.type, 'GE', diagonal), a, this.build.zeros(a.type));
  }

  /** A matrix with other elements on its diagonal. */
  withDiagonal(a: Tensor, diagonal: Tensor): Tensor {
    return this.build.select(this.#band(a.type, 'EQ', 0), diagonal, a);
  }

  /** Square matrices with vectors on their diagonals. */
  diagonal(vectors: Tensor): Tensor {
    const { shape, elementType } = vectors.type;
    const type = RankedTensorType.get([...shape, lastOf(shape)], elementType);
    return this.withDiagonal(this.build.zeros(type), this.rows(vectors, type));
  }

  /** Vectors as the rows of matrices, all the same. */
  rows(vectors: Tensor, type: RankedTensorType): Tensor {
    const batch = vectors.type.shape.slice(0, -1).map((_, dim) => dim);
    return this.build.broadcast(vectors, type, [...batch, type.rank - 1]);
  }

  /** Vectors as the columns of matrices, all the same. */
  columns(vectors: Tensor, type: RankedTensorType): Tensor {
    return this.build.broadcast(
      vectors,
      type,
      vectors.type.shape.map((_, dim) => dim),
    );
  }

  identity(type: RankedTensorType): Tensor {
    return this.withDiagonal(this.build.zeros(type), this.build.constant(type, 1));
  }

  solve(a: Tensor, b: Tensor, options: SolveOptions): Tensor {
    const args = {
      a,
      b,
      leftSide: boolAttr(options.leftSide),
      lower: boolAttr(options.lower),
      unitDiagonal: boolAttr(options.unitDiagonal ?? false),
      transposeA: TransposeAttr.get(options.transpose ?? 'NO_TRANSPOSE'),
    };
    return this.build.builder.create(TriangularSolveOp, args, [b.type]).result;
  }
}
