import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { localLinks } from './local-links.mjs';
import { sidebar } from './sidebar.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ofVitepress = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'));
const vue = dirname(ofVitepress.resolve('vue/package.json'));
const mlir = JSON.parse(readFileSync(`${root}/editors/vscode/syntaxes/mlir.tmLanguage.json`, 'utf8'));

// Pages are the repository's own files, so that their links mean the same in both.
export default defineConfig({
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
  markdown: {
    // Types such as tensor<4xf32> are no tags.
    html: false,
    languages: [{ ...mlir, name: 'mlir' }],
    config: (md) => md.use(localLinks, { root }),
  },
  vite: {
    build: { chunkSizeWarningLimit: 4096 },
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
      { text: 'Reference', link: '/docs/reference/passes' },
      { text: 'API', link: '/api/' },
      { text: 'How numbers are measured', link: '/docs/measuring' },
    ],
    sidebar: sidebar(root),
    search: {
      provider: 'local',
      // The API pages have a list of their own.
      options: {
        _render: (src, env, md) => (env.relativePath.startsWith('api/') ? '' : md.render(src, env)),
      },
    },
    outline: { level: [2, 3] },
  },
});
