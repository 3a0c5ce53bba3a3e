import type * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  currentBudget,
  DenseElementsAttr,
  i1,
  i32,
  IntegerAttr,
  product,
  type Tensor,
} from '@shardform/ir-core';
import type { ConversionScope } from './convertible.ts';
import { DeviceChoice, isNonZero } from './device-choice.ts';

/**
 * What the devices of each group have of a tensor, where groups are not those along one axis of the mesh: all devices along
 * the axes that groups extend over gather, and each keeps the parts of its own group.
 */
export class GroupedCollective {
  /** The number of devices in each group. */
  readonly size: number;
  readonly #scope: ConversionScope;
  readonly #tensors: TensorBuilder;
  readonly #choice: DeviceChoice;
  readonly #mesh: readonly number[];
  /** By device, its group. */
  readonly #groups: ReadonlyMap<number, readonly number[]>;

  private constructor(
    scope: ConversionScope,
    mesh: readonly number[],
    groups: readonly (readonly number[])[],
  ) {
    this.#scope = scope;
    this.#tensors = new TensorBuilder(scope.builder);
    this.#choice = new DeviceChoice(scope.builder, mesh);
    this.#mesh = mesh;
    this.#groups = new Map(groups.flatMap((group) => group.map((device) => [device, group] as const)));
    this.size = groups[0]?.length ?? 0;
  }

  /** Returns `null` for groups of several sizes, and for those without some of the devices. */
  static of(groups: shlo.ReplicaGroups, scope: ConversionScope): GroupedCollective | null {
    const { mesh } = scope;
    if (mesh === null || !(groups instanceof DenseElementsAttr) || groups.type.shape?.length !== 2)
      return null;
    const count = product(mesh);
    currentBudget().check('devices', 'the mesh has', count);
    const size = groups.type.dimSize(1);
    const ids = groups.integers().map(Number);
    const isPartition = ids.length === count && new Set(ids).size === count;
    if (!isPartition || ids.some((id) => id < 0 || id >= count)) return null;
    const rows = Array.from({ length: count / size }, (_, row) => ids.slice(row * size, (row + 1) * size));
    return new GroupedCollective(scope, mesh, rows);
  }

  /** The tensors of the device's group, in the order of the group. */
  parts(input: Tensor): readonly Tensor[] {
    const { elementType } = input.type;
    // Sums choose among the tensors, and truth values have none.
    const isTruth = elementType === i1;
    const numbers = isTruth ? this.#chosen(input, i32, [1, 0]) : input;
    const axes = this.#mesh.flatMap((size, axis) => (size > 1 && this.#extendsOver(axis) ? [axis] : []));
    let gathered = this.#tensors.reshape(numbers, [1, ...input.type.shape]);
    // The last axis first: devices come in the order of their numbers.
    for (const axis of axes.toReversed()) gathered = this.#gathered(gathered, axis);
    return Array.from({ length: this.size }, (_, place) => {
      const part = this.#choice.at(gathered, (device) => {
        const group = this.#groups.get(device)!;
        return this.#placeAlong(axes, group[place]!);
      });
      return isTruth ? isNonZero(part, this.#scope.builder) : part;
    });
  }

  /** Of as many tensors as groups have devices, that whose number is the device's place in its group. */
  own(tensors: readonly Tensor[]): Tensor {
    return this.#choice.of(tensors, (device) => this.#groups.get(device)!.indexOf(device));
  }

  #chosen(first: Tensor, elementType: typeof i32, [yes, no]: readonly [number, number]): Tensor {
    const type = first.type.withElementType(elementType);
    const [second, third] = [yes, no].map((number) => this.#tensors.constant(type, number));
    return this.#scope.builder.create(ttir.WhereOp, { first, second: second!, third: third! }, [type]).result;
  }

  #gathered(input: Tensor, axis: number): Tensor {
    const type = input.type.withShape(input.type.shape.with(0, input.type.dimSize(0) * this.#mesh[axis]!));
    const args = {
      input,
      allGatherDim: IntegerAttr.get(0, ttir.si32),
      clusterAxis: IntegerAttr.get(axis, ttir.ui32),
    };
    return this.#scope.builder.create(ttir.AllGatherOp, args, [type]).result;
  }

  /** Whether devices of one group have several places along an axis. */
  #extendsOver(axis: number): boolean {
    return [...this.#groups].some(
      ([device, group]) => this.#placeAlong([axis], device) !== this.#placeAlong([axis], group[0]!),
    );
  }

  /** The place of a device among those that differ from it along some axes only, in the order of their numbers. */
  #placeAlong(axes: readonly number[], device: number): number {
    return axes.reduce((place, axis) => {
      const inner = product(this.#mesh.slice(axis + 1));
      return place * this.#mesh[axis]! + (Math.floor(device / inner) % this.#mesh[axis]!);
    }, 0);
  }
}
