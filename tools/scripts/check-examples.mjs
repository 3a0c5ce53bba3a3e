// Type-checks the TypeScript of the documentation, as those who copy it get it: in packages' README files, guides, and the handbook. Needs the
// declarations that `npm run build` makes.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, run } from './pnpm.mjs';

// Inside of the package that has all others among its dependencies.
const folder = join(root, 'packages', 'cli', 'out-tsc', 'examples');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
  ...['guides', 'handbook/ir'].flatMap((name) =>
    readdirSync(join(root, 'docs', name)).map((page) => `docs/${name}/${page}`),
  ),
];
rmSync(folder, { recursive: true, force: true });
let count = 0;
for (const page of pages.filter((name) => name.endsWith('.md'))) {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n([^]*?)```/g)];
  for (const [i, [, code]] of blocks.entries()) {
    const file = join(folder, page.replace('.md', ''), `${i + 1}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    count++;
  }
}
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: ['node'],
      module: 'nodenext',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['**/*.ts'],
  }),
);
const tsc = join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
const code = run(process.execPath, [tsc, '-p', folder]);
console.log(
  `${count} examples of ${relative(process.cwd(), root) || 'the documentation'} ${code === 0 ? 'have the right types' : 'were checked'}`,
);
process.exitCode = code;
