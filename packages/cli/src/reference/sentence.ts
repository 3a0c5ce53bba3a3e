/** Returns a text that begins with a capital letter and ends with a full stop, if with no other mark. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
