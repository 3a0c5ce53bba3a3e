import { Builder, definePass, type PassRun } from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { EmptyOp } from '@shardform/dialect-ttir';
import { DeviceType, GetDeviceOp, MeshOffsetAttr, MeshShapeAttr } from '@shardform/dialect-ttnn';
import { deviceFunctions, deviceMesh } from '../device/device-modules.ts';
import { collectiveConversions } from './collective.ts';
import type { Conversion } from './convertible.ts';
import { indexingConversions } from './indexing.ts';
import { elementwiseConversions } from './elementwise.ts';
import { tensorConversions } from './tensor.ts';

/** How TTIR operations become TTNN, by name. */
const conversions: ReadonlyMap<string, Conversion> = /* @__PURE__ */ new Map(
  [...elementwiseConversions, ...tensorConversions, ...indexingConversions, ...collectiveConversions].map(
    (entry) => [entry.root, entry],
  ),
);

/** TTIR with layouts becomes TTNN. What has no counterpart is an error. */
export const convertTtirToTtnn = definePass({
  name: 'convert-ttir-to-ttnn',
  className: 'ConvertTTIRToTTNN',
  summary: 'converts TTIR to TTNN',
  anchor: 'builtin.module',
  dependentDialects: ['ttnn'],
  run(op, pass) {
    for (const func of deviceFunctions(op)) convertFunction(func, pass);
  },
});

function convertFunction(func: FuncOp, pass: PassRun): void {
  const mesh = deviceMesh(func);
  const builder = new Builder(pass.context);
  builder.location = func.location;
  builder.setInsertionPointToStart(func.entry);
  const { device } = builder.create(
    GetDeviceOp,
    { meshShape: MeshShapeAttr.get(mesh), meshOffset: MeshOffsetAttr.get(mesh.map(() => 0)) },
    [DeviceType.instance],
  );
  for (const op of func.entry) {
    // Outputs of layout changes, which TTNN makes itself.
    if (op.definition.dialect !== 'ttir' || op instanceof EmptyOp) continue;
    builder.setInsertionPoint(op);
    builder.location = op.location;
    const values = conversions.get(op.name)?.convert(op, { builder, device, mesh }) ?? null;
    if (values === null) {
      pass.context.diagnostics.error(op.location, `failed to legalize operation '${op.name}'`);
      pass.fail();
      return;
    }
    op.replaceAllUsesWith(values);
    op.erase();
  }
  for (const op of func.entry) if (op instanceof EmptyOp && op.hasNoUses()) op.erase();
}
