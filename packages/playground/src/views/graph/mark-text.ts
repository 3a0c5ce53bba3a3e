import { bytesText } from '@shardform/ir-core';
import type { NodeCollective } from '@shardform/study';

/** What a group sends, in a few words: `2 × all_reduce y 48.0 KiB`. */
export function markText({ kind, axis, count, bytes }: NodeCollective): string {
  return `${count > 1 ? `${count} × ` : ''}${kind} ${axis} ${bytesText(bytes)}`;
}
