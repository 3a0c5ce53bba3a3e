import { programEntry } from '@shardform/dialect-func';
import {
  type GroupItem,
  groupOperations,
  isInBackwardPass,
  nameScopes,
  OperationGroup,
} from '@shardform/inspect';
import type { ModuleOp, Operation } from '@shardform/ir-core';

/** Finds the layer of an operation of the program as it was given; `null` for none. */
export type LayerLookUp = (source: Operation | null, scopedName: string | null) => string | null;

/** Returns the look-up of layers: by name scopes, or else by the program's structure; of neither, by the pass of a derivative. */
export function layerLookUp(module: ModuleOp): LayerLookUp {
  const layers = repeatedLayers(module);
  return (source, scopedName) => {
    const scopes = scopedName === null ? [] : nameScopes(scopedName);
    if (scopes.length > 0) return scopes.join('/');
    const layer = source === null ? null : (layers.get(source) ?? null);
    return layer ?? (scopedName !== null && isInBackwardPass(scopedName) ? 'backward' : null);
  };
}

/**
 * Returns the layers of operations of a program's main function that show in its structure, as parts that repeat: those of
 * a program without name scopes.
 */
export function repeatedLayers(module: ModuleOp): ReadonlyMap<Operation, string> {
  const layers = new Map<Operation, string>();
  const collect = (items: readonly GroupItem[], layer: string | null): void => {
    for (const item of items) {
      if (item instanceof OperationGroup) {
        const isLayer = item.role === 'copy' || item.role === 'part';
        collect(item.items, layer ?? (isLayer ? item.title : null));
      } else if (layer !== null) layers.set(item, layer);
    }
  };
  const func = programEntry(module);
  if (func !== null && !func.isDeclaration) collect(groupOperations(func.entry), null);
  return layers;
}
