import { definePass, StringAttr } from '@shardform/ir-core';
import { deviceFunctions } from './device-modules.ts';

/** The attribute that says what a function is for. */
export const FUNCTION_TYPE = 'tt.function_type';

/** Functions of the device that the host starts are marked as such. */
export const ttcoreMarkFunctionsAsForward = definePass({
  name: 'ttcore-mark-functions-as-forward',
  className: 'TTCoreMarkFunctionsAsForwardPass',
  summary: 'marks functions of the device',
  anchor: 'builtin.module',
  run(op) {
    for (const func of deviceFunctions(op)) {
      if (!func.hasAttr(FUNCTION_TYPE)) func.setAttr(FUNCTION_TYPE, StringAttr.get('forward_device'));
    }
  },
});
