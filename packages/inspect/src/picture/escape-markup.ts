import { printable } from '@shardform/ir-core';

/** Returns text as HTML and SVG show it: characters that XML does not have or that turn the direction of writing are escaped. */
export function escapeMarkup(text: string): string {
  return printable(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
