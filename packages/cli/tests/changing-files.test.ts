import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';
import { filled, writeNpz, writeSafetensors } from '@shardform/runtime-sim';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runTool } from '../src/run-tool.ts';

// A process is started.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'changing-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program =
  'func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n  return %arg0 : tensor<4xf32>\n}\n';
const arrays = new Map([['arg0', filled('f32', [4], 1)]]);

/** A model of one `Relu` of an input `x` of sizes `n` and 2. */
const model =
  '080e3a3d0a0c0a0178120179220452656c751201675a140a0178120f0a0d080112090a0312016e0a02080262140a0179120f0a0d080112090a0312016e0a02080242040a001011';

/** The reader of each file format. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  'a.mlir': ['show', 'a.mlir', '%arg0'],
  'a.mlirbc': ['opt', 'a.mlirbc'],
  'a.npz': ['run', 'program.mlir', '--in', 'a.npz'],
  'a.safetensors': ['run', 'program.mlir', '--in', 'a.safetensors'],
  'a.onnx': ['translate', '--from-onnx', 'a.onnx', '--sizes=n=3'],
};

let bundle: string;

beforeAll(async () => {
  bundle = await bundleTool(new URL('../package.json', import.meta.url).href, ['run-tool']);
  writeFileSync(join(folder, 'program.mlir'), program);
  writeFileSync(join(folder, 'a.mlir'), program);
  const input = { stdin: new Uint8Array(), cwd: folder };
  await runTool('shardform', ['opt', 'program.mlir', '--emit-bytecode', '-o', 'a.mlirbc'], input);
  writeFileSync(join(folder, 'a.npz'), writeNpz(arrays));
  writeFileSync(join(folder, 'a.safetensors'), writeSafetensors(arrays));
  writeFileSync(join(folder, 'a.onnx'), Buffer.from(model, 'hex'));
});

/**
 * Runs commands while somebody else changes the file that they read, between the look at its size and the end of reading.
 *
 * @param change a statement about `file`, with Node's `fs`.
 */
function outcomes(change: string): unknown {
  const code = `const fs = process.getBuiltinModule('node:fs');
    const readFileSync = fs.readFileSync;
    let file = null;
    fs.readFileSync = (given, ...rest) => {
      const bytes = readFileSync(given, ...rest);
      if (typeof given === 'number' && file !== null) { ${change}; file = null; }
      return bytes;
    };
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
    const { runTool } = await import(${JSON.stringify(pathToFileURL(join(bundle, 'run-tool.mjs')).href)});
    const outcomes = {};
    for (const [name, args] of Object.entries(${JSON.stringify(READERS)})) {
      const before = readFileSync(name);
      // A program that is read first stays as it is.
      const opened = fs.openSync;
      fs.openSync = (path, ...rest) => { if (path.endsWith('/' + name)) file = name; return opened(path, ...rest); };
      process.getBuiltinModule('node:module').syncBuiltinESMExports();
      const { exitCode, stderr } = await runTool('shardform', args, { stdin: new Uint8Array(), cwd: process.cwd() });
      fs.openSync = opened;
      fs.writeFileSync(name, before);
      outcomes[name] = { exitCode, stderr };
    }
    process.stdout.write(JSON.stringify(outcomes));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test.each([
  ['grows', "fs.appendFileSync(file, 'more')"],
  ['shrinks', 'fs.truncateSync(file, 3)'],
  ['is written again', 'fs.writeFileSync(file, bytes); fs.utimesSync(file, 1, 1)'],
])('a file that %s while it is read is refused in one line', (_, change) => {
  expect(outcomes(change)).toEqual(
    Object.fromEntries(
      Object.keys(READERS).map((name) => [
        name,
        {
          exitCode: 1,
          stderr: `shardform: error: cannot open input file '${name}': It changed while it was read; run the command again when it is written\n`,
        },
      ]),
    ),
  );
});

// Windows does not let open files be replaced.
test.skipIf(process.platform === 'win32')(
  'a file that another one takes the place of is read as it was',
  () => {
    const change = "fs.writeFileSync('other', 'no program'); fs.renameSync('other', file)";
    expect(outcomes(change)).toEqual(
      Object.fromEntries(Object.keys(READERS).map((name) => [name, { exitCode: 0, stderr: '' }])),
    );
    expect(readFileSync(join(folder, 'a.mlir'), 'utf8')).toBe(program);
  },
);
