import { storedBytes } from '@shardform/dialect-ttcore';
import { product } from '@shardform/ir-core';
import type { LayoutAttr } from './layout-attr.ts';

/** Returns the bytes of the buffer of a layout: what each core of its grid holds. */
export function blockBytes({ memref }: LayoutAttr): number {
  return product(memref.shape ?? []) * storedBytes(memref.elementType);
}
