import { replaceControls } from '@shardform/ir-core';

/** Returns a value as JSON in which each character can be seen: others are escaped, which means the same. */
export function jsonText(value: unknown, indent = 0): string {
  return replaceControls(JSON.stringify(value, null, indent), (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** JSON on one line. */
export function jsonLine(value: unknown): string {
  return `${jsonText(value)}\n`;
}
