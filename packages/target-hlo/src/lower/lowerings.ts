import { collectiveLowerings } from './collectives.ts';
import { constantLowerings } from './constants.ts';
import { contractionLowerings } from './contractions.ts';
import { controlFlowLowerings } from './control-flow.ts';
import { customCallLowerings } from './custom-calls.ts';
import { elementwiseLowerings } from './elementwise.ts';
import { hostLowerings } from './host.ts';
import type { Lowering } from './lowering.ts';
import { numericsLowerings } from './numerics.ts';
import { reductionLowerings } from './reductions.ts';
import { shapeLowerings } from './shapes.ts';

/** How each operation is exported, by its name. */
export const lowerings: ReadonlyMap<string, Lowering> = new Map(
  [
    ...collectiveLowerings,
    ...constantLowerings,
    ...contractionLowerings,
    ...controlFlowLowerings,
    ...customCallLowerings,
    ...elementwiseLowerings,
    ...hostLowerings,
    ...numericsLowerings,
    ...reductionLowerings,
    ...shapeLowerings,
  ].map((entry) => [entry.name, entry]),
);
