import { documentNames, readDocument, valuesAt } from '@shardform/inspect';
import { Context } from '@shardform/ir-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extensionsFor } from '../src/compiler/extensions.ts';
import { examples } from '../src/examples/examples.ts';
import { hasBrowser, idle, servePage, type ServedPage } from './served-page.ts';

/** A name that was selected, and what the page said about it. */
interface SelectedName {
  readonly offset: number;
  readonly name: string;
  readonly heading: string;
  readonly terms: Readonly<Record<string, string>>;
}

/** All names are selected where `SWEEP=all`, else so many of each text. */
const MOST_SELECTED = process.env.SWEEP === 'all' ? Infinity : 6;

/** Selects names of a pane, spread evenly over its text, and returns what the page says about each. */
function selectNames(
  page: Page,
  pane: string,
  most: number,
): Promise<{ text: string; chosenNames: SelectedName[] }> {
  return page.evaluate(
    async ([selector, limit]) => {
      const content = document.querySelector(`${selector} .cm-content`)!;
      // The editor that owns an element, which its library keeps there.
      const { cmTile } = content as unknown as { cmTile: { view: EditorLike } };
      interface EditorLike {
        readonly state: { readonly doc: { toString(): string } };
        dispatch(change: { readonly selection: { readonly anchor: number } }): void;
      }
      const { view } = cmTile;
      const text = view.state.doc.toString();
      const offsets = [...text.matchAll(/(?<![\w"$.-])%[\w$.-]+(?:#\d+)?/g)].map(({ index }) => index);
      const step = Math.max(1, offsets.length / limit);
      const chosen = Array.from(
        { length: Math.min(limit, offsets.length) },
        (_, i) => offsets[Math.floor(i * step)]!,
      );
      const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
      const chosenNames: SelectedName[] = [];
      for (const offset of chosen) {
        const name = /^%[\w$.-]+(?:#\d+)?/.exec(text.slice(offset))![0];
        // By key: names are clicked and tapped are in other tests.
        view.dispatch({ selection: { anchor: offset + 1 } });
        const key = { key: 'Enter', altKey: true, bubbles: true, cancelable: true };
        content.dispatchEvent(new KeyboardEvent('keydown', key));
        const heading = (): string => document.querySelector('.value-head code')?.textContent ?? '';
        const end = performance.now() + 60_000;
        do await frame();
        while (document.querySelector('.view [aria-busy=true]') !== null && performance.now() < end);
        const terms: Record<string, string> = {};
        for (const term of document.querySelectorAll('.view .kv dt'))
          terms[term.textContent] = term.nextElementSibling?.textContent ?? '';
        chosenNames.push({ offset, name, heading: heading(), terms });
      }
      return { text, chosenNames };
    },
    [pane, most] as const,
  );
}

describe.skipIf(!hasBrowser)('every name of every example', { timeout: 3_600_000 }, () => {
  let served: ServedPage;
  let page: Page;
  let count = 0;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open({ viewport: { width: 1600, height: 1400 } });
    // A late answer is not a wrong one.
    page.setDefaultTimeout(120_000);
    await idle(page);
  }, 120_000);

  afterAll(async () => {
    console.info(`${count} names were selected`);
    await served.close();
  });

  test.each(examples.map((example, i) => [example.name, i] as const))('%s', async (_name, i) => {
    const example = examples[i]!;
    await page.getByLabel('Example').selectOption(String(i));
    await idle(page);
    for (const step of [0, ...example.steps.map((_, at) => at + 1)]) {
      await page.locator('.step .name').nth(step).click();
      await expect.poll(() => page.locator('.step.on .n').count()).toBe(1);
      await idle(page);
      for (const pane of ['.pane.source', '.pane.result']) {
        const { text, chosenNames } = await selectNames(page, pane, MOST_SELECTED);
        const model = readDocument('p.mlir', text, new Context(await extensionsFor(text, example.steps)));
        const names = documentNames(model);
        const isSource = pane === '.pane.source';
        const wrong = chosenNames.filter(({ offset, name, heading, terms }) => {
          // What the text itself says, read anew.
          const place = valuesAt(model, offset);
          const value = place?.values[0];
          if (place === null || value === undefined) return heading === name;
          const types = [terms.whole ?? terms.type ?? '', terms['on a device'] ?? ''];
          const isOfType = types.some(
            (type) => type.startsWith(`${String(value.type)} `) || type === String(value.type),
          );
          const madeBy = terms['made by'] ?? '';
          // A later step may compute a value of the source otherwise, but it is the value of that line.
          const line = `line ${model.source.position(place.definition).line}`;
          const isOfOperation = isSource
            ? madeBy.endsWith(line)
            : madeBy.startsWith(value.definingOp?.name ?? 'argument');
          // Strategies place values on devices, and pipelines on meshes, which is part of their types.
          const isPlaced = isSource && step > 0 && /^!dist\.|^!mpmd\./.test(terms.whole ?? terms.type ?? '');
          const text = names.textName(value) ?? name;
          // What was inlined has the name of its function before its own.
          const inlined = isSource && step > 0 && heading.includes(`.${text.slice(1)}`);
          return (heading !== text && !inlined) || !isOfOperation || !(isOfType || isPlaced);
        });
        expect(wrong, `${pane} after step ${step}`).toEqual([]);
        expect(chosenNames.length).toBeGreaterThan(0);
        count += chosenNames.length;
      }
    }
  });
});
