import { ArrayAttr, definePass, type Operation } from '@shardform/ir-core';
import { FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  BLOCK_ARG_PROPAGATION_EDGES,
  BLOCK_ARG_SHARDING_ORIGINS,
  PROPAGATION_EDGES,
  RESULT_PROPAGATION_EDGES,
  RESULT_SHARDING_ORIGINS,
  SHARDING_ORIGINS,
} from '@shardform/dialect-sdy';

const debugAttributes = [
  SHARDING_ORIGINS,
  BLOCK_ARG_SHARDING_ORIGINS,
  RESULT_SHARDING_ORIGINS,
  PROPAGATION_EDGES,
  BLOCK_ARG_PROPAGATION_EDGES,
  RESULT_PROPAGATION_EDGES,
];

/** `sdy-remove-propagation-debug-info`. */
export const removePropagationDebugInfo = /* @__PURE__ */ definePass({
  name: 'sdy-remove-propagation-debug-info',
  className: 'RemovePropagationDebugInfoPass',
  summary: 'Removes propagation debug info (propagation edges and origin shardings) during export.',
  anchor: 'builtin.module',
  run(module) {
    module.walk((op) => {
      if (op instanceof FuncOp) {
        dropValueAttrs(op, 'arg_attrs');
        dropValueAttrs(op, 'res_attrs');
      }
      if (op.discardable !== null) for (const name of debugAttributes) op.setAttr(name, null);
    });
  },
});

function dropValueAttrs(func: Operation, which: 'arg_attrs' | 'res_attrs'): void {
  if (!(func.getAttr(which) instanceof ArrayAttr)) return;
  const attrs = valueAttrsList(func, which).map((dictionary) =>
    debugAttributes.reduce(
      (rest, name) => (rest.get(name) === null ? rest : rest.with(name, null)),
      dictionary,
    ),
  );
  setAllValueAttrs(func, which, attrs);
}
