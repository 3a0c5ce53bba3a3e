import { deflateRawSync } from 'node:zlib';

/** The stages of `shardform partition`, which figures show unless they say otherwise. */
const PARTITION = [
  'shardform-propagate',
  'shardform-insert-reshards',
  'shardform-reshards-to-collectives',
  'shardform-to-local',
];

/** What a figure may be told after the word `figure`. */
const SETTINGS = new Set(['view', 'show', 'select', 'steps', 'step', 'machine', 'height']);

/**
 * Blocks of MLIR whose first line is ```` ```mlir figure view=shards ```` become figures: the playground with that program, beside the view.
 * They are read by the tests of pages, too, so that a figure shows the program that the commands around it are run on.
 */
export function liveFigures(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const [, language, words] = /^(\w+) figure\b(.*)$/.exec(token.info) ?? [];
    if (words === undefined) return fence(tokens, index, ...rest);
    token.info = language;
    const { address, height } = figureOf(token.content, words);
    const code = fence(tokens, index, ...rest);
    return `<LiveFigure address="${address}" name="${nameOf(token.content)}" :height="${height}">${code}</LiveFigure>`;
  };
}

function figureOf(text, words) {
  const settings = settingsOf(words);
  const { view = 'shards', show = 'view', select, machine = 't3k', height = '520' } = settings;
  const steps = settings.steps?.split(';') ?? PARTITION;
  const step = Number(settings.step ?? (show === 'result' ? steps.length : Math.min(2, steps.length)));
  const shared = { name: nameOf(text), text, steps, step, view, machine };
  const hash = deflateRawSync(JSON.stringify(shared), { level: 9 }).toString('base64url');
  const query = new URLSearchParams({ show, ...(select === undefined ? {} : { select }) });
  return { address: `figure.html?${query}#${hash}`.replaceAll('&', '&amp;'), height: Number(height) };
}

function settingsOf(words) {
  const settings = Object.fromEntries(
    [...words.matchAll(/(\w+)=("[^"]*"|\S+)/g)].map(([, name, value]) => [name, value.replaceAll('"', '')]),
  );
  const unknown = Object.keys(settings).find((name) => !SETTINGS.has(name));
  if (unknown !== undefined) throw new Error(`a figure has no setting '${unknown}': ${words}`);
  return settings;
}

/** The file that the first line of the program names. */
function nameOf(text) {
  const [, name] = /^\/\/ ([\w.-]+\.mlir)\n/.exec(text) ?? [];
  if (name === undefined) throw new Error(`a figure's program begins with the name of its file:\n${text}`);
  return name;
}
