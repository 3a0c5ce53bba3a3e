import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  boolAttr,
  type Builder,
  DenseElementsAttr,
  i1,
  i32,
  IntegerAttr,
  product,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';

/** Choices among tensors that depend on the device, by a table of marks of which each device takes its own row. */
export class DeviceChoice {
  readonly #builder: Pick<Builder, 'create'>;
  readonly #tensors: TensorBuilder;
  readonly #mesh: readonly number[];

  /** @param mesh the sizes of its axes, in the order in which devices are numbered. */
  constructor(builder: Pick<Builder, 'create'>, mesh: readonly number[]) {
    this.#builder = builder;
    this.#tensors = new TensorBuilder(builder);
    this.#mesh = mesh;
  }

  /** One of the tensors, which have one type. */
  of(tensors: readonly Tensor[], placeOf: (device: number) => number): Tensor {
    const stacked = tensors.map((tensor) => this.#tensors.reshape(tensor, [1, ...tensor.type.shape]));
    return this.at(this.#tensors.concat(stacked, 0), placeOf);
  }

  /** The tensor at a place along the first dimension. */
  at(stacked: Tensor, placeOf: (device: number) => number): Tensor {
    const [, ...shape] = stacked.type.shape;
    const count = stacked.type.dimSize(0);
    const line = this.#tensors.reshape(this.#marks(count, placeOf), [count, ...shape.map(() => 1)]);
    const first = this.#tensors.broadcast(isNonZero(line, this.#builder), stacked.type.shape);
    const third = this.#tensors.constant(stacked.type, 0);
    const masked = this.#builder.create(ttir.WhereOp, { first, second: stacked, third }, [stacked.type]);
    const args = { input: masked.result, keepDim: boolAttr(false), dimArg: ttir.i32Array([0]) };
    return this.#builder.create(ttir.SumOp, args, [stacked.type.withShape(shape)]).result;
  }

  /** On each device, a one at its place and zeros at the others. */
  #marks(count: number, placeOf: (device: number) => number): Tensor {
    const devices = product(this.#mesh);
    const table = RankedTensorType.get([...this.#mesh, count], i32);
    const numbers = new Array<number>(devices * count).fill(0);
    for (let device = 0; device < devices; device += 1) numbers[device * count + placeOf(device)] = 1;
    const value = DenseElementsAttr.fromNumbers(table, numbers);
    let own: Tensor = this.#builder.create(ttir.ConstantOp, { value }, [table]).result;
    for (const [axis, size] of this.#mesh.entries()) {
      if (size === 1) continue;
      const type = own.type.withShape(own.type.shape.with(axis, 1));
      const dim = IntegerAttr.get(axis, ttir.si32);
      const clusterAxis = IntegerAttr.get(axis, ttir.ui32);
      own = this.#builder.create(ttir.MeshPartitionOp, { input: own, dim, clusterAxis }, [type]).result;
    }
    return own;
  }
}

/** Returns where the numbers of a tensor are other than zero. */
export function isNonZero(lhs: Tensor, builder: Pick<Builder, 'create'>): Tensor {
  const rhs = new TensorBuilder(builder).constant(lhs.type, 0);
  return builder.create(ttir.NotEqualOp, { lhs, rhs }, [lhs.type.withElementType(i1)]).result;
}
