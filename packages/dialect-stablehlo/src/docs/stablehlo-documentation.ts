import type { DialectDocumentation } from '@shardform/ir-core';
import { binaryDocumentation } from './binary.ts';
import { collectiveDocumentation } from './collectives.ts';
import { contractionDocumentation } from './contractions.ts';
import { controlFlowDocumentation } from './control-flow.ts';
import { dynamicShapeDocumentation } from './dynamic-shapes.ts';
import { indexingDocumentation } from './indexing.ts';
import { reductionDocumentation } from './reductions.ts';
import { shapeDocumentation } from './shapes.ts';
import { tokenDocumentation } from './tokens.ts';
import { unaryDocumentation } from './unary.ts';

/** The documentation of StableHLO's operations. */
export const stablehloDocumentation: DialectDocumentation = {
  ...unaryDocumentation,
  ...binaryDocumentation,
  ...shapeDocumentation,
  ...indexingDocumentation,
  ...reductionDocumentation,
  ...contractionDocumentation,
  ...controlFlowDocumentation,
  ...collectiveDocumentation,
  ...tokenDocumentation,
  ...dynamicShapeDocumentation,
};
