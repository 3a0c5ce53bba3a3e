import type { Extension } from '@shardform/ir-core';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { convertTtirToTtnn } from './convert/convert-ttir-to-ttnn.ts';
import { ttcoreMarkFunctionsAsForward } from './device/mark-functions.ts';
import { ttcoreRegisterDevice } from './device/register-device.ts';
import { ttcoreWrapDeviceModule } from '@shardform/dialect-ttcore';
import { ttnnLayout } from './layout/ttnn-layout.ts';
import {
  ttirToTtnnBackendPipeline,
  ttirToTtnnCommonPipeline,
  ttirToTtnnRuntimePipeline,
} from './pipeline.ts';
import { ttirPassList } from './ttir/ttir-pass-list.ts';
import { ttnnPassList } from './ttnn/ttnn-pass-list.ts';

/** The passes from TTIR to TTNN and the pipeline `ttir-to-ttnn-backend-pipeline`. */
export const ttirToTtnn: Extension = {
  name: 'conversion-ttir-to-ttnn',
  requires: [ttirDialect, ttnnDialect],
  passes: [
    ...ttirPassList,
    convertTtirToTtnn,
    ttcoreMarkFunctionsAsForward,
    ttcoreRegisterDevice,
    ttcoreWrapDeviceModule,
    ttnnLayout,
    ...ttnnPassList,
  ],
  pipelines: [ttirToTtnnBackendPipeline, ttirToTtnnCommonPipeline, ttirToTtnnRuntimePipeline],
};
