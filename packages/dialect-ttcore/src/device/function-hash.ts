import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import { cloneOp, lookupNearestSymbol, printOp, StringAttr } from '@shardform/ir-core';

/**
 * Returns the hash by which the runtime's cache knows what a function computes: that of its generic form under another
 * name, in which calls have the hash of what they call.
 */
export function functionHash(func: FuncOp): string {
  const copy = cloneOp(func);
  copy.setAttr('sym_name', StringAttr.get('anonymous_func'));
  const calls: CallOp[] = [];
  func.walkOf(CallOp, (call) => void calls.push(call));
  const copies: CallOp[] = [];
  copy.walkOf(CallOp, (call) => void copies.push(call));
  for (const [i, call] of calls.entries()) {
    const callee = lookupNearestSymbol(call, call.callee);
    if (callee instanceof FuncOp && callee !== func)
      copies[i]!.setAttr('callee_hash', StringAttr.get(functionHash(callee)));
  }
  const text = printOp(copy, null, { generic: true, localScope: true }).trimEnd();
  return bytesToHex(sha256(utf8ToBytes(text)));
}
