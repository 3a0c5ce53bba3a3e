import type { Verdict } from './verdict.ts';

/** How two readers differ over a text: `null` where they agree. Texts of one class differ for one reason, mostly. */
export function disagreementOf(own: Verdict, reference: Verdict): string | null {
  if (!own.isAccepted && own.step === 'crash') return `ours throws: ${own.message}`;
  if (own.isAccepted === reference.isAccepted) return null;
  if (!own.isAccepted) return `only ours refuses (${own.step}): ${normalized(own.message)}`;
  if (reference.isAccepted) return null;
  return reference.step === 'crash'
    ? 'the reference crashes'
    : `only the reference refuses (${reference.step}): ${normalized(reference.message)}`;
}

/** How the messages differ of readers that both refuse a text. */
export function messageDifferenceOf(own: Verdict, reference: Verdict): string | null {
  if (own.isAccepted || reference.isAccepted || own.message === reference.message) return null;
  return `${normalized(reference.message)} | ours: ${normalized(own.message)}`;
}

/** A message without what is particular to its program. */
export function normalized(message: string): string {
  return message
    .replaceAll(/'(?!s\b)[^']*'(?! op\b)/g, "'_'")
    .replaceAll(/"[^"]*"/g, '"_"')
    .replaceAll(/`[^`]*`/g, '`_`')
    .replaceAll(/-?\b\d[\w.]*/g, '0')
    .replaceAll(/\[(?:\s*0,?)*\]/g, '[0]')
    .slice(0, 160);
}
