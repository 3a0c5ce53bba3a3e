import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Where pictures of the page are kept. */
export const pictures = `${root}out-tsc/pictures`;

/** False where there is no browser; continuous integration has one. */
export const hasBrowser = existsSync(executablePath);

/** The built page on a server of its own, in a browser. */
export interface ServedPage {
  readonly address: string;
  readonly browser: Browser;
  /** Errors of all of its pages. */
  readonly errors: string[];
  open(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Of each test process, which shares its modules among test files. */
const outDir = `out-tsc/page-${process.env.VITEST_POOL_ID}`;

let built: Promise<unknown> | undefined;

/** Builds the page once. In a process of its own: the test runner's environment would make it a build for development. */
function build(): Promise<unknown> {
  return (built ??= promisify(execFile)('npx', ['vite', 'build', '--outDir', outDir], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  }));
}

/** Serves the built page; `headers` are sent with each file. */
export function serveBuilt(headers: Record<string, string> = {}): Promise<PreviewServer> {
  return preview({ root, build: { outDir }, preview: { port: 0, headers }, logLevel: 'error' });
}

/** Builds the page, unless this process has, and serves it. */
export async function servePage(): Promise<ServedPage> {
  mkdirSync(pictures, { recursive: true });
  await build();
  const server = await serveBuilt();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const errors: string[] = [];
  const address = server.resolvedUrls!.local[0]!;
  return {
    address,
    browser,
    errors,
    async open(options = { viewport: { width: 1440, height: 900 } }) {
      const page = await (await browser.newContext(options)).newPage();
      // What comes late on a busy host is not wrong.
      page.setDefaultTimeout(30_000);
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (entry) => {
        if (entry.type() === 'error') errors.push(entry.text());
      });
      await page.goto(address);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Waits until all steps have run, and the texts and facts are shown. */
export async function idle(page: Page): Promise<void> {
  await page.locator('.steps[aria-busy=false]').waitFor();
  await page.locator('.facts.old').waitFor({ state: 'detached' });
  await page.locator('.pane.result:not(.old) :is(.cm-line, .failure)').first().waitFor({ state: 'attached' });
}

/** The text of an example of the command. */
export function example(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../cli/examples/${name}.mlir`, import.meta.url)), 'utf8');
}
