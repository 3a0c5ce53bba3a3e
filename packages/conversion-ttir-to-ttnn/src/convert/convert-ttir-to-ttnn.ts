import {
  applyFullConversion,
  Builder,
  type ConversionPattern,
  ConversionTarget,
  definePass,
  type Operation,
  type PassRun,
} from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { EmptyOp } from '@shardform/dialect-ttir';
import { deviceFunctions } from '@shardform/dialect-ttcore';
import { layoutOf, openedDevice } from '@shardform/dialect-ttnn';
import { attentionConversions } from './attention.ts';
import { collectiveConversions } from './collective.ts';
import { convolutionConversions } from './convolution.ts';
import { elementwiseConversions } from './elementwise.ts';
import { expertConversions } from './experts.ts';
import { indexingConversions } from './indexing.ts';
import { normalizationConversions } from './normalization.ts';
import { poolingConversions } from './pooling.ts';
import { powerConversion } from './power.ts';
import { stateConversions } from './state.ts';
import { tensorConversions } from './tensor.ts';

/** The conversions of TTIR operations to TTNN. */
const patterns: readonly ConversionPattern[] = [
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
];

/** The names of the operations that have a conversion. */
export const convertedNames: ReadonlySet<string | null> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ patterns.map(({ root }) => root),
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
  // TTNN makes the outputs of layout changes itself; where they lie on the device, it is opened.
  const builder = new Builder(pass.context);
  for (const op of func.entry) {
    if (op instanceof EmptyOp && isOutput(op) && layoutOf(op.result.type)?.isOnHost !== true)
      openedDevice(func, builder);
  }
  const target = new ConversionTarget()
    .addIllegalDialects('ttir')
    .addDynamicallyLegalOps(isOutput, 'ttir.empty')
    .markOthersDynamicallyLegal(() => true);
  if (!applyFullConversion(func, target, patterns, pass.context, { fold: false })) pass.fail();
  for (const op of func.entry) if (op instanceof EmptyOp && op.hasNoUses()) op.erase();
}

function isOutput(op: Operation): boolean {
  return op instanceof EmptyOp && op.result.users().every((user) => user.name === 'ttir.to_layout');
}
