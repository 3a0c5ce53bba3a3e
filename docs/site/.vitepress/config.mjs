import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchors.mjs';
import { consoleLanguage } from './console-language.mjs';
import { liveFigures } from './live-figures.mjs';
import { literalCode } from './literal-code.mjs';
import { localLinks } from './local-links.mjs';
import { searchedText } from './searched-text.mjs';
import { indexOptions, searchOptions } from './search-options.mjs';
import { sidebar } from './sidebar.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ofVitepress = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'));
const vue = dirname(ofVitepress.resolve('vue/package.json'));
const mlir = JSON.parse(readFileSync(`${root}/editors/vscode/syntaxes/mlir.tmLanguage.json`, 'utf8'));

// Pages are the repository's own files, so that their links mean the same in both.
export default defineConfig({
  // Where the site lies on its host: `/NAME/` below a host of many.
  base: process.env.SITE_BASE ?? '/',
  title: 'Shardform',
  description: 'A compiler toolkit for distributed tensor programs',
  lang: 'en',
  // No file: the empty one is asked for nowhere.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: root,
  outDir: fileURLToPath(new URL('../dist', import.meta.url)),
  srcExclude: [
    '**/node_modules/**',
    '.changeset/**',
    'packages/*/!(README).md',
    'packages/*/*/**',
    'tools/**',
    'examples/*/**',
    'demo/**',
    'temp/**',
  ],
  rewrites: {
    'docs/site/index.md': 'index.md',
    'docs/site/api/:rest*': 'api/:rest*',
    'README.md': 'about.md',
    ':folder(.*)/README.md': ':folder/index.md',
  },
  cleanUrls: true,
  // The theme gives a landmark to pages with text only.
  transformHtml: (code, id) =>
    id.endsWith('/dist/index.html') ? code.replace('id="VPContent"', 'id="VPContent" role="main"') : code,
  markdown: {
    // Types such as tensor<4xf32> are no tags.
    html: false,
    // With contrast that everybody can read.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugifyWithState: anchorOf },
    languages: [{ ...mlir, name: 'mlir' }, consoleLanguage],
    config: (md) => md.use(localLinks, { root }).use(liveFigures).use(literalCode),
  },
  vite: {
    build: { chunkSizeWarningLimit: 8192 },
    // The pages lie outside of this package, where what they are made into is not found.
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: join(vue, 'server-renderer/index.mjs') },
        { find: /^vue$/, replacement: join(vue, 'dist/vue.runtime.esm-bundler.js') },
      ],
    },
    server: { fs: { allow: [root] } },
  },
  themeConfig: {
    nav: [
      { text: 'Tutorials', link: '/docs/tutorials/first-five-minutes' },
      { text: 'Handbook', link: '/docs/handbook/' },
      { text: 'Cookbook', link: '/docs/cookbook/' },
      { text: 'Reference', link: '/docs/reference/passes' },
      { text: 'API', link: '/api/' },
      // A page of its own.
      { text: 'Playground', link: '/play/index.html', target: '_self' },
    ],
    sidebar: sidebar(root),
    search: {
      provider: 'local',
      options: { _render: searchedText, miniSearch: { options: indexOptions, searchOptions } },
    },
    outline: { level: [2, 3] },
  },
});
