import type { Extension } from '@shardform/ir-core';
import { ttirToTtnn } from '@shardform/conversion-ttir-to-ttnn';
import { ttcorePasses } from '@shardform/passes-ttcore';
import { ttirPasses } from '@shardform/passes-ttir';
import { ttnnPasses } from '@shardform/passes-ttnn';
import {
  ttirToTtnnBackendPipeline,
  ttirToTtnnCommonPipeline,
  ttirToTtnnRuntimePipeline,
} from './pipeline.ts';

/** The pipelines from TTIR to TTNN, such as `ttir-to-ttnn-backend-pipeline`, and all passes that they consist of. */
export const ttnnPipeline: Extension = {
  name: 'pipeline-ttnn',
  requires: [ttcorePasses, ttirPasses, ttirToTtnn, ttnnPasses],
  pipelines: [ttirToTtnnBackendPipeline, ttirToTtnnCommonPipeline, ttirToTtnnRuntimePipeline],
};
