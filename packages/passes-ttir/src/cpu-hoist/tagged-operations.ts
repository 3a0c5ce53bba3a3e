import { FuncOp } from '@shardform/dialect-func';
import { definePass, type ModuleOp, type Operation, type PassRun } from '@shardform/ir-core';
import { deviceModuleOf, type HostedGroup, hoistToHost } from './hoist-operations.ts';

/** Operations of StableHLO that have no form in TTIR. */
const WITHOUT_TTIR: readonly string[] = ['stablehlo.dynamic_update_slice', 'stablehlo.einsum'];

/** Each operation that the caller marked with `ttir.should_hoist` becomes a function that the host executes. */
export const cpuHoistManuallyTagged = definePass({
  name: 'cpu-hoist-manually-tagged',
  className: 'CPUHoistManuallyTaggedOpsTransform',
  summary: 'lets the host execute operations that are marked with ttir.should_hoist',
  anchor: 'builtin.module',
  dependentDialects: ['func', 'ttcore'],
  run(root, pass) {
    hoistEach(root, (op) => op.hasAttr('ttir.should_hoist'), pass);
  },
});

/** Operations of StableHLO without a form in TTIR become functions that the host executes. */
export const cpuHoistNonLowerableShloOps = definePass({
  name: 'cpu-hoist-non-lowerable-shlo-ops',
  className: 'CPUHoistNonLowerableSHLOOpsTransform',
  summary: 'lets the host execute operations of StableHLO that TTIR has not',
  anchor: 'builtin.module',
  dependentDialects: ['func', 'ttcore'],
  run(root, pass) {
    hoistEach(root, ({ name }) => WITHOUT_TTIR.includes(name), pass);
  },
});

function hoistEach(root: ModuleOp, isChosen: (op: Operation) => boolean, pass: PassRun): void {
  const groups: HostedGroup[] = [];
  deviceModuleOf(root)?.walkOf(FuncOp, (func) => {
    func.walk((op) => {
      if (isChosen(op)) groups.push({ operations: [op], outputs: [...op.results], word: op.name });
    });
  });
  hoistToHost(root, groups, pass);
}
