import { definePipeline, nest, reconcileUnrealizedCasts } from '@shardform/ir-core';
import { shapeLegalizeToStablehlo } from '../shape-legalize/pass.ts';
import { chloLegalizeToStablehlo } from './pass.ts';

/** Makes all StableHLO of what can be serialized only as that; upstream's pipeline of this name. */
export const chloPreSerialization = /* @__PURE__ */ definePipeline({
  name: 'chlo-pre-serialization-pipeline',
  summary: 'Lower as much as possible to StableHLO, including CHLO, Shape dialect, and index types.',
  description:
    'Runs `chlo-legalize-to-stablehlo`, which may leave operations on shapes, then `shape-legalize-to-stablehlo`, ' +
    'and removes the casts between indices and integers that cancel.',
  build: () => [
    nest('func.func', chloLegalizeToStablehlo.create(), shapeLegalizeToStablehlo.create()),
    reconcileUnrealizedCasts.create(),
  ],
});
