import {
  addAxisOrMerge,
  AxisRefAttr,
  AxisRefListAttr,
  DimensionShardingAttr,
  ManualAxesAttr,
  ManualComputationOp,
  MeshAttr,
  type MeshOp,
  meshOps,
  subAxisOf,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { CompositeOp } from '@shardform/dialect-stablehlo';
import {
  Builder,
  type Context,
  definePass,
  DenseElementsAttr,
  DictionaryAttr,
  type ModuleOp,
  product,
} from '@shardform/ir-core';
import { transformShardings } from '@shardform/passes-sharding';
import { CollectiveBuilder } from '../localize/collective-builder.ts';

/**
 * Puts neighbouring axes of a mesh of more than two together, since Tenstorrent's systems have two, once every part of
 * the program is local: devices keep their numbers, and shardings along an axis become shardings along a part of one. Of
 * the ways to cut the list of axes in two, that is taken with which the most collectives run along whole axes. Of any mesh,
 * results that the target could not join leave the devices whole.
 */
export const mergeMeshAxes = definePass({
  name: 'merge-mesh-axes',
  className: 'MergeMeshAxesPass',
  summary: 'put the axes of a mesh of more than two together, so that two remain',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, { context }) {
    const [op, ...others] = meshOps(module);
    if (op === undefined || others.length > 0 || !isLocal(module, op.mesh)) return;
    const old = op.mesh;
    if (old.axes.length <= 2) {
      module.walkOf(ManualComputationOp, (computation) => {
        gatherResults(computation, { old, target: old, joined: (sharding) => sharding, context });
      });
      return;
    }
    const merged = new MergedMesh(old, bestCut(module, op));
    op.mesh = merged.mesh;
    module.walkOf(ManualComputationOp, (computation) => {
      gatherResults(computation, {
        old,
        target: merged.mesh,
        joined: (sharding) => merged.sharding(sharding),
        context,
      });
    });
    transformShardings(module, context, (sharding) => merged.sharding(sharding));
    module.walkOf(CompositeOp, (composite) => {
      composite.compositeAttributes = merged.attributes(composite.compositeAttributes);
    });
    module.walkOf(ManualComputationOp, (computation) => {
      computation.manualAxes = ManualAxesAttr.get({ value: merged.mesh.axes.map(({ name }) => name) });
    });
  },
});

/** Whether all computations with shardings are manual along all axes. */
function isLocal(module: ModuleOp, mesh: MeshAttr): boolean {
  let local = true;
  module.walkOf(ManualComputationOp, ({ manualAxes }) => {
    local &&= mesh.axes.every(({ name, size }) => size === 1 || manualAxes.value.includes(name));
  });
  return local;
}

/** The mesh of a program, and that of the target. */
interface ResultsOf {
  readonly old: MeshAttr;
  readonly target: MeshAttr;
  /** Returns a sharding along the axes of the target's mesh. */
  readonly joined: (sharding: TensorShardingAttr) => TensorShardingAttr;
  readonly context: Context;
}

/**
 * Results that leave the devices split along parts of axes, or along axes in another order than that of the mesh, leave them
 * whole: the target joins shards along whole axes only, in the order of the mesh.
 */
function gatherResults(computation: ManualComputationOp, { old, target, joined, context }: ResultsOf): void {
  const terminator = computation.entry.getTerminator();
  const shardings = computation.outShardings.shardings.map((sharding, i) => {
    if (joined(sharding).dims.every(({ axes }) => isInOrder(axes, target))) return sharding;
    const builder = new Builder(context);
    builder.setInsertionPoint(terminator);
    const lists = sharding.dims.map(({ axes }) => AxisRefListAttr.get({ value: axes }));
    terminator.setOperand(i, new CollectiveBuilder(builder, old).allGather(terminator.getOperand(i), lists));
    return TensorShardingAttr.fullyClosed(sharding.meshOrRef, sharding.rank);
  });
  computation.outShardings = TensorShardingPerValueAttr.get(shardings);
}

/** Whether axes are whole and in the order of the mesh. */
function isInOrder(axes: readonly AxisRefAttr[], mesh: MeshAttr): boolean {
  const positions = axes.map(({ name }) => mesh.axisPosition(name));
  const isAscending = positions.every((position, i) => i === 0 || position > positions[i - 1]!);
  return isAscending && axes.every(({ subAxis }) => subAxis === null);
}

/** How many axes the first of the two has. */
function bestCut(module: ModuleOp, { mesh }: MeshOp): number {
  const sizes = mesh.axes.map(({ size }) => size);
  const groups: string[] = [];
  module.walk((op) => {
    const own = op.getAttr('replica_groups');
    if (!(own instanceof DenseElementsAttr) || own.type.shape?.length !== 2) return;
    const size = own.type.dimSize(1);
    groups.push(normalized(own.integers().map(Number), size));
  });
  let [best, most] = [1, -1];
  for (let cut = 1; cut < sizes.length; cut += 1) {
    const [rows, columns] = [product(sizes.slice(0, cut)), product(sizes.slice(cut))];
    const numbers = Array.from({ length: rows * columns }, (_, i) => i);
    const alongColumns = normalized(numbers, columns);
    const alongRows = normalized(
      numbers.map((i) => (i % rows) * columns + Math.floor(i / rows)),
      rows,
    );
    const whole = groups.filter((own) => own === alongColumns || own === alongRows).length;
    if (whole > most) [best, most] = [cut, whole];
  }
  return best;
}

/** Groups as a text, in the order of their first devices. */
function normalized(devices: readonly number[], size: number): string {
  const rows = Array.from({ length: devices.length / size }, (_, row) =>
    devices.slice(row * size, (row + 1) * size),
  );
  return rows
    .sort((a, b) => a[0]! - b[0]!)
    .map(String)
    .join(';');
}

class MergedMesh {
  readonly mesh: MeshAttr;
  /** By the name of an axis, the axis that it is a part of, and the devices along what is major of it. */
  readonly #parts = new Map<string, { readonly name: string; readonly preSize: number }>();
  readonly #old: MeshAttr;

  constructor(old: MeshAttr, cut: number) {
    this.#old = old;
    const taken = new Set(old.axes.map(({ name }) => name));
    this.mesh = MeshAttr.of(
      [old.axes.slice(0, cut), old.axes.slice(cut)].map((axes) => {
        let name = axes.map((axis) => axis.name).join('_');
        while (axes.length > 1 && taken.has(name)) name += '_';
        taken.add(name);
        let preSize = 1;
        for (const axis of axes) {
          this.#parts.set(axis.name, { name, preSize });
          preSize *= axis.size;
        }
        return [name, preSize];
      }),
    );
  }

  sharding(sharding: TensorShardingAttr): TensorShardingAttr {
    const list = (axes: readonly AxisRefAttr[]): AxisRefAttr[] => {
      const merged: AxisRefAttr[] = [];
      for (const axis of axes) addAxisOrMerge(merged, this.#axis(axis), this.mesh);
      return merged;
    };
    // Lists of axes without an order are in the order of the mesh, in which parts of an axis follow each other.
    return sharding.with({
      dims: sharding.dims.map(({ axes, isClosed, priority }) =>
        DimensionShardingAttr.get(list(axes), isClosed, priority),
      ),
      replicatedAxes: list(sharding.replicatedAxes),
      unreducedAxes: list(sharding.unreducedAxes),
    });
  }

  attributes(attributes: DictionaryAttr | null): DictionaryAttr | null {
    if (attributes === null) return null;
    return DictionaryAttr.get(
      attributes.entries.map(([name, value]) => [
        name,
        value instanceof TensorShardingAttr ? this.sharding(value) : value,
      ]),
    );
  }

  #axis(axis: AxisRefAttr): AxisRefAttr {
    const part = this.#parts.get(axis.name);
    const size = axis.size(this.#old);
    if (part === undefined || size === 1) return axis;
    return subAxisOf(part.name, part.preSize * axis.preSize, size, this.mesh);
  }
}
