// Packs every public package as it would be published, installs the tarballs into empty folders outside of this
// workspace, and uses them as a new user would: the command's first five minutes, all tutorials, one dialect alone in Node, and the
// same in a bundler. Needs what `npm run build` makes, and the registry or npm's cache for other packages. `--keep FOLDER` keeps the
// tarballs, and the list of everything that comes with them (an SBOM in CycloneDX's format).
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { orExit, pnpm, root } from './pnpm.mjs';
import { runTutorials } from './run-tutorials.mjs';

const ONE_DIALECT = ['ir-core', 'dialects-mlir', 'dialect-func', 'dialect-stablehlo'];
// The output of the program.
const EXPECTED = '%0 = stablehlo.tanh %arg0 : tensor<2xf32>';
const windows = process.platform === 'win32';

const work = mkdtempSync(join(tmpdir(), 'shardform-packages-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const tarballs = join(work, 'tarballs');

await step('pack every public package', () => {
  mkdirSync(tarballs);
  const filters = publicPackages().flatMap((name) => ['--filter', name]);
  orExit(pnpm(['-r', ...filters, 'pack', '--pack-destination', tarballs], {}, true));
  assert.equal(readdirSync(tarballs).length, publicPackages().length);
});

const everything = join(work, 'everything');
await step('install them into an empty folder', () => install(everything, publicPackages()));
await step('the first five minutes', () => firstFiveMinutes(everything));
const tried = join(work, 'tutorials');
await step('all tutorials', () => {
  mkdirSync(tried);
  const commands = runTutorials({
    folder: tried,
    command: join(everything, 'node_modules', '.bin', 'shardform'),
    env: environment(),
  });
  console.log(`   ${commands} commands`);
});
const kept = process.argv.includes('--keep') ? process.argv[process.argv.indexOf('--keep') + 1] : null;
if (kept !== null) await step('the list of what comes with them', () => keep(kept));

const one = join(work, 'one-dialect');
await step('install one dialect', () => {
  install(
    one,
    ONE_DIALECT.map((name) => `@shardform/${name}`),
  );
  assert.deepEqual(readdirSync(join(one, 'node_modules', '@shardform')).sort(), [...ONE_DIALECT].sort());
});
writeFileSync(join(one, 'program.js'), program());
await step('use it in Node', () => {
  assert.equal(node(one, 'program.js'), EXPECTED);
});
await step('use it in a bundle', async () => {
  await build({
    root: one,
    logLevel: 'error',
    build: {
      outDir: 'bundle',
      target: 'es2022',
      lib: { entry: 'program.js', formats: ['es'], fileName: 'program' },
    },
  });
  const file = readdirSync(join(one, 'bundle')).find((name) => name.startsWith('program.'));
  assert.equal(node(one, join('bundle', file)), EXPECTED);
  const bytes = readFileSync(join(one, 'bundle', file));
  console.log(`   ${kilobytes(bytes)} kB, ${kilobytes(gzipSync(bytes))} kB compressed`);
});

/** Keeps the tarballs, and what npm installs with them. */
function keep(folder) {
  mkdirSync(folder, { recursive: true });
  cpSync(tarballs, join(folder, 'npm'), { recursive: true });
  const list = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: everything,
    encoding: 'utf8',
    shell: windows,
    maxBuffer: 2 ** 26,
    env: environment(),
  });
  const { components } = JSON.parse(list);
  assert.ok(components.length > publicPackages().length);
  writeFileSync(join(folder, 'sbom.cdx.json'), list);
  console.log(`   ${components.length} packages`);
}

/** The commands of the first five minutes, word by word, with what they have to show. */
async function firstFiveMinutes(cwd) {
  const shardform = (line, { fails = false } = {}) => {
    // A shell takes the line apart, as it does a person's.
    const result = spawnSync(`npx shardform ${line}`, {
      cwd,
      encoding: 'utf8',
      shell: true,
      env: environment(),
    });
    assert.equal(result.status, fails ? 1 : 0, `${line}\n${result.stderr}`);
    return fails ? result.stderr : result.stdout;
  };
  const shows = (line, ...patterns) => {
    const text = shardform(line);
    for (const pattern of patterns) assert.match(text, pattern);
  };
  shows('demo', /show demo\/mlp\.mlir %3/);
  for (const name of ['mlp.mlir', 'topology.json', 't3k.json', 'x.npz', 'broken.mlir'])
    assert.ok(readFileSync(join(cwd, 'demo', name)).length > 0);
  shows('opt demo/mlp.mlir --sdy-propagation-pipeline', /stablehlo\.maximum .*\[\{"x"\}, \{\}, \{"y"\}\]/);
  shows(
    'show demo/mlp.mlir %3',
    /^%3 : tensor<8x128x512xf32> {3}\[\{"x"\}, \{\}, \{"y"\}\] {3}local 4x128x128, 8 devices, replicated over \{\}\n {2}dimension 0 down, dimension 2 across\n {2}┌/,
  );
  shows(
    'explain demo/mlp.mlir %5 --cheaper',
    /all_reduce \{"y"\}, each device sends 3\.0 MiB/,
    /from %w2 .*mlp\.mlir:9/,
    /cheaper, of \d+ other shardings tried: %w2/,
  );
  shows(
    'run demo/mlp.mlir --in demo/x.npz --check-global',
    /^OK: the same numbers on 8 devices and one device \(\d+ operations, 2 collectives\)\n {2}largest difference \S+ in %\d on device \d, whose largest element is \S+; PCC \S+\n$/,
  );
  shows(
    'sim demo/mlp.mlir --machine demo/t3k.json --trace t.json --memory mem.csv',
    /^\S+ [mµ]s {2}compute \S+ % {2}all_reduce \S+ % {2}launching kernels \S+ % {2}all_gather \S+ % {3}peak \S+ MiB on device \d {3}-> open t\.json/,
  );
  assert.ok(JSON.parse(readFileSync(join(cwd, 't.json'), 'utf8')).traceEvents.length > 100);
  assert.match(readFileSync(join(cwd, 'mem.csv'), 'utf8'), /^device,seconds,bytes\n0,0,\d+\n/);
  shows(
    'opt demo/mlp.mlir --stablehlo-pipeline="mesh-shape=2,4" --stablehlo-to-ttir-pipeline --ttir-to-ttnn-backend-pipeline',
    /"ttnn\.matmul"/,
  );
  await plays(cwd);
  const broken = /shardform (opt demo\/broken\.mlir[^]*?)\nsdy\.mesh/.exec(
    readFileSync(join(cwd, 'demo', 'broken.mlir'), 'utf8'),
  )[1];
  assert.match(
    shardform(broken.replaceAll(/\n\/\/ */g, ' '), { fails: true }),
    /'stablehlo\.reshape' op .*update-global-to-local-shapes.*tensor<16x480xf32>.*insert-reshards-for-unpropagated-ops/,
  );
}

/** `shardform play`: the page and the program are there. */
async function plays(cwd) {
  const bin = join(cwd, 'node_modules', '@shardform', 'cli', 'bin', 'shardform.js');
  const child = spawn(process.execPath, [bin, 'play', 'demo/mlp.mlir'], { cwd, env: environment() });
  try {
    const [address] = await new Promise((found, failed) => {
      child.stdout.on('data', (data) => found(/^http:\S+/.exec(String(data))));
      child.stderr.on('data', (data) => failed(new Error(String(data))));
    });
    const page = await (await fetch(address)).text();
    assert.match(page, /<title>Shardform playground<\/title>/);
    const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page);
    assert.equal((await fetch(new URL(script, address))).status, 200);
    const [, program] = /#file=([^&]+)/.exec(address);
    assert.match(await (await fetch(new URL(program, address))).text(), /^\/\/ Two layers/);
  } finally {
    child.kill();
  }
}

function program() {
  return `import { Context, parseModule, printOp } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
const context = new Context([stablehloDialect]);
const module = parseModule('func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> { %0 = "stablehlo.tanh"(%a) : (tensor<2xf32>) -> tensor<2xf32> return %0 : tensor<2xf32> }', context);
console.log(printOp(module, context).split('\\n')[2].trim());
`;
}

/** Installs tarballs as the only dependencies of an empty package. */
function install(folder, names) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'user', version: '0.0.0', private: true, type: 'module' }),
  );
  const files = readdirSync(tarballs);
  const wanted = names.map((name) => {
    const start = `${name.replace('@', '').replace('/', '-')}-`;
    return join(
      tarballs,
      files.find((file) => file.startsWith(start) && /^\d/.test(file.slice(start.length))),
    );
  });
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, ...wanted], { cwd: folder, stdio: 'inherit', shell: windows });
}

function publicPackages() {
  return readdirSync(join(root, 'packages')).flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
    return manifest.private === true ? [] : [manifest.name];
  });
}

function node(cwd, file) {
  return execFileSync(process.execPath, [pathToFileURL(join(cwd, file)).pathname], {
    cwd,
    encoding: 'utf8',
  }).trim();
}

/** Without what this workspace's runner sets for its own processes. */
function environment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|FORCE_COLOR|NODE_OPTIONS)/.test(name)),
  );
}

function kilobytes(bytes) {
  return (bytes.length / 1000).toFixed(0);
}

async function step(name, action) {
  const start = performance.now();
  await action();
  console.log(`== ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
