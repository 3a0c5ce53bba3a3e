import { type BlockArgument, type Operation, StringAttr } from '@shardform/ir-core';
import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr } from '@shardform/dialect-ttcore';
import { MeshShardOp, TTLangOp } from '@shardform/dialect-ttir';
import type { LayoutRequest } from '@shardform/dialect-ttnn';

/** Returns true for const-eval functions. */
export const isConstantFunction = (func: Operation): boolean => functionKind(func) === 'const_eval';

/** Returns true for the declarations of functions that run on the host. */
export const isHostFunction = (func: Operation): boolean => functionKind(func) === 'forward_cpu_declaration';

function functionKind(func: Operation): string | null {
  const kind = func.getAttr('tt.function_type');
  return kind instanceof StringAttr ? kind.value : null;
}

/**
 * Returns the placement that the caller gives an argument: what is split over the mesh first comes in the host's
 * memory; inputs come in rows, caches and weights in tiles.
 */
export function argumentPlacement(func: FuncOp, argument: BlockArgument): LayoutRequest {
  const attributes = valueAttrs(func, 'arg_attrs', argument.index);
  const users = argument.users();
  const isCache = attributes.get('ttcore.kv_cache') !== null;
  const isSplit = users.some((user) => user instanceof MeshShardOp);
  const isOnHost =
    attributes.get('ttir.conv2d_weight') !== null || (!isConstantFunction(func) && !isCache && isSplit);
  const role = attributes.get('ttcore.argument_type');
  const isInput = role instanceof ArgumentTypeAttr && role.value === 'input';
  const keepsTiles = isCache || isSplit || users.some((user) => user instanceof TTLangOp);
  return {
    bufferType: isOnHost ? 'system_memory' : 'dram',
    isTiled: !isOnHost && (keepsTiles || !isInput),
  };
}
