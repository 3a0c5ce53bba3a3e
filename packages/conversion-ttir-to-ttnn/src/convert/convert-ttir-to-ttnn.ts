import { Builder, definePass, type PassRun, type Value } from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { EmptyOp } from '@shardform/dialect-ttir';
import { deviceFunctions, deviceMesh } from '@shardform/dialect-ttcore';
import { type DeviceType, layoutOf, openedDevice } from '@shardform/dialect-ttnn';
import { attentionConversions } from './attention.ts';
import { collectiveConversions } from './collective.ts';
import type { Conversion } from './convertible.ts';
import { convolutionConversions } from './convolution.ts';
import { elementwiseConversions } from './elementwise.ts';
import { expertConversions } from './experts.ts';
import { indexingConversions } from './indexing.ts';
import { normalizationConversions } from './normalization.ts';
import { poolingConversions } from './pooling.ts';
import { powerConversion } from './power.ts';
import { stateConversions } from './state.ts';
import { tensorConversions } from './tensor.ts';

/** How TTIR operations become TTNN, by name. */
const conversions: ReadonlyMap<string, Conversion> = /* @__PURE__ */ new Map(
  [
    ...elementwiseConversions,
    powerConversion,
    ...tensorConversions,
    ...indexingConversions,
    ...normalizationConversions,
    ...convolutionConversions,
    ...poolingConversions,
    ...attentionConversions,
    ...stateConversions,
    ...expertConversions,
    ...collectiveConversions,
  ].map((entry) => [entry.root, entry]),
);

/** The names of the operations that have a conversion. */
export const convertedNames: ReadonlySet<string> = /* @__PURE__ */ new Set(conversions.keys());

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
  const device = (): Value<DeviceType> => openedDevice(func, builder);
  for (const op of func.entry) {
    if (op.definition.dialect !== 'ttir') continue;
    builder.setInsertionPoint(op);
    builder.location = op.location;
    // TTNN makes the outputs of layout changes itself; where they lie on the device, it is opened.
    if (op instanceof EmptyOp && isOutput(op)) {
      if (layoutOf(op.result.type)?.isOnHost !== true) device();
      continue;
    }
    const reasons: string[] = [];
    const refuse = (message: string): null => {
      reasons.push(message);
      return null;
    };
    const values = conversions.get(op.name)?.convert(op, { builder, device, mesh, refuse }) ?? null;
    if (values === null) {
      for (const reason of reasons) pass.context.diagnostics.error(op.location, `'${op.name}' op ${reason}`);
      pass.context.diagnostics.error(op.location, `failed to legalize operation '${op.name}'`);
      pass.fail();
      return;
    }
    op.replaceAllUsesWith(values);
    op.erase();
  }
  for (const op of func.entry) if (op instanceof EmptyOp && op.hasNoUses()) op.erase();
}

function isOutput(op: EmptyOp): boolean {
  return op.result.users().every((user) => user.name === 'ttir.to_layout');
}
