import {
  definePass,
  IntegerAttr,
  isInstance,
  type ModuleOp,
  type Operation,
  type PassRun,
  product,
  RankedTensorType,
  ui64,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { deviceModules, DeviceOp, isKind } from '@shardform/dialect-ttcore';
import { layoutOf } from '@shardform/dialect-ttnn';
import { createConstantFunction, extendConstantFunction } from './constant-function.ts';
import { l1BytesPerCore } from './l1-usage.ts';
import { constantSubgraphs } from './subgraphs.ts';

/** Bytes of each core's memory that constants leave free behind them, and to which they are rounded up. */
const L1_CUSHION = 1024;

/**
 * Moves what depends on constants and parameters only into functions of its own, whose results are computed once and
 * then loaded. Operations that use each other's results share a function; what is added later joins it.
 */
export const constEvalHoist = definePass({
  name: 'const-eval-hoist-transform',
  className: 'ConstEvalHoistTransform',
  summary: 'moves constant computations into functions',
  anchor: 'builtin.module',
  dependentDialects: ['ttcore', 'func'],
  run(op, pass) {
    for (const module of deviceModules(op)) {
      const indices = takenIndices(module);
      for (const func of [...module.body]) {
        if (!(func instanceof FuncOp) || func.isDeclaration || isKind(func, 'const_eval', 'kernel')) continue;
        hoist(func, indices.get(func.symName.value) ?? 0, pass);
      }
      markUsage(module);
    }
  },
});

/** For each function the first number that none of its functions of constants has. */
function takenIndices(module: ModuleOp): ReadonlyMap<string, number> {
  const next = new Map<string, number>();
  for (const func of module.body) {
    if (!(func instanceof FuncOp) || !isKind(func, 'const_eval')) continue;
    const [, name, index] = /^(.+)_const_eval_(\d+)$/.exec(func.symName.value) ?? [];
    if (name !== undefined) next.set(name, Math.max(next.get(name) ?? 0, Number(index) + 1));
  }
  return next;
}

function hoist(func: FuncOp, firstIndex: number, pass: PassRun): void {
  const refused: Operation[] = [];
  const subgraphs = constantSubgraphs(func, pass.context, (op) => {
    refused.push(op);
    pass.opError(
      op,
      "result of an op resides in L1, and the op is a const-eval candidate, but it is not tagged with 'ttnn.const_eval_allowed'; tag the op or change its memory space",
    );
  });
  if (refused.length > 0) return;
  let index = firstIndex;
  for (const subgraph of subgraphs) {
    if (subgraph.loads.length > 0) extendConstantFunction(func, subgraph);
    else createConstantFunction(func, subgraph, `${func.symName.value}_const_eval_${index++}`);
  }
}

/** Notes how much of each core's memory constants take. */
function markUsage(module: ModuleOp): void {
  const device = [...module.body].find((op): op is DeviceOp => op instanceof DeviceOp);
  if (device === undefined) return;
  const cores = product(device.deviceAttr.workerGrid.shape);
  let bytes = 0;
  for (const func of module.body) {
    if (!(func instanceof FuncOp) || !isKind(func, 'const_eval')) continue;
    for (const type of func.functionType.results) {
      const layout = isInstance(RankedTensorType, type) ? layoutOf(type) : null;
      if (layout?.bufferType === 'l1') bytes += l1BytesPerCore(layout, cores);
    }
  }
  const usage = Math.ceil((bytes + L1_CUSHION) / L1_CUSHION) * L1_CUSHION;
  module.setAttr('ttnn.l1_const_eval_usage', IntegerAttr.get(usage, ui64));
}
