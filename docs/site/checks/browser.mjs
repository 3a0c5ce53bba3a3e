import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const pictures = fileURLToPath(new URL('../pictures', import.meta.url));
const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Pages of each kind. */
const PAGES = [
  '/',
  '/about',
  '/docs/',
  '/docs/handbook/',
  '/docs/handbook/shardings',
  '/docs/handbook/communication',
  '/docs/handbook/ir/operations',
  '/docs/cookbook/collectives',
  '/docs/tutorials/first-five-minutes',
  '/docs/diagnostics/',
  '/docs/reference/dialect-sdy',
  '/api/',
];

/** Of these, for a quick look: one of each layout, and those that have the most in them. */
const FEW_PAGES = ['/', '/about', '/docs/handbook/shardings', '/docs/cookbook/collectives'];

/** Bytes that a first visit of a page may load with the pages that its links show ahead; figures of the first screen come on top. */
const MOST_BYTES = 1_350_000;

/** How long a page may take to show what is asked for. */
const MOST_MILLISECONDS = 20_000;

/** Opens the site in Chromium; returns what is wrong. */
export async function inBrowser(address, axe, { isQuick, keepsPictures }) {
  if (!existsSync(executablePath)) return [`no browser at ${executablePath}: CHROMIUM names another`];
  if (keepsPictures) mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const site = {
    browser,
    address,
    axe,
    isQuick,
    keepsPictures,
    problems: [],
    pages: isQuick ? FEW_PAGES : PAGES,
  };
  try {
    for (const [name, step] of Object.entries(STEPS)) await finish(site, name, step);
  } finally {
    await browser.close();
  }
  return site.problems;
}

/** What is looked at, by name; functions are hoisted. */
const STEPS = { readable, fitsPhones, figuresFollow, isFound, worksOffline };

/** Seconds that a step may take: whatever it waits for, the check ends. */
const MOST_SECONDS = 120;

/** Runs a step; what it fails with, or that it does not end, is a problem. */
async function finish(site, name, step) {
  const start = Date.now();
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`is not done after ${MOST_SECONDS} s`)), MOST_SECONDS * 1000);
  });
  const work = step(site);
  try {
    await Promise.race([work, late]);
  } catch (error) {
    site.problems.push(`${name}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
  } finally {
    clearTimeout(timer);
    // What waits in a page of a step that was given up ends with the page.
    await Promise.all(site.browser.contexts().map((context) => context.close()));
    await work.catch(() => undefined);
  }
  console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

/** A page in a context of its own, whose errors are problems. */
async function open(site, path, options = desk, heard = () => undefined) {
  const context = await site.browser.newContext({ serviceWorkers: 'block', bypassCSP: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MILLISECONDS);
  page.on('pageerror', ({ message }) => site.problems.push(`${path}: ${message}`));
  page.on('console', (entry) => {
    if (entry.type() === 'error') site.problems.push(`${path}: ${entry.text()}`);
  });
  page.on('response', heard);
  await page.goto(`${site.address}${path}`, { waitUntil: 'networkidle' });
  return page;
}

/** Axe finds nothing in either colour scheme, and a first visit loads little. */
async function readable(site) {
  for (const path of site.pages) {
    let bytes = 0;
    const page = await open(site, path, desk, (response) => {
      if (new URL(response.url()).pathname.startsWith('/play/')) return;
      void response.body().then(
        (body) => (bytes += body.length),
        () => undefined,
      );
    });
    await page.addScriptTag({ content: site.axe });
    const inLight = await violations(page, {});
    const { shift, first, loaded } = await page.evaluate(measured);
    if (shift > 0.1) site.problems.push(`${path}: its layout shifts by ${shift.toFixed(2)}`);
    if (bytes > MOST_BYTES && !/reference|api/.test(path))
      site.problems.push(`${path}: loads ${bytes} bytes`);
    await picture(site, page, `${nameOf(path)}-light`);
    // The other scheme is the same page in other colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark').waitFor({ state: 'attached' });
    const inDark = await violations(page, { runOnly: ['color-contrast'] });
    await picture(site, page, `${nameOf(path)}-dark`);
    site.problems.push(
      ...inLight.map((text) => `${path}: ${text}`),
      ...inDark.map((text) => `${path} (dark): ${text}`),
    );
    console.log(
      `${path}: ${(bytes / 1000).toFixed(0)} kB, painted after ${first.toFixed(0)} ms, read after ${loaded.toFixed(0)} ms, ${inLight.length + inDark.length} violations`,
    );
    await page.context().close();
  }
}

/** What axe finds. */
async function violations(page, options) {
  return page.evaluate(async (chosen) => {
    // Figures are pages of their own, which have tests of their own.
    const found = await axe.run(document, {
      iframes: false,
      // The theme's search button shows its key beside its name; its sidebar has a button within the title of a group.
      rules: { 'label-content-name-mismatch': { enabled: false }, 'nested-interactive': { enabled: false } },
      ...chosen,
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 140)}`),
    );
  }, options);
}

/** How the page came, in the page. */
async function measured() {
  const shift = await new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 100);
  });
  return {
    shift,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    loaded: performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
  };
}

/** No page is wider than a phone, or moves when a figure appears. */
async function fitsPhones(site) {
  for (const path of site.pages) {
    const page = await open(site, path, phone);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) site.problems.push(`${path}: is ${width} pixels wide on a phone`);
    if ((await page.locator('.live-figure iframe').count()) > 0) {
      const frame = page.locator('.live-figure').first().frameLocator('iframe');
      await frame.locator('.figure[aria-busy=false]').waitFor();
      const moved = await page.evaluate(() => scrollY);
      const table = frame.locator('.coll-scroll');
      const room = (await table.count()) === 0 ? null : await table.boundingBox();
      if (room !== null && room.height < 90)
        site.problems.push(`${path}: a phone shows ${room.height} pixels of the collectives`);
      if (moved !== 0) site.problems.push(`${path}: moved by ${moved} pixels on a phone`);
    }
    await picture(site, page, `${nameOf(path)}-phone`);
    await page.context().close();
  }
}

/** Every figure of the landing page and the handbook shows something; one that is edited follows. */
async function figuresFollow(site) {
  const chapters = site.isQuick ? FEW_PAGES : ['/', ...(await chaptersOf(site))];
  let count = 0;
  for (const path of chapters) {
    const page = await open(site, path);
    const figures = page.locator('.live-figure');
    for (let i = 0; i < (await figures.count()); i++) {
      await figures.nth(i).scrollIntoViewIfNeeded();
      const frame = figures.nth(i).frameLocator('iframe');
      try {
        await frame.locator('.figure[aria-busy=false]').waitFor();
        await frame
          .locator('.view :is(svg, canvas, table, p:not(.hint)), .pane.result .cm-line')
          .first()
          .waitFor();
        const failures = await frame.locator('.failure, .problems .error').allInnerTexts();
        site.problems.push(...failures.map((text) => `${path}, figure ${i + 1}: ${text}`));
      } catch (error) {
        site.problems.push(`${path}, figure ${i + 1}: ${error.message.split('\n')[0]}`);
      }
      await page.waitForTimeout(site.keepsPictures ? 1500 : 0);
      await picture(site, page, `figure${path.replaceAll('/', '-')}-${i + 1}`);
      count++;
    }
    await page.context().close();
  }
  const page = await open(site, '/docs/handbook/shardings');
  await page.locator('.live-figure').first().scrollIntoViewIfNeeded();
  const frame = page.locator('.live-figure').first().frameLocator('iframe');
  await frame.locator('.figure[aria-busy=false]').waitFor();
  await frame.locator('.cm-line', { hasText: 'sdy.mesh' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Shift+Home');
  await page.keyboard.type('sdy.mesh @mesh = <["data"=8, "model"=1]>');
  await frame.locator('.fact', { hasText: 'mesh 8 × 1' }).waitFor();
  await page.context().close();
  console.log(`${count} figures on ${chapters.length} pages, one edited`);
}

/** Pages of the handbook. */
async function chaptersOf(site) {
  const page = await open(site, '/docs/handbook/');
  const links = await page
    .locator('main a[href*="/docs/handbook/"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  await page.context().close();
  return new Set(links.map((link) => link.split('#')[0]));
}

async function isFound(site) {
  const page = await open(site, '/docs/');
  for (const [words, title] of [
    ['all-gather that I did not ask for', 'Collectives'],
    ['why all-gather', 'Collectives'],
    ['write a pass', 'Writing a pass package'],
    ['device binary', 'Down to Tenstorrent'],
    ['uneven', 'Partitioning'],
    ['sdy-reshard-to-collectives', 'Passes'],
    ['ttnn-trace-hoist-transform', 'Passes'],
    ["can't be cut by pass", 'cannot be cut'],
  ]) {
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill(words);
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    const found = (await page.locator('.VPLocalSearchBox .result').allInnerTexts()).slice(0, 8);
    if (!found.some((text) => text.toLowerCase().includes(title.toLowerCase())))
      site.problems.push(`the search for '${words}' does not find '${title}': ${found.join(' | ')}`);
    await page.keyboard.press('Escape');
  }
  await page.context().close();
}

/** After one visit, pages that were not visited and the playground are there without a network. */
async function worksOffline(site) {
  const context = await site.browser.newContext(desk);
  const page = await context.newPage();
  await page.goto(`${site.address}/docs/`, { waitUntil: 'load' });
  const isKept = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations();
      return (
        all.length === 2 &&
        all.every(({ active, installing }) => active?.state === 'activated' && installing === null)
      );
    });
  for (let i = 0; i < 240 && !(await isKept()); i++) await page.waitForTimeout(250);
  await context.setOffline(true);
  for (const [path, text] of [
    ['/docs/handbook/shardings', 'What a sharding is'],
    ['/docs/cookbook/memory', 'Memory'],
  ]) {
    await page.goto(`${site.address}${path}`, { waitUntil: 'load' }).catch(() => undefined);
    const title = await page
      .locator('h1')
      .first()
      .innerText({ timeout: 5000 })
      .catch(() => 'nothing');
    if (!title.includes(text)) site.problems.push(`${path} without a network: '${title}'`);
  }
  await page.goto(`${site.address}/play/index.html`).catch(() => undefined);
  await page
    .locator('.steps[aria-busy=false]')
    .waitFor({ timeout: 20_000 })
    .catch(() => site.problems.push('the playground without a network: nothing'));
  await context.close();
}

function nameOf(path) {
  return path === '/' ? 'landing' : path.replaceAll('/', '-').replace(/^-|-$/g, '');
}

async function picture(site, page, name) {
  if (site.keepsPictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}
