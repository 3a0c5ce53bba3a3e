import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const,
);

test.each(workflows)('actions are named by their commits: %s', (_, text) => {
  const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action!))).toEqual([]);
});

test('no job that may sign or publish runs code of the repository or of its dependencies', () => {
  const release = workflows.find(([name]) => name === 'release.yml')![1];
  const jobs = release
    .slice(release.indexOf('\njobs:\n'))
    .split(/\n(?= {2}[\w-]+:\n)/)
    .slice(1);
  const signing = jobs.filter((job) => job.includes('id-token: write'));
  expect(signing.length).toBeGreaterThan(0);
  for (const job of signing) {
    expect(job).not.toMatch(/actions\/checkout|pnpm|npm (ci|install|run)|node tools|\.ci\//);
    expect(job).not.toContain('contents: write');
  }
});
