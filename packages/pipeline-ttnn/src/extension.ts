import type { Extension } from '@shardform/ir-core';
import { ttnnToEmitc } from '@shardform/conversion-ttnn-to-emitc';
import { ttnnToEmitpy } from '@shardform/conversion-ttnn-to-emitpy';
import { ttirToTtnn } from '@shardform/conversion-ttir-to-ttnn';
import { ttcorePasses } from '@shardform/passes-ttcore';
import { ttirPasses } from '@shardform/passes-ttir';
import { ttnnPasses } from '@shardform/passes-ttnn';
import { ttirToEmitcPipeline, ttnnCommonToEmitcPipeline } from './emitc-pipeline.ts';
import { ttirToEmitpyPipeline, ttnnCommonToEmitpyPipeline } from './emitpy-pipeline.ts';
import {
  ttirToTtnnBackendPipeline,
  ttirToTtnnCommonPipeline,
  ttirToTtnnRuntimePipeline,
  ttnnCommonToRuntimePipeline,
} from './pipeline.ts';

/** The pipelines from TTIR to TTNN, such as `ttir-to-ttnn-backend-pipeline`, and all passes that they consist of. */
export const ttnnPipeline: Extension = {
  name: 'pipeline-ttnn',
  get requires() {
    return [ttcorePasses, ttirPasses, ttirToTtnn, ttnnPasses, ttnnToEmitc, ttnnToEmitpy];
  },
  pipelines: [
    ttirToEmitcPipeline,
    ttirToEmitpyPipeline,
    ttirToTtnnBackendPipeline,
    ttirToTtnnCommonPipeline,
    ttirToTtnnRuntimePipeline,
    ttnnCommonToEmitcPipeline,
    ttnnCommonToEmitpyPipeline,
    ttnnCommonToRuntimePipeline,
  ],
};
