import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

// A process is started for all commands of a test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'output-flags-'));
const readOnly = join(folder, 'read-only');
let bundle: string;

/** For each flag that writes, a command line that comes as far as writing; `OUT` is where. */
const COMMAND_LINES: Readonly<Record<string, readonly string[]>> = {
  'demo -o': ['-o', 'OUT'],
  'opt -o': ['step.mlir', '-o', 'OUT'],
  'opt --mlir-print-ir-tree-dir': [
    'step.mlir',
    '-cse',
    '--mlir-print-ir-after-all',
    '--mlir-print-ir-tree-dir=OUT',
  ],
  'opt --mlir-pass-pipeline-crash-reproducer': [
    'foreign.mlir',
    '-convert-stablehlo-to-ttir',
    '--mlir-pass-pipeline-crash-reproducer=OUT',
  ],
  'opt --mlir-generate-reproducer': ['step.mlir', '-cse', '--mlir-generate-reproducer=OUT'],
  'show --svg': ['step.mlir', '--svg', 'OUT'],
  'show --csv': ['step.mlir', '--table', '--csv', 'OUT'],
  'partition -o': ['step.mlir', '-o', 'OUT'],
  'compiled -o': ['step.mlir', '--hlo', 'step.hlo', '-o', 'OUT'],
  'compare --html': ['step.mlir', 'step.mlir', '--html', 'OUT'],
  'check --sarif': ['step.mlir', '--budget', 'budget.json', '--sarif', 'OUT'],
  'check --summary': ['step.mlir', '--budget', 'budget.json', '--summary', 'OUT'],
  'plan -o': ['step.mlir', '-o', 'OUT'],
  'plan --jax': ['step.mlir', '--jax', 'OUT'],
  'run --out': ['step.mlir', '--out', 'OUT'],
  'run --save-inputs': ['step.mlir', '--save-inputs', 'OUT'],
  'bundle -o': ['step.mlir', '-o', 'OUT'],
  'sim --trace': ['step.mlir', '--trace', 'OUT'],
  'sim --memory': ['step.mlir', '--memory', 'OUT'],
  'dist simulate --trace': ['--model', 'mlp-xs', '--batch', '64', '--degrees', '2/1/1/1', '--trace', 'OUT'],
  'dist simulate --svg': ['--model', 'mlp-xs', '--batch', '64', '--degrees', '2/1/1/1', '--svg', 'OUT'],
  'dist simulate --html': ['--model', 'mlp-xs', '--batch', '64', '--degrees', '2/1/1/1', '--html', 'OUT'],
  'dist search --csv': ['--model', 'mlp-xs', '--batch', '64', '--devices', '2', '--csv', 'OUT'],
  'machines -o': ['h100:2x8', '-o', 'OUT'],
  'calibrate -o': ['--csv', 'measurements.csv', '-o', 'OUT'],
  'tt -o': ['step.mlir', '--no-run', '-o', 'OUT'],
  'tt --html': ['step.mlir', '--golden', '--html', 'OUT'],
  'tt --csv': ['step.mlir', '--golden', '--csv', 'OUT'],
  'translate -o': ['--serialize', 'foreign.mlir', '-o', 'OUT'],
  'translate --probe-output-dir': ['--interpret', 'probe.mlir', '--probe-output-dir', 'OUT'],
  'report -o': ['step.mlir', '-o', 'OUT'],
  'export -o': ['step.mlir', '--format', 'perfetto', '-o', 'OUT'],
  'reduce -o': ['step.mlir', '--test', 'true', '--max-attempts', '1', '-o', 'OUT'],
  'new -o': ['pass', 'my-pass', '-o', 'OUT'],
};

const step = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;
const compiled = `HloModule main, is_scheduled=true, num_partitions=2

ENTRY %main (a: f32[2]) -> f32[2] {
  %a = f32[2]{0} parameter(0)
  ROOT %s = f32[2]{0} add(%a, %a)
}
`;
const probe = `func.func @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = interpreter.probe %0, probe_id = "one" : tensor<f32>
  return %1 : tensor<f32>
}
`;

const columns =
  'model_size,world_size,batch_size,dp_degree,hp_degree,pp_degree,num_microbatches,latency,throughput,peak_memory,schedule,recompute,cost_model,chunks,settings,rejected\n';

/** TTIR has no such operation. */
const foreign = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @x(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;

beforeAll(async () => {
  bundle = await bundleTool(new URL('../package.json', import.meta.url).href, ['run-tool', 'commands']);
  writeFileSync(join(folder, 'step.mlir'), step);
  writeFileSync(join(folder, 'step.hlo'), compiled);
  writeFileSync(join(folder, 'budget.json'), '{"sent": "1MB"}');
  writeFileSync(join(folder, 'probe.mlir'), probe);
  writeFileSync(join(folder, 'foreign.mlir'), foreign);
  writeFileSync(
    join(folder, 'measurements.csv'),
    'matmul,1024,1024,1024,4,0.01\nmatmul,512,512,512,4,0.002\n',
  );
  mkdirSync(readOnly);
  // What a search has found is read before it is written again.
  writeFileSync(join(readOnly, 'kept'), columns);
  for (const path of [bundle, folder]) chmodSync(path, 0o755);
  chmodSync(readOnly, 0o555);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly exitCode: number;
  readonly stderr: string;
}

/** Who may write everywhere becomes nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** What a program prints that runs without special rights, as JSON. `importOf` imports modules of the sources. */
function printedBy(code: string): unknown {
  const base = `${pathToFileURL(bundle).href}/`;
  const program = `const importOf = (name) => import(${JSON.stringify(base)} + name + '.mjs');\n${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    ...NOBODY,
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: '/nonexistent' },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** The outcome of every command line with `OUT` replaced. */
function outcomes(out: string): Readonly<Record<string, Outcome>> {
  const runs = Object.entries(COMMAND_LINES).map(([name, args]) => [
    name,
    [...name.split(' ').slice(0, -1), ...args.map((argument) => argument.replace('OUT', out))],
  ]);
  const printed = printedBy(`const { runTool } = await importOf('run-tool');
    const outcomes = {};
    for (const [name, args] of ${JSON.stringify(runs)}) {
      const input = { stdin: new Uint8Array(), cwd: process.cwd() };
      const { exitCode, stderr } = await runTool('shardform', args, input)
        .catch((error) => ({ exitCode: 70, stderr: error.stack }));
      outcomes[name] = { exitCode, stderr };
    }
    process.stdout.write(JSON.stringify(outcomes));`);
  // The program has made it.
  return printed as Record<string, Outcome>;
}

test('every flag that writes is tried', () => {
  const names = printedBy(`const { commands } = await importOf('commands');
    const outputsOf = ({ name, flags, subcommands }) => [
      ...Object.entries(flags)
        .filter(([, { type }]) => type === 'output')
        .map(([flag, { short = flag }]) => name + (short.length === 1 ? ' -' : ' --') + short),
      ...subcommands.flatMap(({ command }) => outputsOf(command)),
    ];
    const all = await Promise.all(Object.values(commands).map(({ load }) => load()));
    process.stdout.write(JSON.stringify(all.flatMap(outputsOf)));`);
  expect((names as string[]).toSorted()).toEqual(Object.keys(COMMAND_LINES).toSorted());
});

/** A reproducer comes beside the failure that it is made for. */
const REPRODUCER = 'opt --mlir-pass-pipeline-crash-reproducer';

/** That each output was refused in one line that names it. */
function expectRefusals(out: string): void {
  const place = out.replaceAll('/', String.raw`\/`);
  for (const [name, outcome] of Object.entries(outcomes(out)))
    expect({ name, ...outcome }).toEqual({
      name,
      exitCode: 1,
      stderr: expect.stringMatching(
        name === REPRODUCER
          ? new RegExp(`: failed to create output stream: cannot open output file '${place}'[^\\n]*\\n$`)
          : new RegExp(`^shardform: error: cannot [^\\n]*'${place}[^\\n]*\\n$`),
      ) as string,
    });
}

// Windows has neither such devices nor such permissions.
describe.skipIf(process.platform === 'win32')('each output', () => {
  test.runIf(existsSync('/dev/full'))('to a full disk is told in one line', () => {
    const before = readdirSync(folder);
    expectRefusals('/dev/full');
    expect(readdirSync(folder)).toEqual(before);
  });

  test('to a folder that may not be written is', () => {
    expectRefusals('read-only/kept');
    expectRefusals('read-only/new');
    expect(readdirSync(readOnly)).toEqual(['kept']);
    expect(readFileSync(join(readOnly, 'kept'), 'utf8')).toBe(columns);
  });

  test('to a file that may not be written is, also where its folder may be', () => {
    const open = join(folder, 'open');
    mkdirSync(open);
    writeFileSync(join(open, 'kept'), columns);
    chmodSync(join(open, 'kept'), 0o444);
    chmodSync(open, 0o777);
    expectRefusals('open/kept');
    expect(readdirSync(open)).toEqual(['kept']);
    expect(readFileSync(join(open, 'kept'), 'utf8')).toBe(columns);
  });

  test('of a program that may not be read is not made', () => {
    writeFileSync(join(folder, 'secret.mlir'), step, { mode: 0 });
    const printed = printedBy(`const { runTool } = await importOf('run-tool');
      const input = { stdin: new Uint8Array(), cwd: process.cwd() };
      process.stdout.write(JSON.stringify(await runTool('shardform', ['opt', 'secret.mlir'], input)));`);
    expect(printed).toEqual({
      stdout: '',
      stderr: "shardform: error: cannot open input file 'secret.mlir': Permission denied\n",
      exitCode: 1,
    });
  });
});
