/** The characters of a text in which `HloModule` is looked for. */
const LONGEST_BANNER = 1 << 20;

/** Returns the position of `HloModule` behind lines of a log; 0 for a text that begins with a computation. */
export function startOfModule(text: string): number {
  const match = /^[ \t]*HloModule(?=[ \t])/m.exec(text.slice(0, LONGEST_BANNER));
  return match?.index ?? 0;
}

/** The end of what XLA's logs put before each line: `I0101 00:00:00.000000 1 dump.cc:12] `. */
const logPrefix = /^(?:\d{4}-\d\d-\d\d [^\n\]]*|[IWEF]\d{4} [^\n\]]*)\] /gm;

/** Returns a text without the prefixes of a log if its module stands in one. */
export function withoutLogPrefixes(text: string): string {
  const beginning = text.slice(0, LONGEST_BANNER);
  const isLogged = /^(?:\d{4}-\d\d-\d\d |[IWEF]\d{4} )[^\n\]]*\] [ \t]*(?:HloModule |ENTRY |%)/m.test(
    beginning,
  );
  return isLogged ? text.replace(logPrefix, '') : text;
}
