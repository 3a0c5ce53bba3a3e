import { ArrayAttr, type Attribute, DictionaryAttr, type Operation } from '@shardform/ir-core';
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
  const table = new MeshTable(module);
  const uses = new Map<string, { readonly mesh: MeshAttr; count: number }>();
  for (const [name, mesh] of table.entries()) {
    if (mesh.axes.length > 0) uses.set(name, { mesh, count: 0 });
  }
  const count = (attribute: Attribute): void => {
    if (attribute instanceof TensorShardingAttr) {
      const name = attribute.meshName ?? '';
      const mesh = table.meshOf(attribute);
      if (mesh === null || mesh.axes.length === 0) return;
      const known = uses.get(name);
      if (known === undefined) uses.set(name, { mesh, count: 1 });
      else known.count += 1;
    } else if (attribute instanceof TensorShardingPerValueAttr) {
      attribute.shardings.forEach(count);
    } else if (attribute instanceof DictionaryAttr) {
      for (const [, value] of attribute.entries) count(value);
    } else if (attribute instanceof ArrayAttr) {
      attribute.elements.forEach(count);
    }
  };
  module.walk((op) => {
    for (const attribute of op.properties) if (attribute !== null) count(attribute);
    if (op.discardable !== null) for (const attribute of op.discardable.values()) count(attribute);
  });
  let best: { readonly name: string; readonly mesh: MeshAttr; readonly count: number } | null = null;
  for (const [name, use] of uses) {
    const isBetter =
      best === null ||
      use.count > best.count ||
      (use.count === best.count && use.count > 0 && use.mesh.totalSize > best.mesh.totalSize);
    if (isBetter) best = { name, ...use };
  }
  return best === null ? null : [best.name, best.mesh];
}
