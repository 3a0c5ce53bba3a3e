import { applyPatternsGreedily, definePass, type Operation, type PassRun } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import {
  isCollectiveOp,
  ManualAxesAttr,
  ManualComputationOp,
  type MeshAttr,
  meshOps,
  MeshTable,
  SdyReturnOp,
} from '@shardform/dialect-sdy';
import { ReduceOp } from '@shardform/dialect-stablehlo';
import { LocalConverter } from '@shardform/passes-sharding';
import { reoutline } from '../attribute-names.ts';
import {
  definedFunctions,
  hasGspmdAnnotations,
  isSolved,
  manualComputations,
  removeAllShardings,
} from '../functions.ts';
import { unevenOp, unevenSplit } from '../localize/uneven-split.ts';
import { localizeOp } from '../localize/localize-op.ts';
import { lowerCollective } from '../localize/lower-collective.ts';
import { LocalSite } from '../localize/local-site.ts';
import { splitSelection } from '../localize/split-selection.ts';
import { wholeDims } from '../localize/whole-dims.ts';

/**
 * Makes every axis of the mesh manual, cuts the shapes inside manual computations to what one device holds, and turns
 * sdy's collectives into StableHLO's. Shardings of operations, arguments and results are removed. In solved programs
 * only collectives are replaced, nested manual computations are inlined, and programs in GSPMD's form are left alone:
 * their shapes are local.
 */
export const updateGlobalToLocalShapes = definePass({
  name: 'update-global-to-local-shapes',
  className: 'UpdateGlobalToLocalShapesPass',
  summary: 'cut global shapes inside manual computations to local ones',
  dependentDialects: ['sdy', 'stablehlo', 'func'],
  run(module, pass) {
    const solved = isSolved(module);
    if (!solved && hasGspmdAnnotations(module)) return;
    const [meshOp, ...others] = meshOps(module);
    if (meshOp === undefined) return;
    if (others.length > 0) {
      pass.opError(
        module,
        `has ${others.length + 1} meshes, but all shardings have to be on one; keep a single sdy.mesh`,
      );
      return;
    }
    const options = {
      perDimAllGather: false,
      combineReduceScatter: false,
      usesMeshAxes: false,
      usesReplicas: false,
      keepsIdentities: true,
    };
    const converter = new LocalConverter(module, new MeshTable(module), options, pass.context);
    const site = new LocalSite(module, meshOp.mesh, converter);
    const succeeded = solved ? lowerCollectives(site, pass) : localizeComputations(site, pass);
    if (!succeeded) return;
    for (const func of definedFunctions(module)) removeAllShardings(func);
    simplify(module, pass);
  },
});

function lowerCollectives(site: LocalSite, pass: PassRun): boolean {
  const ops: Operation[] = [];
  site.module.walk((op) => {
    if (!isCollectiveOp(op)) return;
    site.converter.record(op);
    ops.push(op);
  });
  return ops.every((op) => {
    if (!isCollectiveOp(op) || lowerCollective(op, site)) return true;
    pass.opError(op, 'has no conversion to StableHLO on local shapes');
    return false;
  });
}

function localizeComputations(site: LocalSite, pass: PassRun): boolean {
  const computations = definedFunctions(site.module).flatMap((func) => manualComputations(func));
  return computations
    .filter(({ parentOp }) => parentOp instanceof FuncOp)
    .every((manual) => localize(manual, site, pass));
}

function localize(manual: ManualComputationOp, site: LocalSite, pass: PassRun): boolean {
  const problem = unevenSplit(manual, site.mesh);
  if (problem !== null) {
    pass.opError(manual, problem);
    return false;
  }
  for (const op of [...manual.entry]) {
    const selection = op instanceof ReduceOp ? splitSelection(op, site) : null;
    if (selection !== null) site.splitSelections.set(op, selection);
  }
  const ops: Operation[] = [];
  for (const op of manual.entry) {
    op.walk((inner) => {
      site.converter.record(inner);
      ops.push(inner);
    }, 'pre');
  }
  for (const op of ops) {
    const uneven = op instanceof ManualComputationOp ? null : unevenOp(op, pass.context, site.mesh);
    if (uneven !== null) {
      pass.opError(op, uneven);
      return false;
    }
    const dims = site.splitSelections.has(op) ? null : wholeDims(op, site);
    if (dims !== null) site.wholeDims.set(op, dims);
  }
  const inputs = manual.inShardings.shardings;
  for (const op of ops) site.converter.localizeValues(op);
  manual.entry.arguments.forEach((argument, i) => {
    argument.setType(site.converter.localType(argument.type, inputs[i] ?? null));
  });
  manual.manualAxes = allAxes(site.mesh);
  for (const op of ops) {
    if (op.parent === null || op instanceof SdyReturnOp) continue;
    if (op instanceof ManualComputationOp) {
      inlineManualComputation(op);
      continue;
    }
    const failure = localizeOp(op, site);
    if (failure === null) continue;
    pass.opError(op, failure);
    return false;
  }
  return true;
}

function allAxes(mesh: MeshAttr): ManualAxesAttr {
  return ManualAxesAttr.get({ value: mesh.axes.map((axis) => axis.name) });
}

/** Inside another computation, all of whose axes become manual, there is nothing left that it says. */
function inlineManualComputation(manual: ManualComputationOp): void {
  const { entry } = manual;
  const terminator = entry.lastOp!;
  entry.arguments.forEach((argument, i) => argument.replaceAllUsesWith(manual.getOperand(i)));
  for (const op of [...entry]) if (op !== terminator) op.moveBefore(manual);
  manual.replaceAllUsesWith([...terminator.operandValues()]);
  manual.erase();
}

/** Constants of composites stay apart, so that the composites can be put together again. */
function simplify(module: Operation, pass: PassRun): void {
  let mergeConstants = true;
  module.walk((op) => {
    if (op.name === 'stablehlo.constant' && op.hasAttr(reoutline.group)) mergeConstants = false;
  });
  applyPatternsGreedily(module, [], pass.context, { topDown: true, mergeConstants });
}
