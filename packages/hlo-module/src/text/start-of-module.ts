/** Returns the position of `HloModule` behind lines of a log; 0 for a text that begins with a computation. */
export function startOfModule(text: string): number {
  const match = /^[ \t]*HloModule(?=[ \t])/m.exec(text);
  return match?.index ?? 0;
}
