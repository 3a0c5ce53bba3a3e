import type { DialectDocumentation } from '@shardform/ir-core';
import { ttirBinaryDocumentation } from './binary.ts';
import { ttirCollectiveDocumentation } from './collectives.ts';
import { dotGeneralDocumentation } from './contractions.ts';
import { ttirEmbeddingBackward } from './indexing.ts';
import { sharedDocumentation } from './library-documentation.ts';
import { ttirQuantizationDocumentation } from './quantization.ts';
import { ttirReductionDocumentation } from './reductions.ts';
import { ttirCreationDocumentation, ttirMemoryDocumentation } from './ttir-creation.ts';
import { ttirShapeDocumentation } from './ttir-shapes.ts';
import { ttirUnaryDocumentation } from './unary.ts';
import { upsampleDocumentation } from './windows.ts';

/** The documentation of TTIR's operations. */
export const ttirDocumentation: DialectDocumentation = {
  ...sharedDocumentation('ttir'),
  ...dotGeneralDocumentation,
  ...ttirBinaryDocumentation,
  ...ttirCollectiveDocumentation,
  ...ttirCreationDocumentation,
  ...ttirEmbeddingBackward,
  ...ttirMemoryDocumentation,
  ...ttirQuantizationDocumentation,
  ...ttirReductionDocumentation,
  ...ttirShapeDocumentation,
  ...ttirUnaryDocumentation,
  upsample2d: upsampleDocumentation('ttir.upsample2d'),
};
