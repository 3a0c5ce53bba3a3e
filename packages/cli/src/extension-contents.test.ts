import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  contentsOf,
  type DeferredExtension,
  type Extension,
  type ExtensionContents,
} from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { extensions, mpmdExtensions, sdyExtensions, stablehloExtensions } from './context.ts';
import { contents } from './extension-contents.ts';

const file = fileURLToPath(new URL('extension-contents.ts', import.meta.url));

test('the contents of extensions are told right; npm run docs writes them', () => {
  const found = Object.fromEntries(extensions.map(({ name, load }) => [name, contentsOf(load())]));
  if (process.env.UPDATE_REFERENCE !== '1') expect(contents).toEqual(found);
  else {
    writeFileSync(file, sourceOf(found));
    execFileSync('npx', ['prettier', '--write', file]);
  }
});

test.each([
  ['the command', extensions],
  ['the tools of StableHLO', stablehloExtensions],
  ['the tool of Shardy', sdyExtensions],
  ['the tool of MPMD', mpmdExtensions],
])('%s: extensions have their names, and what they require stands before them', (_, list) => {
  expect(list.map(({ load }) => load().name)).toEqual(list.map(({ name }) => name));
  expect(missing(list)).toEqual([]);
});

/** Names of extensions that are not there, or later, when they are required. */
function missing(list: readonly DeferredExtension[]): readonly string[] {
  const before = new Set<Extension>();
  return list.flatMap(({ load }) => {
    const extension = load();
    const absent = (extension.requires ?? []).filter((required) => !before.has(required));
    before.add(extension);
    return absent.map(({ name }) => `${name} of ${extension.name}`);
  });
}

function sourceOf(found: Readonly<Record<string, ExtensionContents>>): string {
  return `/* eslint-disable max-lines -- a list of what there is */
import type { ExtensionContents } from '@shardform/ir-core';

/** What the command's extensions provide, for contexts that load them when it is asked for. Written by \`npm run docs\`. */
export const contents = ${JSON.stringify(found)} satisfies Readonly<Record<string, ExtensionContents>>;
`;
}
