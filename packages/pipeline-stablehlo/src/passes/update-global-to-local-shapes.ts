import {
  DenseArrayAttr,
  DenseElementsAttr,
  definePass,
  i64,
  type Operation,
  type PassRun,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import {
  isCollectiveOp,
  localShape,
  ManualAxesAttr,
  type ManualComputationOp,
  type MeshAttr,
  MeshTable,
  resultShardings,
  SHARDING,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ConstantOp, IotaOp, PadOp, SliceOp } from '@shardform/dialect-stablehlo';
import { lowerCollective } from '../lower-collectives.ts';
import { manualComputations, publicFunctions, removeFunctionShardings } from '../functions.ts';

/**
 * Makes every axis of the mesh manual, cuts the shapes inside manual computations to what one device holds, and
 * turns sdy's collectives into StableHLO's. Shardings of operations, arguments and results are removed. Manual
 * computations that have manual axes already are left alone.
 */
export const updateGlobalToLocalShapes = definePass({
  name: 'update-global-to-local-shapes',
  className: 'UpdateGlobalToLocalShapesPass',
  summary: 'cut global shapes inside manual computations to local ones',
  dependentDialects: ['sdy', 'stablehlo'],
  run(module, pass) {
    const meshes = new MeshTable(module);
    for (const func of publicFunctions(module)) {
      for (const manual of manualComputations(func)) {
        const [first] = [...manual.inShardings.shardings, ...manual.outShardings.shardings];
        const mesh = first === undefined ? null : meshes.meshOf(first);
        if (mesh === null || !manual.manualAxes.isEmpty) continue;
        if (!new Localizer(mesh, pass).run(manual)) return;
        removeFunctionShardings(func);
      }
    }
  },
});

class Localizer {
  readonly #mesh: MeshAttr;
  readonly #pass: PassRun;

  constructor(mesh: MeshAttr, pass: PassRun) {
    this.#mesh = mesh;
    this.#pass = pass;
  }

  run(manual: ManualComputationOp): boolean {
    manual.manualAxes = ManualAxesAttr.get(this.#mesh.axes.map((axis) => axis.name));
    manual.entry.arguments.forEach((argument, i) => {
      argument.type = this.#localType(argument.type, manual.inShardings.shardings[i] ?? null);
    });
    for (const op of [...manual.entry]) if (!this.#localize(op)) return false;
    return true;
  }

  #localType(type: Type, sharding: TensorShardingAttr | null): Type {
    if (sharding === null || !(type instanceof RankedTensorType)) return type;
    return type.withShape(localShape(type.shape, sharding, this.#mesh) ?? type.shape);
  }

  #localize(op: Operation): boolean {
    if (isCollectiveOp(op)) return this.#lower(op);
    const shardings = resultShardings(op);
    op.setAttr(SHARDING, null);
    if (shardings === null) return true;
    const sharding = shardings.shardings[0]!;
    const problem = this.#updateAttributes(op, sharding);
    if (problem !== null) {
      this.#pass.opError(op, problem);
      return false;
    }
    op.results.forEach((result, i) => {
      result.type = this.#localType(result.type, shardings.shardings[i] ?? null);
    });
    return true;
  }

  #lower(op: Operation): boolean {
    const [input] = op.operandValues();
    const lowered = lowerCollective(op, input!, this.#mesh, this.#pass.context);
    if (lowered === null) {
      this.#pass.opError(op, 'has no conversion to StableHLO on local shapes');
      return false;
    }
    op.getResult().replaceAllUsesWith(lowered);
    op.erase();
    return true;
  }

  /** Cuts attributes that speak of shapes. Returns why an operation can't be split as its sharding says. */
  #updateAttributes(op: Operation, sharding: TensorShardingAttr): string | null {
    const isSplit = (dim: number): boolean => (sharding.dims[dim]?.shardedSize(this.#mesh) ?? 1) > 1;
    if (op instanceof ConstantOp) {
      const local = this.#localType(op.output.type, sharding);
      if (local === op.output.type) return null;
      const { value } = op;
      if (!(value instanceof DenseElementsAttr) || !value.isSplat || !(local instanceof RankedTensorType)) {
        return 'is split, but its elements differ; only constants with equal elements can be split';
      }
      op.value = value.reshape(local);
    } else if (op instanceof IotaOp && isSplit(op.iotaDimension.number)) {
      return 'is split along the dimension in which it counts, which is not supported';
    } else if (op instanceof SliceOp) return this.#updateSlice(op, sharding, isSplit);
    else if (op instanceof PadOp) {
      const touched = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map((list) =>
        list.numbers(),
      );
      const bad = op.operand.type.shape.findIndex(
        (_, d) => isSplit(d) && touched.some((list) => list[d] !== 0),
      );
      if (bad >= 0) return `is split along dimension ${bad}, which it pads`;
    }
    return null;
  }

  #updateSlice(op: SliceOp, sharding: TensorShardingAttr, isSplit: (dim: number) => boolean): string | null {
    const [starts, limits, strides] = [op.startIndices, op.limitIndices, op.strides].map((list) =>
      list.numbers(),
    );
    const sizes = op.result.type.shape;
    const local = localShape(sizes, sharding, this.#mesh) ?? sizes;
    for (let d = 0; d < sizes.length; d++) {
      if (isSplit(d) && (starts![d] !== 0 || strides![d] !== 1 || limits![d] !== sizes[d])) {
        return `is split along dimension ${d}, of which it takes a part`;
      }
    }
    op.limitIndices = DenseArrayAttr.get(
      i64,
      limits!.map((limit, d) => (isSplit(d) ? local[d]! : limit)),
    );
    return null;
  }
}
