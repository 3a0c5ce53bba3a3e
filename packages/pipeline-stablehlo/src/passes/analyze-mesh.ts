import {
  booleanOption,
  definePass,
  integerOption,
  listOption,
  type Operation,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  meshOps,
  MeshOp,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ArgumentTypeAttr } from '@shardform/dialect-ttcore';
import { compatOption } from '../compat.ts';
import { manualComputations, publicFunctions, removeFunctionShardings } from '../functions.ts';
import { ARGUMENT_TYPE } from './populate-argument-types.ts';

const options = {
  'mesh-shape': listOption('devices along the two axes of the machine', integerOption('devices', 1)),
  'automatic-arg-analysis': booleanOption('split the batch dimension of arguments when nothing is annotated'),
  compat: compatOption,
};

/**
 * Settles the mesh and the arguments' shardings, by the kind of graph:
 * - solved (it has a manual computation): shardings of arguments are removed;
 * - partially solved (it has shardings): left as it is;
 * - not annotated: a mesh of `mesh-shape` is added and, if asked for, the batch dimension of arguments is split.
 */
export const analyzeMesh = definePass({
  name: 'analyze-mesh',
  className: 'AnalyzeMeshPass',
  summary: 'add a mesh and batch-parallel shardings where nothing is annotated',
  options,
  run(module, pass) {
    const { options: given } = pass;
    const functions = publicFunctions(module);
    if (functions.some((func) => manualComputations(func).length > 0)) {
      for (const func of functions) removeFunctionShardings(func);
    } else if (meshOps(module).length === 0 && !hasShardings(module)) {
      const shape = given['mesh-shape'];
      if (shape.length !== 0 && shape.length !== 2) {
        pass.opError(module, `option 'mesh-shape' expects two sizes, got ${shape.length}`);
        return;
      }
      annotateBatch(module, functions, shape, given['automatic-arg-analysis'], given.compat === 'seed');
    }
    if (given.compat === 'today') makeMeshesTwoDimensional(module);
  },
});

function hasShardings(module: Operation): boolean {
  const found = module.walk((op) => (op.discardable?.has(SHARDING) === true ? 'interrupt' : undefined));
  return (
    found === 'interrupt' ||
    publicFunctions(module).some((func) =>
      func.functionType.inputs.some((_, i) => valueAttrs(func, 'arg_attrs', i).get(SHARDING) !== null),
    )
  );
}

const MESH = 'mesh';

function annotateBatch(
  module: Operation,
  functions: readonly FuncOp[],
  shape: readonly number[],
  automatic: boolean,
  seed: boolean,
): void {
  const [rows, devices] = [shape[0] ?? 1, shape[1] ?? 1];
  const isParallel = devices > 1 && (automatic || seed);
  const names = seed ? ['model', 'batch'] : isParallel ? ['default', 'batch'] : ['x', 'y'];
  addMesh(
    module,
    MeshAttr.of([
      [names[0]!, rows],
      [names[1]!, devices],
    ]),
  );
  if (!isParallel) return;
  for (const func of functions) {
    const batched = batchArguments(func, devices);
    func.functionType.inputs.forEach((type, i) => {
      if (!(type instanceof RankedTensorType)) return;
      const closed = seed;
      const splits = batched.has(i);
      if (seed && !splits) return;
      const dims = type.shape.map((_, d) =>
        DimensionShardingAttr.get(splits && d === 0 ? [AxisRefAttr.get('batch')] : [], closed),
      );
      const sharding = TensorShardingAttr.get(SymbolRefAttr.get(MESH), dims);
      setValueAttr(func, 'arg_attrs', i, SHARDING, sharding);
    });
  }
}

function addMesh(module: Operation, mesh: MeshAttr): void {
  module.regions[0]!.entry.prepend(
    MeshOp.create({ symName: StringAttr.get(MESH), mesh }, [], { location: module.location }),
  );
}

/** Rank from which an argument is taken for a batch of images or sequences when nothing says what it is. */
const BATCH_RANK = 4;

/**
 * The arguments whose first dimension is the batch: the ones marked as inputs, or, when none is marked, the ones of
 * the highest rank. The batch has to divide evenly.
 */
function batchArguments(func: FuncOp, devices: number): Set<number> {
  const types = func.functionType.inputs;
  const roles = types.map((_, i) => valueAttrs(func, 'arg_attrs', i).get(ARGUMENT_TYPE));
  const isMarked = roles.some((role) => role !== null);
  const ranks = types.map((type) => (type instanceof RankedTensorType ? type.rank : 0));
  const highest = Math.max(BATCH_RANK, ...ranks);
  const batched = new Set<number>();
  types.forEach((type, i) => {
    if (!(type instanceof RankedTensorType) || type.rank === 0) return;
    const isBatch = isMarked ? roles[i] === ArgumentTypeAttr.get('input') : type.rank === highest;
    const size = type.shape[0]!;
    if (isBatch && size !== 1 && size % devices === 0) batched.add(i);
  });
  return batched;
}

/** Machines are grids: a mesh of one axis gets a leading axis of size one. */
function makeMeshesTwoDimensional(module: Operation): void {
  for (const op of meshOps(module)) {
    const [axis] = op.mesh.axes;
    if (axis === undefined || op.mesh.axes.length !== 1) continue;
    op.mesh = MeshAttr.of(
      [
        [`${axis.name}_aux`, 1],
        [axis.name, axis.size],
      ],
      op.mesh.deviceIds,
    );
  }
}
