import { type Layout, layoutText, type Shape } from '@shardform/hlo-module';
import { ArrayAttr, type Attribute, StringAttr } from '@shardform/ir-core';
import { type Leaf, leavesOf } from './types.ts';

/** Returns whether elements stand in row-major order without tiles and in the default memory, as those of a tensor. */
export function isRowMajor(layout: Layout | undefined): boolean {
  if (layout === undefined) return true;
  const { minorToMajor, tiles, properties } = layout;
  return (
    (tiles?.length ?? 0) === 0 &&
    (properties?.length ?? 0) === 0 &&
    minorToMajor.every((dimension, i) => dimension === minorToMajor.length - 1 - i)
  );
}

/** Returns the attribute of layouts that are not row-major: the text of one value, or of all; `null` for none. */
export function layoutAttr(shape: Shape): Attribute | null {
  const texts = leavesOf(shape).map(textOf);
  if (texts.every((text) => text === '')) return null;
  const attrs = texts.map((text) => StringAttr.get(text));
  return shape.kind === 'tuple' ? ArrayAttr.get(attrs) : attrs[0]!;
}

function textOf(leaf: Leaf): string {
  const layout = leaf.kind === 'array' ? leaf.layout : undefined;
  return layout === undefined || isRowMajor(layout) ? '' : layoutText(layout);
}
