import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isQuick, measured } from './report.mjs';

const history = fileURLToPath(new URL('../../../docs/measurements.json', import.meta.url));
const page = fileURLToPath(new URL('../../../docs/measuring.md', import.meta.url));
/** The last section of the page. */
const heading = '## The newest run';

/** Runs that are kept. */
const MOST_RUNS = 50;

/** Adds what was measured to the history, and writes the table of the newest run. */
export function record() {
  const runs = existsSync(history) ? JSON.parse(readFileSync(history, 'utf8')) : [];
  const run = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    processors: `${cpus().length} x ${cpus()[0].model.trim()}`,
    // Above the number of processors, others were at work, and ratios say little.
    load: Number(loadavg()[0].toFixed(1)),
    isQuick,
    rows: measured.map(({ what, ms, peer }) => ({
      what,
      ms: rounded(ms),
      ...(peer === null ? {} : { peer: peer.name, peerMs: rounded(peer.ms) }),
    })),
  };
  writeFileSync(history, `${JSON.stringify([...runs, run].slice(-MOST_RUNS), null, 2)}\n`);
  const text = readFileSync(page, 'utf8');
  const at = text.indexOf(heading);
  const before = (at < 0 ? text : text.slice(0, at)).trimEnd();
  writeFileSync(page, `${before}\n\n${heading}\n\n${table(run)}`);
}

function rounded(ms) {
  return Number(ms.toPrecision(4));
}

function table({ date, node, processors, load, rows }) {
  const cells = rows.map(({ what, ms, peer, peerMs }) => [
    what.trim(),
    String(ms),
    peer === undefined ? '' : `${peerMs} (${peer})`,
    peer === undefined ? '' : (ms / peerMs).toFixed(2),
  ]);
  const all = [['work', 'ms', "the peer's ms", 'ratio'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...all.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  const [first, ...others] = all.map(line);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${date}, Node ${node.slice(1)}, ${processors}, load ${load}.\n\n${[first, rule, ...others].join('\n')}\n`;
}
