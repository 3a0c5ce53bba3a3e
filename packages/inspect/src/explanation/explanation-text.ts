import type { ExplanationJson, RejectionJson } from './explanation.ts';

const REASONS: Readonly<Record<RejectionJson['reason'], (rejection: RejectionJson) => string>> = {
  'used-elsewhere': () => 'but another dimension is split along it',
  closed: () => 'but the program closes this dimension',
  'kept-whole': () => 'but the value is kept whole along it',
  'other-axis': ({ instead }) => `but this dimension is split along ${instead ?? ''} there`,
  'not-passed-on': () => 'but the operation does not pass it on this way',
};

/** An explanation for people. */
export function explanationText(explanation: ExplanationJson): string {
  const { value, type, operation, place, sharding, axes, rejections } = explanation;
  const where = explanation.function === null ? '' : ` in @${explanation.function}`;
  const by = operation === null ? '' : `, ${at(operation, place)}`;
  const lines = [`${value}${where}: ${type}${by}`, `  ${sharding ?? 'no sharding: whole on every device'}`];
  for (const { axis, dimension, way, origin } of axes) {
    lines.push('', `  dimension ${dimension} is split along ${axis}`);
    for (const { from, operation: op, place: opPlace, factor, direction } of way) {
      const along = factor === null ? '' : `, factor ${factor}`;
      lines.push(`    ${direction} from ${from} at ${at(op, opPlace)}${along}`);
    }
    lines.push(`    ${origin.value} has it because ${origin.because}`);
  }
  if (rejections.length > 0) lines.push('', '  not taken');
  for (const rejection of rejections) {
    const { axis, dimension, holder, operation: op, place: opPlace } = rejection;
    lines.push(
      `    dimension ${dimension} along ${axis}: ${holder} has it at ${at(op, opPlace)}, ${REASONS[rejection.reason](rejection)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function at(operation: string, place: string | null): string {
  return place === null ? operation : `${operation} (${place})`;
}
