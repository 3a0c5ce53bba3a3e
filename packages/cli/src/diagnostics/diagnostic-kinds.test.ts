import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { diagnosticKinds, kindOf, pageAddress } from './diagnostic-kinds.ts';

const folder = fileURLToPath(new URL('../../../../docs/diagnostics/', import.meta.url));

/** The sections of all pages: by code, the address and what its commands print. */
const sections = new Map(
  readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .flatMap((name) =>
      readFileSync(folder + name, 'utf8')
        .split(/^## /m)
        .slice(1)
        .map((text) => {
          const [, title = '', code = ''] = /^(.*)\n\n`([\w-]+)`\n/.exec(text) ?? [];
          const printed = [...text.matchAll(/```console\n([^]*?)```/g)].map(([, block]) => block).join('');
          return [code, { page: `${name.replace('.md', '')}#${anchorOf(title)}`, printed }] as const;
        }),
    ),
);

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '');
}

/** Messages without where they are. */
function messagesIn(printed: string): string[] {
  return printed
    .split('\n')
    .map((line) =>
      line.replace(/^[\w.-]+:\d+:\d+: /, '').replace(/^(shardform: )?(error|warning): ([\w.-]+:\d+: )?/, ''),
    );
}

test('each kind has a section, and each section a kind', () => {
  expect([...sections.keys()].sort()).toEqual(diagnosticKinds.map(({ code }) => code).sort());
});

describe.each(diagnosticKinds)('$code', ({ code, page }) => {
  test('its section is where it is said to be, and shows a message of it', () => {
    const section = sections.get(code)!;
    expect(section.page).toBe(page);
    expect(messagesIn(section.printed).map((message) => kindOf(message)?.code)).toContain(code);
  });
});

test('a message that no page explains has no kind', () => {
  expect(kindOf('expected the name of a file')).toBeNull();
});

test('pages are those of the site that is known', () => {
  const address = pageAddress(kindOf('deadlock: device 0 waits')!, 'https://example.org/shardform/');
  expect(address).toBe('https://example.org/shardform/docs/diagnostics/execution#a-deadlock');
});
