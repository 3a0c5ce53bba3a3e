import {
  Builder,
  definePass,
  FunctionType,
  type Operation,
  type PassRun,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { ManualComputationOp, type MeshAttr, meshOps } from '@shardform/dialect-sdy';
import { MeshAttr as TtMeshAttr, MeshesAttr } from '@shardform/dialect-ttcore';
import { conversions } from './convert/index.ts';
import { inlineManualComputation } from './manual-computation.ts';

/** The attribute of a module that lists its meshes. */
const MESHES = 'ttcore.meshes';

/**
 * StableHLO with meshes and manual computations becomes TTIR: the program of one device, with collectives along the
 * axes of the mesh. What has no counterpart is an error.
 */
export const convertStablehloToTtir = definePass({
  name: 'convert-stablehlo-to-ttir',
  className: 'ConvertStableHLOToTTIR',
  summary: 'converts StableHLO to TTIR',
  anchor: 'builtin.module',
  dependentDialects: ['ttir', 'ttcore'],
  run(op, pass) {
    const mesh = meshOps(op)[0]?.mesh ?? null;
    inlineComputations(op, pass);
    convertOps(op, mesh, pass);
    moveMeshes(op);
    eraseUnusedFunctions(op);
  },
});

function inlineComputations(module: Operation, pass: PassRun): void {
  module.walkOf(FuncOp, (func) => {
    if (func.isDeclaration) return;
    for (const op of func.entry) {
      if (!(op instanceof ManualComputationOp)) continue;
      const problem = inlineManualComputation(op, pass.context);
      if (problem !== null) pass.opError(op, problem);
    }
    const inputs = func.entry.arguments.map(({ type }) => type);
    func.functionType = FunctionType.get(inputs, func.functionType.results);
  });
}

function convertOps(module: Operation, mesh: MeshAttr | null, pass: PassRun): void {
  const builder = new Builder(pass.context);
  module.walk((op) => {
    if (op.definition.dialect !== 'stablehlo') return 'advance';
    builder.setInsertionPoint(op);
    builder.location = op.location;
    const values = conversions.get(op.name)?.convert(op, { builder, mesh }) ?? null;
    if (values === null) {
      pass.context.diagnostics.error(op.location, `failed to legalize operation '${op.name}'`);
      pass.fail();
      return 'interrupt';
    }
    op.replaceAllUsesWith(values);
    op.erase();
    return 'skip';
  }, 'pre');
}

/** Meshes become an attribute of the module; devices are numbered in mesh order there. */
function moveMeshes(module: Operation): void {
  const meshes = meshOps(module);
  if (meshes.length === 0) return;
  const listed = meshes.map(({ symName, mesh }) =>
    TtMeshAttr.get(
      symName.value,
      mesh.axes.map(({ size }) => size),
    ),
  );
  module.setAttr(MESHES, MeshesAttr.get(listed));
  for (const op of meshes) op.erase();
}

/** Private functions that nothing names any more: the decompositions of composites that became operations. */
function eraseUnusedFunctions(module: Operation): void {
  const named = new Set<string>();
  const functions: FuncOp[] = [];
  module.walk((op) => {
    if (op instanceof FuncOp && op.parentOp === module) functions.push(op);
    for (const [, attribute] of op.sortedAttrs()) {
      if (attribute instanceof SymbolRefAttr) named.add(attribute.root);
    }
  });
  for (const func of functions) if (!func.isPublic && !named.has(func.symName.value)) func.erase();
}
