import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages in the order in which they are read; folders whose pages are made from declarations by name. */
export function sidebar(root) {
  const entry = (path) => ({ text: titleOf(join(root, path)), link: `/${path.replace(/\.md$/, '')}` });
  const all = (folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .sort()
      .map((name) => entry(`${folder}/${name}`));
  const tutorials = all('docs/tutorials');
  const first = tutorials.filter(({ link }) => link.endsWith('first-five-minutes'));
  const under = (folder) => ({ text: titleOf(join(root, folder, 'README.md')), link: `/${folder}/` });
  // In the order of their index.
  const chapters = (folder) => [
    under(folder),
    ...[
      ...readFileSync(join(root, folder, 'README.md'), 'utf8').matchAll(/^\d+\. .*?\]\(([\w-]+\.md)\)/gm),
    ].map(([, name]) => entry(`${folder}/${name}`)),
  ];
  const packages = readdirSync(join(root, 'packages')).map((name) => ({
    text: name,
    link: `/packages/${name}/`,
  }));
  return [
    { text: 'Tutorials', items: [...first, ...tutorials.filter((page) => !first.includes(page))] },
    { text: 'Handbook', items: chapters('docs/handbook') },
    { text: 'The IR', collapsed: true, items: chapters('docs/handbook/ir') },
    { text: 'Cookbook', items: [under('docs/cookbook'), ...all('docs/cookbook')] },
    { text: 'Coming from', items: [under('docs/coming-from'), ...all('docs/coming-from')] },
    { text: 'Diagnostics', items: [under('docs/diagnostics'), ...all('docs/diagnostics')] },
    { text: 'Guides', items: all('docs/guides') },
    { text: 'Explanation', items: all('docs/explanation') },
    {
      text: 'Reference',
      collapsed: true,
      items: [...all('docs/reference'), { text: 'JSON outputs', link: '/docs/reference/json/' }],
    },
    { text: 'API', link: '/api/' },
    { text: 'Packages', collapsed: true, items: packages },
    {
      text: 'Background',
      items: [
        { text: 'Architecture', link: '/ARCHITECTURE' },
        { text: 'How numbers are measured', link: '/docs/measuring' },
        { text: 'Glossary', link: '/docs/glossary' },
        { text: 'Contributing', link: '/CONTRIBUTING' },
      ],
    },
    { text: 'Decisions', collapsed: true, items: all('docs/decisions') },
  ];
}

function titleOf(file) {
  const [, title = file] = /^# (.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return title.replaceAll('`', '');
}
