import type { DialectDocumentation } from '@shardform/ir-core';
import { attentionDocumentation } from './attention.ts';
import { binaryDocumentation, ttnnBinaryDocumentation } from './binary.ts';
import { cacheDocumentation } from './caches.ts';
import { collectiveDocumentation } from './collectives.ts';
import { matmulDocumentation } from './contractions.ts';
import type { TensorDialect } from './example.ts';
import { expertDocumentation } from './experts.ts';
import { indexingDocumentation, ttnnEmbeddingBackward } from './indexing.ts';
import { normalizationDocumentation } from './normalizations.ts';
import { ttnnQuantizationDocumentation } from './quantization.ts';
import { reductionDocumentation } from './reductions.ts';
import { shapeDocumentation } from './shapes.ts';
import { trainingDocumentation } from './training.ts';
import { unaryDocumentation } from './unary.ts';
import { upsampleDocumentation, windowDocumentation } from './windows.ts';

/** Returns the documentation of the operations that both dialects have. */
export function sharedDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    ...attentionDocumentation(dialect),
    ...binaryDocumentation(dialect),
    ...cacheDocumentation(dialect),
    ...collectiveDocumentation(dialect),
    ...expertDocumentation(dialect),
    ...indexingDocumentation(dialect),
    ...matmulDocumentation(dialect),
    ...normalizationDocumentation(dialect),
    ...reductionDocumentation(dialect),
    ...shapeDocumentation(dialect),
    ...trainingDocumentation(dialect),
    ...unaryDocumentation(dialect),
    ...windowDocumentation(dialect),
  };
}

/** The documentation of operations of TTNN that compute what one of TTIR does. */
export const libraryDocumentation: DialectDocumentation = {
  ...sharedDocumentation('ttnn'),
  ...ttnnBinaryDocumentation,
  ...ttnnEmbeddingBackward,
  ...ttnnQuantizationDocumentation,
  upsample: upsampleDocumentation('ttnn.upsample'),
};
