import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Links as they are in the repository: to a folder means its README, which is the folder's page, and what is no page, such
 * as a source file, is told by its name alone. What does not exist stays, so that the build fails on it.
 */
export function localLinks(md, { root }) {
  md.core.ruler.push('local-links', ({ tokens, env }) => {
    const page = env.realPath ?? env.path;
    if (page === undefined) return;
    for (const token of tokens) {
      const children = token.children ?? [];
      children.forEach((child, i) => {
        if (child.type !== 'link_open') return;
        const href = child.attrGet('href');
        if (/^([a-z]+:|#|\/)/.test(href)) return;
        const target = targetOf(href, page, root);
        if (target !== null) child.attrSet('href', target);
        else unlink(children, i);
      });
    }
  });
}

/** The address of a page; `null` for what is none. */
function targetOf(href, page, root) {
  const [path, hash] = href.split('#');
  const file = join(dirname(page), decodeURIComponent(path));
  if (!existsSync(file)) return href;
  const source = statSync(file).isDirectory() ? join(file, 'README.md') : file;
  if (!source.endsWith('.md') || !existsSync(source)) return null;
  const name = `/${relative(root, source)}`.replace(/\/README\.md$/, '/index.md');
  const address = name === '/index.md' ? '/about.md' : name.replace(/^\/docs\/site\//, '/');
  return hash === undefined ? address : `${address}#${hash}`;
}

function unlink(children, start) {
  children[start].type = 'text';
  children[start].tag = '';
  children[start].nesting = 0;
  children[start].content = '';
  const end = children.findIndex((child, i) => i > start && child.type === 'link_close');
  Object.assign(children[end], { type: 'text', tag: '', nesting: 0, content: '' });
}
