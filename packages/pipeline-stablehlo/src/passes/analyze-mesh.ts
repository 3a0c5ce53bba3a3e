import {
  booleanOption,
  definePass,
  integerOption,
  listOption,
  type Operation,
  type OptionValues,
  type PassRun,
} from '@shardform/ir-core';
import { MeshAttr, meshOps } from '@shardform/dialect-sdy';
import { gspmdMeshes } from '../gspmd-meshes.ts';
import { annotateBatches } from '../batch-parallel.ts';
import { compatOption } from '../compat.ts';
import {
  definedFunctions,
  hasGspmdAnnotations,
  hasShardyAnnotations,
  isSolved,
  manualComputations,
  publicFunctions,
  removeAllShardings,
  removeFunctionShardings,
} from '../functions.ts';
import { insertMesh } from '../insert-mesh.ts';
import { convertShardingCalls } from '../sharding-calls.ts';
import { makeMeshTwoDimensional } from '../two-dimensional-mesh.ts';

const options = {
  'mesh-shape': listOption('devices along the two axes of the target', integerOption('devices', 1)),
  'automatic-arg-analysis': booleanOption('split the batch dimension of arguments when nothing is annotated'),
  'merge-mesh-axes': booleanOption('take meshes of more than two axes, which are put together later'),
  compat: compatOption,
};

type Run = PassRun<OptionValues<typeof options>>;

/**
 * Settles the mesh and the arguments' shardings, by the kind of graph:
 * - solved (a manual computation has manual axes): shardings are removed;
 * - partially solved (it has a mesh or shardings): custom calls that say shardings become constraints;
 * - not annotated: a mesh is added and, if asked for, the batch dimension of arguments is split.
 */
export const analyzeMesh = definePass({
  name: 'analyze-mesh',
  className: 'AnalyzeMeshPass',
  summary: 'add a mesh and batch-parallel shardings where nothing is annotated',
  dependentDialects: ['sdy'],
  options,
  run(module, pass) {
    const shape = pass.options['mesh-shape'];
    if (pass.options.compat === 'seed') analyzeAsFirstDescribed(module, shape, pass);
    else analyze(module, shape, pass);
  },
});

function analyze(module: Operation, shape: readonly number[], pass: Run): void {
  const automatic = pass.options['automatic-arg-analysis'];
  if (!makeMeshTwoDimensional(module, pass, pass.options['merge-mesh-axes'])) return;
  const isGspmd = hasGspmdAnnotations(module);
  if (meshOps(module).length === 0) {
    if (isGspmd) {
      const mesh = gspmdMeshes(module, pass);
      if (mesh === null) return;
      insertMesh(module, 'mesh', meshOf('x', 'y', mesh));
    } else if (!automatic && shape.length === 2) insertMesh(module, 'mesh', meshOf('x', 'y', shape));
  }
  convertShardingCalls(module, pass);
  if (hasShardyAnnotations(module)) {
    if (isSolved(module)) for (const func of definedFunctions(module)) removeAllShardings(func);
    return;
  }
  if (!automatic) {
    insertMesh(module, 'mesh', meshOf('x', 'y', [1, 1]));
    return;
  }
  if (shape.length !== 2 || shape[0] !== 1) {
    pass.opError(
      module,
      `needs a 'mesh-shape' of two sizes whose first is 1 to split the batches of its arguments, got '${shape.join()}'`,
    );
    return;
  }
  insertMesh(module, 'mesh', meshOf('default', 'batch', shape));
  for (const func of definedFunctions(module)) if (!annotateBatches(func, shape[1]!, pass)) return;
}

function analyzeAsFirstDescribed(module: Operation, shape: readonly number[], pass: Run): void {
  const functions = publicFunctions(module);
  if (functions.some((func) => manualComputations(func).length > 0)) {
    for (const func of functions) removeFunctionShardings(func);
    return;
  }
  if (hasShardyAnnotations(module)) return;
  if (shape.length !== 0 && shape.length !== 2) {
    pass.opError(module, `option 'mesh-shape' expects two sizes, got ${shape.length}`);
    return;
  }
  insertMesh(module, 'mesh', meshOf('model', 'batch', shape));
  const [, devices = 1] = shape;
  if (devices === 1) return;
  for (const func of functions) annotateBatches(func, devices, pass, { asFirstDescribed: true });
}

function meshOf(first: string, second: string, shape: readonly number[]): MeshAttr {
  return MeshAttr.of([
    [first, shape[0] ?? 1],
    [second, shape[1] ?? 1],
  ]);
}
