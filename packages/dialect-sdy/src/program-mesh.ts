import { ArrayAttr, type Attribute, DictionaryAttr, type Operation, perState } from '@shardform/ir-core';
import { MeshAttr } from './attrs/mesh-attr.ts';
import { TensorShardingAttr } from './attrs/tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from './attrs/tensor-sharding-per-value-attr.ts';
import { MeshTable } from './mesh-table.ts';

/**
 * Returns the mesh that a program is for: the one with axes that its shardings name, most often when they name several,
 * and the one with the most devices among equals. Without shardings the first mesh with axes. A mesh of one device that
 * a host callback is on never is.
 *
 * @param op the module, or any operation inside it.
 * @returns its name, empty for one that stands in the shardings themselves; `null` without a mesh with axes.
 */
export function programMesh(op: Operation): readonly [string, MeshAttr] | null {
  let module = op;
  while (module.parentOp !== null) module = module.parentOp;
  return meshOfProgram(module);
}

const meshOfProgram = /* @__PURE__ */ perState((module: Operation): readonly [string, MeshAttr] | null => {
  const table = new MeshTable(module);
  const uses = new Map<string, { readonly mesh: MeshAttr; count: number }>();
  for (const [name, mesh] of table.entries()) {
    if (mesh.axes.length > 0) uses.set(name, { mesh, count: 0 });
  }
  const count = (attribute: Attribute, times: number): void => {
    if (attribute instanceof TensorShardingAttr) {
      const name = attribute.meshName ?? '';
      const mesh = table.meshOf(attribute);
      if (mesh === null || mesh.axes.length === 0) return;
      const known = uses.get(name);
      if (known === undefined) uses.set(name, { mesh, count: times });
      else known.count += times;
    } else if (attribute instanceof TensorShardingPerValueAttr) {
      for (const sharding of attribute.shardings) count(sharding, times);
    } else if (attribute instanceof DictionaryAttr) {
      for (const [, value] of attribute.entries) count(value, times);
    } else if (attribute instanceof ArrayAttr) {
      for (const element of attribute.elements) count(element, times);
    }
  };
  for (const [attribute, times] of attributesOf(module)) count(attribute, times);
  let best: { readonly name: string; readonly mesh: MeshAttr; readonly count: number } | null = null;
  for (const [name, use] of uses) {
    const isBetter =
      best === null ||
      use.count > best.count ||
      (use.count === best.count && use.count > 0 && use.mesh.totalSize > best.mesh.totalSize);
    if (isBetter) best = { name, ...use };
  }
  return best === null ? null : [best.name, best.mesh];
});

/** The attributes of all operations in one, in the order in which they are met, with how often each is there. */
function attributesOf(root: Operation): ReadonlyMap<Attribute, number> {
  const found = new Map<Attribute, number>();
  const add = (attribute: Attribute): void => void found.set(attribute, (found.get(attribute) ?? 0) + 1);
  root.walk((op) => {
    for (const attribute of op.properties) if (attribute !== null) add(attribute);
    if (op.discardable !== null) for (const attribute of op.discardable.values()) add(attribute);
  });
  return found;
}
