// Halves one formula of the cost model after the other, and counts the tests that fail.
// Usage: node tools/halving/halve.mjs [--only TEXT] [--least N] [--wide] [-o FILE]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { formulas, helpers, parts } from './formulas.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    least: { type: 'string', default: '3' },
    wide: { type: 'boolean', default: false },
    output: { type: 'string', short: 'o' },
  },
});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The environment variable that names the formula that is halved in a worker. */
const HALVED = 'SHARDFORM_HALVED';

/** The type that a function returns, and those of numbers. */
const RETURNED = /\): (.*) \{$/m;
const NUMBERS =
  /^(?:number|number \| null|readonly number\[\]|number\[\]|Executions|readonly \(number \| null\)\[\])$/;

/** Tests that notice most formulas, and those of packages that use the cost model, which take longer. */
const NEAR = ['packages/cost-model/src'];
const WIDE = [
  'packages/runtime-dist/src',
  'packages/passes-planning/src',
  'packages/study/src',
  'packages/training-run/src',
];

/** What an instrumented source begins with. */
const HELPER = `const halved$ = process.env.${HALVED};
function halfOf$(name, value) {
  if (name !== halved$) return value;
  if (typeof value === 'number') return value / 2;
  return Array.isArray(value) ? value.map((own) => halfOf$(name, own)) : value;
}
`;

const unlisted = unlistedFunctions();
if (unlisted.length > 0) throw new Error(`not in formulas.mjs: ${unlisted.join(', ')}`);
const sources = instrumentedSources();
const least = Number(values.least);
const chosen = formulas.filter(({ name, file }) => `${name} ${file}`.includes(values.only));
const near = await started(NEAR);
const rows = [];
await countedFailures(near, null);
for (const { name, file } of chosen) rows.push({ name, file, failing: await countedFailures(near, name) });
await near.close();
if (values.wide && rows.some(({ failing }) => failing < least)) {
  const wide = await started(WIDE);
  await countedFailures(wide, null);
  for (const row of rows) if (row.failing < least) row.failing += await countedFailures(wide, row.name);
  await wide.close();
}
const table = rows.map(
  ({ name, file, failing }) => `${String(failing).padStart(5)}  ${name}  (${file.replace(/^.*\/src\//, '')})`,
);
const weak = rows.filter(({ failing }) => failing < least).length;
const text = [...table, `${rows.length} formulas, ${weak} of which fail fewer than ${least} tests`].join(
  '\n',
);
if (values.output !== undefined) writeFileSync(values.output, `${text}\n`);
console.log(text);
process.exitCode = weak > 0 ? 1 : 0;

/** The functions of numbers that formulas.mjs has not, in the folders of those that it has. */
function unlistedFunctions() {
  const folders = [...new Set(formulas.map(({ file }) => dirname(file)))];
  const files = folders.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const known = new Set([...formulas.map(({ of }) => of), ...parts, ...helpers]);
  return files.flatMap((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8')
      .split(/^(?:export )?function /m)
      .slice(1)
      .filter((text) => NUMBERS.test(RETURNED.exec(text)?.[1] ?? ''))
      .map((text) => /^\w+/.exec(text)[0])
      .filter((name) => !known.has(name))
      .map((name) => `${name} (${file})`),
  );
}

/** The files of formulas with all of these replaced by ones that a worker halves when it is told to. */
function instrumentedSources() {
  const byFile = grouped();
  return new Map(
    [...byFile].map(([file, own]) => {
      let text = readFileSync(`${ROOT}${file}`, 'utf8');
      for (const formula of own) text = withSwitch(text, formula);
      return [`${ROOT}${file}`, `${HELPER}${text}`];
    }),
  );
}

function grouped() {
  const byFile = new Map();
  for (const formula of formulas) byFile.set(formula.file, [...(byFile.get(formula.file) ?? []), formula]);
  return byFile;
}

/** A source in which a formula is halved by its name. */
function withSwitch(source, { name, file, of, text, as }) {
  const key = JSON.stringify(name);
  const [from, to] =
    of === undefined
      ? [text, as.replace('$', () => text).replaceAll(/\bhal(?:f|ved)\(/g, `halfOf$(${key}, `)]
      : [
          `function ${of}(`,
          `function ${of}(...given) { return halfOf$(${key}, whole$${of}(...given)); }\nfunction whole$${of}(`,
        ];
  const count = source.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has ${count} places of '${name}': ${from}`);
  return source.replace(from, () => to);
}

async function started(folders) {
  const plugin = {
    name: 'halved-formulas',
    enforce: 'pre',
    load: (id) => sources.get(id.split('?')[0]),
  };
  const vitest = await createVitest(
    'test',
    {
      ...{ root: ROOT, watch: false, run: true, reporters: [{}], maxWorkers: 1, config: false },
      ...{ include: folders.map((folder) => `${folder}/**/*.test.ts`), isolate: false, testTimeout: 180_000 },
      ...{ restoreMocks: true, passWithNoTests: true },
    },
    {
      configFile: false,
      resolve: { conditions: ['@shardform/source'] },
      ssr: { resolve: { conditions: ['@shardform/source'] } },
      plugins: [plugin],
    },
  );
  return vitest;
}

/** The number of tests that fail with a formula halved; with none, all have to pass. */
async function countedFailures(vitest, name) {
  if (name === null) delete process.env[HALVED];
  else process.env[HALVED] = name;
  const start = Date.now();
  const specifications = await vitest.globTestSpecifications();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  const failed = testModules.flatMap((module) => [...module.children.allTests('failed')]);
  const passed = testModules.flatMap((module) => [...module.children.allTests('passed')]).length;
  console.error(
    `${name ?? 'nothing'} halved: ${failed.length} fail, ${passed} pass, ${Date.now() - start} ms`,
  );
  if (name === null && (failed.length > 0 || passed === 0)) {
    for (const test of failed) console.error(test.fullName);
    throw new Error(`tests fail with all formulas as they are; ${unhandledErrors.length} other errors`);
  }
  return failed.length;
}
