import { definePass } from '@shardform/ir-core';
import { FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { meshOps, SHARDING } from '@shardform/dialect-sdy';

/** `sdy-drop-sharding-and-mesh`. */
export const dropShardingAndMesh = /* @__PURE__ */ definePass({
  name: 'sdy-drop-sharding-and-mesh',
  className: 'DropShardingAndMeshPass',
  summary: 'Drops sharding and mesh from ops.',
  anchor: 'builtin.module',
  run(module) {
    module.walk((op) => {
      if (op instanceof FuncOp) {
        for (const which of ['arg_attrs', 'res_attrs'] as const) {
          if (op.getAttr(which) === null) continue;
          setAllValueAttrs(
            op,
            which,
            valueAttrsList(op, which).map((attrs) => attrs.with(SHARDING, null)),
          );
        }
      } else if (op.discardable?.has(SHARDING) === true) op.setAttr(SHARDING, null);
    });
    for (const mesh of meshOps(module)) mesh.erase();
  },
});
