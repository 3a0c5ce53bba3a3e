import type { AxisJson, ExplanationJson, RejectionJson } from './explanation.ts';

const REASONS: Readonly<Record<RejectionJson['reason'], (rejection: RejectionJson) => string>> = {
  'used-elsewhere': () => 'but another dimension is split along it',
  closed: () => 'but the program closes this dimension',
  'kept-whole': () => 'but the value is kept whole along it',
  'other-axis': ({ instead }) => `but this dimension is split along ${instead ?? ''} there`,
  conflict: ({ instead }) =>
    `but another tensor of it is split along ${instead ?? ''} there, and propagation decides for neither`,
  'not-passed-on': () => 'but the operation does not pass it on this way',
};

/** Of a longer way the first and the last moves are shown. */
const [FIRST_MOVES, LAST_MOVES] = [4, 2];

/** Returns the text of an explanation: the deciding annotation first, then the path of propagation. */
export function explanationText(explanation: ExplanationJson): string {
  const { sharding, axes, rejections } = explanation;
  const lines = [heading(explanation), `  ${sharding ?? 'no sharding: whole on every device'}`];
  for (const { axis, dimension, way, origin } of axes) {
    lines.push('', `  dimension ${dimension} is split along ${axis}: ${origin.because}`);
    lines.push(...wayLines(way));
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

/** `p['w'] (%arg0) in @main: tensor<8xf32>, stablehlo.add (train.py:3)`. */
function heading({
  value,
  name,
  function: func,
  calls,
  type,
  operation,
  scope,
  place,
}: ExplanationJson): string {
  const where = func === null ? '' : ` in @${func}`;
  const by = operation === null ? '' : `, ${at(operation, place)}`;
  const named = scope === null ? '' : `, ${scope}`;
  const copy = calls.length === 0 ? '' : `, in ${calls.join(' in ')}`;
  return `${name === null ? value : `${name} (${value})`}${where}: ${type}${by}${named}${copy}`;
}

function wayLines(way: AxisJson['way']): string[] {
  const lines = way.map(({ from, operation, place, factor, direction }) => {
    const along = factor === null ? '' : `, factor ${factor}`;
    return `    ${direction} from ${from} at ${at(operation, place)}${along}`;
  });
  const hidden = lines.length - FIRST_MOVES - LAST_MOVES;
  if (hidden <= 1) return lines;
  return [...lines.slice(0, FIRST_MOVES), `    ... ${hidden} more ...`, ...lines.slice(-LAST_MOVES)];
}

function at(operation: string, place: string | null): string {
  return place === null ? operation : `${operation} (${place})`;
}
