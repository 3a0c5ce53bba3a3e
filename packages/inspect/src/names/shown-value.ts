/** The name that texts give to what a loop carries, alone or with what passes derived from it. */
const CARRIED = /%(?:v)?iterArg/;

/**
 * Returns the name that a text has for a value, for people who see its name in the user's program beside it: that of what a loop
 * carries tells them nothing.
 */
export function shownValue(textName: string | null, userName: string | null): string | null {
  return userName !== null && textName !== null && CARRIED.test(textName) ? null : textName;
}
