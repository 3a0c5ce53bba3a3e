import { definePass, StringAttr } from '@shardform/ir-core';
import { deviceFunctions, FUNCTION_TYPE } from '@shardform/dialect-ttcore';

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
