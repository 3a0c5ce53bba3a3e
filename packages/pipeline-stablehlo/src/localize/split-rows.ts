import * as hlo from '@shardform/dialect-stablehlo';
import {
  Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  IntegerType,
  product,
  RankedTensorType,
  type Tensor,
  ui32,
  UnitAttr,
} from '@shardform/ir-core';
import type { AxisRefAttr } from '@shardform/dialect-sdy';
import type { LocalSite } from './local-site.ts';

/**
 * Lets devices look up rows of a table whose rows are split among them: each subtracts where its part begins from the
 * indices, and has zeros for the rows of others, which the operation is marked for. The all-reduce that follows adds them
 * up. The operands have local types.
 *
 * @returns false, and leaves the operation as it is, unless it takes single rows by one index.
 */
export function lookUpSplitRows(op: hlo.GatherOp, site: LocalSite): boolean {
  const [table] = site.global(op).operands;
  const { startIndexMap, collapsedSliceDims, operandBatchingDims, indexVectorDim } = op.dimensionNumbers;
  const [dim] = startIndexMap;
  if (dim === undefined || startIndexMap.length !== 1 || !collapsedSliceDims.includes(dim)) return false;
  const shardings = table?.sharding?.dims ?? [];
  const axes = shardings[dim]?.axes ?? [];
  // Along other dimensions that devices do not take whole, or index, the general form says which of them has the element.
  const areOthersWhole = collapsedSliceDims.every((d) => d === dim || (shardings[d]?.axes.length ?? 0) === 0);
  const indices = op.startIndices;
  const { elementType } = indices.type;
  const canCount = elementType instanceof IntegerType && !elementType.isUnsigned && elementType.width >= 32;
  const isNumbered = site.mesh.deviceIds.length === 0;
  const isSimple = isNumbered && axes.length > 0 && axes.every(({ isSubAxis }) => !isSubAxis);
  if (!isSimple || !areOthersWhole || !canCount || operandBatchingDims.length > 0) return false;
  if (indexVectorDim < indices.type.rank && indices.type.dimSize(indexVectorDim) !== 1) return false;
  const rows = hlo.tensorType(table!.type).dimSize(dim);
  const build = new ScalarBuilder(op, elementType, site);
  const begin = build.spread(build.multiply(build.part(axes), op.operand.type.dimSize(dim)), indices.type);
  op.setOperand(1, build.subtract(build.clamp(indices, rows - 1), begin));
  op.setAttr(hlo.FILL_OUT_OF_BOUNDS, UnitAttr.instance);
  return true;
}

class ScalarBuilder {
  readonly #builder: Builder;
  readonly #type: RankedTensorType;
  readonly #site: LocalSite;

  constructor(op: hlo.GatherOp, elementType: IntegerType, site: LocalSite) {
    this.#builder = new Builder(site.context);
    this.#builder.setInsertionPoint(op);
    this.#builder.location = op.location;
    this.#type = RankedTensorType.get([], elementType);
    this.#site = site;
  }

  /** The number of the part that a device has, of those along some axes. */
  part(axes: readonly AxisRefAttr[]): Tensor {
    const type = RankedTensorType.get([], ui32);
    const id = this.#builder.create(hlo.PartitionIdOp, {}, [type]).result;
    const device = this.#builder.create(hlo.ConvertOp, { operand: id }, [this.#type]).result;
    const { mesh } = this.#site;
    const sizes = axes.map((axis) => axis.size(mesh));
    const places = axes.map((axis) => this.#along(axis, device));
    return places.reduce((number, place, i) => {
      const lhs = this.multiply(number, sizes[i]!);
      return this.#builder.create(hlo.AddOp, { lhs, rhs: place }, [this.#type]).result;
    });
  }

  /** A device's place along an axis. */
  #along(axis: AxisRefAttr, device: Tensor): Tensor {
    const { mesh } = this.#site;
    const place = mesh.axes.findIndex(({ name }) => name === axis.name);
    const size = this.#constant(axis.size(mesh));
    const stride = this.#constant(product(mesh.axes.slice(place + 1).map((minor) => minor.size)));
    const line = this.#builder.create(hlo.DivOp, { lhs: device, rhs: stride }, [this.#type]).result;
    return this.#builder.create(hlo.RemOp, { lhs: line, rhs: size }, [this.#type]).result;
  }

  multiply(lhs: Tensor, factor: number): Tensor {
    return this.#builder.create(hlo.MulOp, { lhs, rhs: this.#constant(factor) }, [this.#type]).result;
  }

  spread(operand: Tensor, type: RankedTensorType): Tensor {
    const broadcastDimensions = DenseArrayAttr.get(i64, []);
    return this.#builder.create(hlo.BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result;
  }

  clamp(operand: Tensor, last: number): Tensor {
    const max = this.#constant(last);
    const min = this.#constant(0);
    return this.#builder.create(hlo.ClampOp, { min, operand, max }, [operand.type]).result;
  }

  subtract(lhs: Tensor, rhs: Tensor): Tensor {
    return this.#builder.create(hlo.SubtractOp, { lhs, rhs }, [lhs.type]).result;
  }

  #constant(number: number): Tensor {
    const value = DenseElementsAttr.splat(this.#type, number);
    return this.#builder.create(hlo.ConstantOp, { value }, [this.#type]).output;
  }
}
