import { FuncOp } from '@shardform/dialect-func';
import { MpmdCallOp, TOPOLOGY, topologyOf } from '@shardform/dialect-mpmd';
import { definePass, StringAttr } from '@shardform/ir-core';
import { calleeOf } from '../program/call-edges.ts';

/** `mpmd-copy-topology-from-main`. */
export const copyTopologyFromMain = /* @__PURE__ */ definePass({
  name: 'mpmd-copy-topology-from-main',
  className: 'CopyTopologyFromMainPass',
  summary: 'Copies the topology of functions to those that they call, and makes these private.',
  anchor: 'builtin.module',
  run(module) {
    for (const func of module.body) {
      if (!(func instanceof FuncOp)) continue;
      const topology = topologyOf(func);
      if (topology === null) continue;
      func.walkOf(MpmdCallOp, (call) => {
        const callee = calleeOf(call);
        callee.setAttr(TOPOLOGY, topology);
        callee.symVisibility = StringAttr.get('private');
      });
    }
  },
});
