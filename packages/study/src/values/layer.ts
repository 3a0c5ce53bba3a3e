import { programEntry } from '@shardform/dialect-func';
import { type GroupItem, groupOperations, OperationGroup } from '@shardform/inspect';
import type { ModuleOp, Operation } from '@shardform/ir-core';

/**
 * Returns the name scopes around an operation of the user's program: `block0, backward` of
 * `transpose(jvp(block0))/dot_general`, as JAX calls the scopes of derivatives. `null` for none.
 */
export function layerOf(name: string | null): string | null {
  const scopes = name?.split('/').slice(0, -1).map(scopeTitle).filter(Boolean) ?? [];
  return scopes.length === 0 ? null : scopes.join('/');
}

function scopeTitle(scope: string): string {
  const backward = /^transpose\(jvp\((.*)\)\)$/.exec(scope);
  if (backward !== null) return `${backward[1]!}, backward`.replace(/^, /, '');
  return /^jvp\((.*)\)$/.exec(scope)?.[1] ?? scope;
}

/** Finds the layer of an operation of the program as it was given; `null` for none. */
export type LayerLookUp = (source: Operation | null, userName: string | null) => string | null;

/** Returns the look-up of layers: by name scopes, or else by the program's structure. */
export function layerLookUp(module: ModuleOp): LayerLookUp {
  const layers = repeatedLayers(module);
  return (source, userName) => layerOf(userName) ?? (source === null ? null : (layers.get(source) ?? null));
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
