import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { transformerProgram } from './programs.mjs';

/**
 * Measures the built playground in Chromium: the time from a paste, and from edits, to the result, to all steps and to the
 * facts; frames that took longer than 100 ms; the time of each view; and the memory of the page's process.
 *
 * node src/page.mjs [PROGRAM.mlir]
 *
 * Without a program, a transformer of 400 blocks, about 8,000 operations.
 */

const LAYERS = 400;
const EDITS = 3;
const SLOW_FRAME = 100;
/** Searches of other shardings end by themselves, but a person sees their progress. */
const MOST_WAITED = 60_000;

const root = dirname(fileURLToPath(import.meta.resolve('@shardform/playground/package.json')));
// Isolated pages can cancel work; the headers are those of the docs site.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const server = await preview({ root, preview: { port: 0, headers }, logLevel: 'error' });
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(MOST_WAITED);
page.on('pageerror', ({ message }) => console.log(`error in the page: ${message}`));
await page.goto(server.resolvedUrls.local[0]);
await page.locator('.steps[aria-busy=false]').waitFor();
await page.locator('.facts.old').waitFor({ state: 'detached' });
await page.evaluate(watch, SLOW_FRAME);

const [file] = process.argv.slice(2);
const text = file === undefined ? transformerProgram(LAYERS) : readFileSync(file, 'utf8');
const editor = page.locator('.pane.source .cm-content');
await timed('paste', async () => {
  await editor.focus();
  await page.keyboard.press('Control+A');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }, text);
});
for (let i = 0; i < EDITS; i++)
  await timed('edit', async () => {
    await editor.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('//\n');
  });
const tabs = await page.getByRole('tab').allInnerTexts();
for (const tab of tabs.map((label) => label.split('\n')[0])) {
  await page.evaluate(() => (window.watched.frames = []));
  const start = performance.now();
  await page.getByRole('tab', { name: tab }).click();
  const isShown = () => document.querySelector('.view')?.querySelector('.pending, .spin') === null;
  const shown = await page.waitForFunction(isShown, null, { timeout: MOST_WAITED }).catch(() => null);
  report(`view ${tab}`, [
    shown === null ? 'not in a minute' : `${(performance.now() - start).toFixed(0)} ms`,
  ]);
  await printFrames();
}
await browser.close();
await server.close();

/** @param {() => Promise<void>} change */
async function timed(name, change) {
  await page.evaluate(() => window.watched.begin());
  await change();
  await page.waitForFunction(() => window.watched.times.facts !== undefined);
  const times = await page.evaluate(() => window.watched.times);
  report(
    name,
    Object.entries(times).map(([what, ms]) => `${what} ${ms.toFixed(0)} ms`),
  );
  await printFrames();
}

function report(name, parts) {
  console.log(`${name.padEnd(20)} ${[...parts, memoryText()].join(', ')}`);
}

async function printFrames() {
  const frames = await page.evaluate(() => window.watched.frames);
  if (frames.length > 0) console.log(`  frames over ${SLOW_FRAME} ms: ${frames.map(Math.round).join(' ')}`);
}

/** The proportional memory of the largest renderer: a page and its workers are one process. */
function memoryText() {
  let most = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      const kilobytes = /Pss:\s+(\d+)/.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1];
      most = Math.max(most, Number(kilobytes) / 1024);
    } catch {
      // The process has ended.
    }
  }
  return `${most.toFixed(0)} MiB`;
}

/** In the page: notes when the result, the steps and the facts are those of the last change, and slow frames. */
function watch(slowFrame) {
  let start = 0;
  let isBegun = false;
  const watched = {
    times: {},
    frames: [],
    begin() {
      [start, isBegun] = [performance.now(), false];
      [watched.times, watched.frames] = [{}, []];
    },
  };
  window.watched = watched;
  const is = (selector) => document.querySelector(selector) !== null;
  const look = () => {
    isBegun ||= is('.facts.old, .steps[aria-busy=true]');
    if (!isBegun) return;
    const now = performance.now() - start;
    if (is('.pane.result:not(.old) .cm-line')) watched.times.result ??= now;
    if (is('.steps[aria-busy=false]')) watched.times.steps ??= now;
    if (is('.steps[aria-busy=false]') && !is('.facts.old')) watched.times.facts ??= now;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  let last = performance.now();
  const frame = (now) => {
    if (now - last > slowFrame) watched.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
