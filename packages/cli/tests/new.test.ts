import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runTool } from '../src/index.ts';
import { packageFiles } from '../src/new/package-files.ts';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shardform-new-'));

function shardform(args: readonly string[], stdin = '') {
  return runTool('shardform', args, { stdin: new TextEncoder().encode(stdin), cwd: folder });
}

// The examples are what the command writes: they are checked, linted and tested as packages of this workspace.
describe.each([
  ['pass', 'drop-negations', 'drop-negations-pass'],
  ['dialect', 'fma', 'fma-dialect'],
] as const)('shardform new %s %s', (kind, name, example) => {
  test(`is examples/${example}`, () => {
    const sources = [...packageFiles(kind, name)].filter(([path]) => path.startsWith('src/'));
    expect(sources.map(([path]) => path).sort()).toEqual(
      readdirSync(join(examples, example, 'src'))
        .map((path) => `src/${path}`)
        .sort(),
    );
    for (const [path, text] of sources)
      expect(text, path).toBe(readFileSync(join(examples, example, path), 'utf8'));
  });

  test('fills every placeholder', () => {
    for (const [path, text] of packageFiles(kind, 'two-words')) expect(path + text).not.toMatch(/\{\{/);
  });

  test('says where the packages that it needs are from', () => {
    const readme = (packages: string | null): string => packageFiles(kind, name, packages).get('README.md')!;
    expect(readme(null)).toContain(
      `\`node CHECKOUT/packages/cli/bin/shardform.js new ${kind} ${name}\`. Its packages are those of the checkout then.`,
    );
    expect(readme('../packages')).toContain(
      "Shardform's packages are those of the checkout in `../packages`, which `npm run build` there makes.",
    );
  });

  test('depends on what its sources import', () => {
    const files = packageFiles(kind, name);
    // What the template has written.
    const { dependencies } = JSON.parse(files.get('package.json')!) as {
      dependencies: Record<string, string>;
    };
    const imported = new Set(
      [...files].flatMap(([, text]) => text.match(/(?<=from ')@shardform\/[\w-]+/g) ?? []),
    );
    expect(Object.keys(dependencies).sort()).toEqual([...imported].sort());
  });
});

test('takes the toolkit from the checkout that the command runs from', async () => {
  await shardform(['new', 'pass', 'in-checkout', '-o', 'nested/in-checkout']);
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'nested/in-checkout/package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  for (const [name, source] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (!name.startsWith('@shardform/')) continue;
    const manifest = join(folder, 'nested/in-checkout', source.slice('file:'.length), 'package.json');
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ name });
  }
  expect(dependencies['@shardform/ir-core']).toMatch(/^file:\.\.\//);
});

test('writes the package and tells what to do next', async () => {
  const { stdout, exitCode } = await shardform(['new', 'dialect', 'my-ops']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('npx shardform opt example.mlir --load ./dist/index.js -my-ops-fuse\n');
  expect(readFileSync(join(folder, 'my-ops/src/multiply-add-op.ts'), 'utf8')).toContain(
    "'my_ops.multiply_add'",
  );
  expect((await shardform(['new', 'dialect', 'my-ops'])).stderr).toBe(
    "shardform: error: 'my-ops' is not empty\n",
  );
});

test.each([
  [['new', 'dialekt', 'x'], "can't make a new 'dialekt'; did you mean 'dialect'?"],
  [['new', 'pass', 'cse'], "there is a pass 'cse' already"],
  [['new', 'dialect', 'stablehlo'], "there is a dialect 'stablehlo' already"],
  [
    ['new', 'pass', 'Two Words'],
    "'Two Words' is no name: expected words of small letters and digits with hyphens between them",
  ],
  [['new', 'pass'], 'expected a name for the pass or dialect'],
])('refuses %j', async (args, message) => {
  expect((await shardform(args)).stderr).toBe(`shardform: error: ${message}\n`);
});

describe('the command that is told to be next', () => {
  test.each([
    ['pass', 'drop-negations', 'drop-negations-pass', 'drop-negations', 'return %arg0 : tensor<4xf32>'],
    ['dialect', 'fma', 'fma-dialect', 'fma-fuse', '%0 = fma.multiply_add %arg0, %arg1, %arg1'],
  ] as const)('runs the new %s on its example', async (kind, name, example, pass, changed) => {
    const program = packageFiles(kind, name).get('example.mlir');
    const load = `--load=${join(examples, example, 'src/index.ts')}`;
    const { stdout, stderr } = await shardform(['opt', load, `-${pass}`], program);
    expect(stderr).toBe('');
    expect(stdout).toContain(changed);
  });
});

describe('--load', () => {
  const load = `--load=${join(examples, 'fma-dialect/src/index.ts')}`;
  const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %b : tensor<4xf32>
  %1 = stablehlo.add %0, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}
`;

  test("adds a package's pass to opt", async () => {
    const { stdout, stderr } = await shardform(['opt', load, '-fma-fuse'], program);
    expect(stderr).toBe('');
    expect(stdout).toContain('%0 = fma.multiply_add %arg0, %arg1, %arg1 : tensor<4xf32>');
  });

  test("lets simulated devices execute a package's operations", async () => {
    const fused = await shardform(['opt', load, '-fma-fuse'], program);
    const { stdout, exitCode } = await shardform(['run', load, '-'], String(fused.stdout));
    expect(exitCode).toBe(0);
    expect(stdout).toContain('executed on 2 simulated devices');
  });
});
