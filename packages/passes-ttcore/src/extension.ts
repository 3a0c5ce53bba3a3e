import type { Extension } from '@shardform/ir-core';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttcoreMarkFunctionsAsForward } from './mark-functions.ts';
import { ttcoreOneShotBufferize } from './one-shot-bufferize.ts';
import { ttcoreOptimizationBarrierFold } from './optimization-barrier-fold.ts';
import { ttcoreRegisterDevice } from './register-device.ts';
import { ttcoreUnwrapDeviceModule } from './unwrap-device-module.ts';
import { ttcoreWrapDeviceModule } from './wrap-device-module.ts';

/** The passes on what Tenstorrent's dialects share: device modules, system descriptions, buffers. */
export const ttcorePasses: Extension = {
  name: 'passes-ttcore',
  get requires() {
    return [ttcoreDialect];
  },
  passes: [
    ttcoreMarkFunctionsAsForward,
    ttcoreOneShotBufferize,
    ttcoreOptimizationBarrierFold,
    ttcoreRegisterDevice,
    ttcoreUnwrapDeviceModule,
    ttcoreWrapDeviceModule,
  ],
};
