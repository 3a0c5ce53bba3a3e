/** A stream as far as colours are concerned. */
interface OutputStream {
  readonly isTTY?: boolean;
}

/**
 * Returns whether a stream gets colours: terminals do. `NO_COLOR` takes them away (https://no-color.org), `FORCE_COLOR`
 * gives them to files and pipes as well.
 */
export function usesColour(
  { isTTY }: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return isTTY === true && TERM !== 'dumb';
}

/** Codes of the colours in which clang and MLIR show severities: all bold. */
const SEVERITY_COLOURS: Readonly<Record<string, number>> = { error: 31, warning: 35, remark: 34, note: 36 };

/** Colors the severities of messages, and the carets under the text. */
export function colourSeverities(messages: string): string {
  return messages
    .replace(
      /^(\S[^\n]*?: )?(error|warning|remark|note): /gm,
      (_all, place: string | undefined, severity: string) =>
        `${bold(place ?? '', null)}${bold(`${severity}: `, SEVERITY_COLOURS[severity]!)}`,
    )
    .replace(
      /^( *)([\^~][\^~ ]*)$/gm,
      (_all, indentation: string, marks: string) => indentation + bold(marks, 32),
    );
}

function bold(text: string, colour: number | null): string {
  if (text === '') return '';
  return `\u001b[1${colour === null ? '' : `;${colour}`}m${text}\u001b[0m`;
}
