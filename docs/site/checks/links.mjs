import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Returns the links within the site that lead nowhere, and the anchors that pages do not have. */
export function brokenLinks(folder, base) {
  const pages = readdirSync(folder, { recursive: true })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('.html') && !name.startsWith('play/'));
  const anchors = new Map(pages.map((page) => [page, anchorsOf(readFileSync(join(folder, page), 'utf8'))]));
  const broken = [];
  let links = 0;
  for (const page of pages) {
    if (page === '404.html') continue;
    const text = readFileSync(join(folder, page), 'utf8');
    for (const [, address] of text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(address)) continue;
      links++;
      const [path, hash = ''] = address.replaceAll('&amp;', '&').split('#');
      const target = path === '' ? page : fileOf(folder, page, path.split('?')[0], base);
      if (target === null) broken.push(`${page}: ${address} leads nowhere`);
      else if (hash !== '' && anchors.get(target)?.has(decodeURIComponent(hash)) === false)
        broken.push(`${page}: ${address} names no part of the page`);
    }
  }
  return { pages: pages.length, links, broken: [...new Set(broken)] };
}

function fileOf(folder, page, path, base) {
  const file = path.startsWith('/')
    ? join(folder, path.replace(base, '/'))
    : join(folder, dirname(page), path);
  const found = [file, `${file}.html`, join(file, 'index.html')].find(
    (name) => existsSync(name) && statSync(name).isFile(),
  );
  return found === undefined ? null : relative(folder, found).split(sep).join('/');
}

function anchorsOf(text) {
  return new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id.replaceAll('&amp;', '&')));
}
