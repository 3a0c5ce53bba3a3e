import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';
import { filled, writeNpz, writeSafetensors } from '@shardform/runtime-sim';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { programUrl } from './program.ts';

// One process runs all commands.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

// Node compares real paths.
const outer = mkdtempSync(join(realpathSync(tmpdir()), 'untrusted-'));
const folder = join(outer, 'project');
let bundle: string;

/** Code that leaves a trace when it is run. */
const CODE = `globalThis.ranCode = true; require('node:fs').writeFileSync('ran', '');`;

/** Files of code that a command might take for its own, by names that the inputs mention or that tools look for. */
const CODE_FILES = [
  'a.mjs',
  'a.js',
  'a.cjs',
  'evil.mjs',
  'shardform.config.js',
  'shardform.config.mjs',
  '.shardformrc.js',
  'index.js',
  'node_modules/evil/index.js',
  'node_modules/@shardform/cli/index.js',
];

/** Names that mean something to JavaScript, and places of code, wherever a program has names of its own. */
const program = `module @constructor attributes {test.a = "\${globalThis.ranCode = true}"} {
  sdy.mesh @__proto__ = <["constructor"=2]>
  func.func @main(%toString: tensor<8x4xf32> {jax.arg_info = "__proto__", sdy.sharding = #sdy.sharding<@__proto__, [{"constructor"}, {}]>} loc("evil.mjs":1:1), %__proto__: tensor<4x8xf32> {jax.arg_info = "constructor"}) -> (tensor<8x8xf32> {jax.result_info = "__proto__"}) {
    %constructor = stablehlo.dot_general %toString, %__proto__, contracting_dims = [1] x [0] {constructor = "require('./evil.mjs')", __proto__ = {__proto__ = 1 : i32}} : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32> loc("constructor")
    %valueOf = func.call @valueOf(%constructor) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %valueOf : tensor<8x8xf32>
  }
  func.func private @valueOf(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.tanh %a : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
`;
/** Names of computations, instructions and attributes, and a configuration of a call. */
const compiled = `HloModule __proto__, num_partitions=2, frontend_attributes={__proto__="1"}

%constructor (toString: f32[], valueOf: f32[]) -> f32[] {
  %toString = f32[] parameter(0)
  %valueOf = f32[] parameter(1)
  ROOT %__proto__ = f32[] add(%toString, %valueOf)
}

ENTRY %main (a: f32[4,4], b: f32[4,8]) -> f32[4,8] {
  %a = f32[4,4]{1,0} parameter(0), metadata={op_name="__proto__" source_file="evil.mjs" source_line=1}
  %b = f32[4,8]{1,0} parameter(1)
  %evil = f32[4,8]{1,0} custom-call(%b), custom_call_target="./evil.mjs", backend_config="import('./evil.mjs')"
  ROOT %all-reduce = f32[4,8]{1,0} all-reduce(%evil), channel_id=1, replica_groups={{0,1}}, to_apply=%constructor, metadata={op_name="constructor/__proto__"}
}
`;
const foreign = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @"./evil.mjs"(%a) {backend_config = "import('./evil.mjs')"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;
const plain = 'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}\n';
const reproducer = `${plain}{-#
  external_resources: {
    mlir_reproducer: {pipeline: "builtin.module(constructor)", disable_threading: false, verify_each: true}
  }
#-}
`;

/** JSON with members that change an object's prototype where they are assigned. */
const polluting = (members: object): string =>
  JSON.stringify(members).replace(
    '{',
    '{"__proto__": {"ranCode": true}, "constructor": {"prototype": {"ranCode": true}}, ',
  );

const ARRAYS = new Map([
  ['__proto__', filled('f32', [8, 4], 1)],
  ['constructor', filled('f32', [4, 8], 1)],
  ['toString', filled('f32', [1], 1)],
]);

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'a.mlir': program,
  'a.hlo': compiled,
  'b.mlir': program.replace('stablehlo.tanh', 'stablehlo.sine'),
  'plain.mlir': plain,
  'foreign.mlir': foreign,
  'reproducer.mlir': reproducer,
  'machine.json': JSON.stringify({
    name: '__proto__',
    devices: 2,
    device: { kind: 'constructor' },
    default_gbps: 100,
  }),
  'polluting.json': polluting({ devices: 2, default_gbps: 100 }),
  'model.json': '{"devices": 2, "device": "constructor"}',
  'faults.json': polluting({ faults: [] }),
  'budget.json': JSON.stringify({ collectives: { all_gather: 4 }, memory: '1GiB' }),
  'calibration.json': polluting({
    device_parameters: { seconds_per_flop: 1e-12, seconds_per_dram_byte: 1e-12, kernel_launch_seconds: 0 },
    allreduce: { __proto__: null, constructor: { seconds_per_Gb: 1, constant_seconds: 0 } },
  }),
  'measurements.csv': 'matmul,1024,1024,1024,4,0.01\nmatmul,512,512,512,4,0.002\n',
  'a.npz': writeNpz(ARRAYS),
  'a.safetensors': writeSafetensors(ARRAYS),
  // A model of one operation of type `constructor` between an input and an output.
  'a.onnx': Buffer.from(
    '080e3a440a130a0178120179220b636f6e7374727563746f721201675a140a0178120f0a0d080112090a0312016e0a02080262140a0179120f0a0d080112090a0312016e0a02080242040a001011',
    'hex',
  ),
};

/** Command lines that read each kind of input and write what they can, with the error of those that fail. */
const COMMAND_LINES: readonly (readonly [line: string, problem: string | null])[] = [
  ['opt a.mlir -sdy-propagation-pipeline -canonicalize -cse -o out/opt.mlir', null],
  ['opt a.mlir --emit-bytecode -o out/a.mlirbc', null],
  ['opt out/a.mlirbc -inline', null],
  ['opt reproducer.mlir --run-reproducer', "'constructor' does not refer to a registered pass"],
  ['study a.mlir --machine machine.json', null],
  ['show a.mlir --svg out/a.svg', null],
  ['explain a.mlir %constructor', null],
  ['partition a.mlir -o out/partitioned.mlir', null],
  ['compiled a.mlir --hlo a.hlo -o out/a.hlo', null],
  ['profile a.hlo', 'a.hlo: byte 3: a field has wire type 7, which no message of a profile has'],
  ['compare a.mlir b.mlir', null],
  ['plan a.mlir --machine machine.json -o out/planned.mlir', null],
  ['export a.mlir --format model-explorer -o out/graph.json', null],
  [
    'run a.mlir --in a.npz --faults faults.json --out out/a.npz',
    "'faults.json': the scenario has no field '__proto__'",
  ],
  ['run a.mlir --in a.npz --out out/a.npz', null],
  ['run a.mlir --reference a.mlir --save-inputs out/drawn.npz', null],
  ['run a.mlir --in a.safetensors --out out/a.safetensors', null],
  ['run foreign.mlir', "error: custom call target './evil.mjs' is unknown to this machine"],
  ['sim a.mlir --machine machine.json --trace out/trace.json', null],
  [
    'dist simulate plain.mlir --batch-args 0 --degrees 2/1/1/1 --machine machine.json --html out/dist.html',
    null,
  ],
  [
    'dist simulate plain.mlir --batch-args 0 --degrees 2/1/1/1 --machine calibration.json',
    "calibration.json: 'allreduce' has 'constructor' where a number of devices was expected",
  ],
  [
    'dist search plain.mlir --batch-args 0 --devices 2 --workers 1 --machine machine.json --csv out/rows.csv',
    null,
  ],
  [
    'dist search plain.mlir --batch-args 0 --devices 2 --workers 1 --machine machine.json --csv a.mlir',
    "'a.mlir' has other columns than a search writes",
  ],
  ['machines machine.json', "'machine.json' has links of pairs of devices"],
  ['machines polluting.json', "polluting.json has the unknown field '__proto__'"],
  ['machines model.json', "model.json: 'device' has the unknown model 'constructor'"],
  ['machines h100:2x8 -o out/machine.json', null],
  ['machines out/machine.json', null],
  ['calibrate --csv measurements.csv -o out/calibration.json', null],
  ['check a.mlir --budget budget.json --sarif out/check.sarif', null],
  ['tt plain.mlir --no-run -o out/stages', null],
  ['show out/stages/program.ttnn', null],
  ['translate --serialize plain.mlir -o out/a.bc', null],
  ['translate --deserialize out/a.bc', null],
  ['translate --from-onnx a.onnx --sizes=n=3', "node 'constructor_0' of type constructor can't be imported"],
  ['report a.mlir -o out/report.html', null],
  [
    'reduce plain.mlir --test-error constructor --pass-pipeline builtin.module(cse) -o out/reduced.mlir',
    "'plain.mlir' does not show the problem",
  ],
];

/** Commands that open nothing of others. */
const WITHOUT_INPUT = ['demo', 'new', 'completion'];
/** Those that write a script of this package beside what they make, which may not be read here. */
const WITH_SCRIPTS = ['bundle'];
/** Those whose tests have processes of their own. */
const SERVERS = ['play', 'lsp', 'mcp', 'serve'];

/**
 * Runs the command lines in a process that may read the project and write below `out`, nothing else: Node refuses other files,
 * processes and threads, and code made of text. What is asked for in vain is recorded too, as is each look for a file.
 */
const OBSERVER = `
  const fs = process.getBuiltinModule('node:fs');
  const [{ base, project, lines }] = [JSON.parse(process.argv[1])];
  const prototypes = [Object, Array, Function, Map, Set, String, Number, Promise, Uint8Array].map((type) => type.prototype);
  const membersOf = () => prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String));
  const { runTool } = await import(base + 'run-tool.mjs');
  const { commands } = await import(base + 'commands.mjs');
  const before = JSON.stringify(membersOf());
  const foreign = new Set();
  const own = (path) => path === project || path.startsWith(project + '/');
  const path = process.getBuiltinModule('node:path');
  for (const [name, call] of Object.entries(fs)) {
    if (typeof call !== 'function' || /^[A-Z_]/.test(name)) continue;
    fs[name] = Object.assign((first, ...rest) => {
      if (typeof first === 'string' && !own(path.resolve(first))) foreign.add(name + ' ' + first);
      if (first instanceof URL && !own(first.pathname)) foreign.add(name + ' ' + first.pathname);
      return call(first, ...rest);
    }, call);
  }
  const { Socket, Server } = process.getBuiltinModule('node:net');
  for (const [type, method] of [[Socket.prototype, 'connect'], [Server.prototype, 'listen']]) {
    const call = type[method];
    type[method] = function (...args) { foreign.add(method); return call.apply(this, args); };
  }
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
  const compile = (...args) => { foreign.add('code ' + args[1].join()); return Reflect.apply(args[0], undefined, args[1]); };
  const observedFunction = new Proxy(Function, { apply: (target, self, args) => compile(target, args), construct: compile });
  globalThis.Function = observedFunction;
  Function.prototype.constructor = observedFunction;
  globalThis.eval = new Proxy(eval, { apply: (target, self, args) => compile(target, args) });
  const outcomes = {};
  for (const line of lines) {
    const input = { stdin: new Uint8Array(), cwd: project };
    const { exitCode, stderr } = await runTool('shardform', line.split(' '), input)
      .catch((error) => ({ exitCode: 70, stderr: error.stack }));
    outcomes[line] = { exitCode, stderr };
  }
  process.stdout.write(JSON.stringify({
    outcomes,
    foreign: [...foreign],
    names: Object.keys(commands),
    hasRunCode: globalThis.ranCode === true,
    isUnpolluted: JSON.stringify(membersOf()) === before && ({}).ranCode === undefined,
  }));`;

/** Arguments of Node for a process that reads and writes in folders only, and makes no code of text. */
function confined(read: readonly string[], written: readonly string[]): readonly string[] {
  const hasName = process.allowedNodeEnvironmentFlags.has('--permission');
  const inside = (path: string): string => join(realpathSync(path), '*');
  return [
    '--disallow-code-generation-from-strings',
    hasName ? '--permission' : '--experimental-permission',
    ...read.map((path) => `--allow-fs-read=${inside(path)}`),
    ...written.map((path) => `--allow-fs-write=${inside(path)}`),
    '--no-warnings',
  ];
}

/** The findings of {@link OBSERVER}. */
interface Observed {
  readonly outcomes: Readonly<Record<string, { readonly exitCode: number; readonly stderr: string }>>;
  readonly foreign: readonly string[];
  readonly names: readonly string[];
  readonly hasRunCode: boolean;
  readonly isUnpolluted: boolean;
}

let observed: Observed;

beforeAll(async () => {
  bundle = await bundleTool(new URL('../package.json', import.meta.url).href, ['run-tool', 'commands']);
  mkdirSync(join(folder, 'out'), { recursive: true });
  for (const name of CODE_FILES) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), CODE);
  }
  for (const [name, contents] of Object.entries(FILES)) writeFileSync(join(folder, name), contents);
  writeFileSync(
    join(outer, 'shardform.config.json'),
    JSON.stringify({ defaults: { opt: { 'mlir-print-op-generic': true } } }),
  );
  const given = {
    base: `${pathToFileURL(bundle).href}/`,
    project: folder,
    lines: COMMAND_LINES.map(([line]) => line),
  };
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...confined([bundle, folder], [join(folder, 'out')]),
      '--input-type=module',
      '-e',
      OBSERVER,
      JSON.stringify(given),
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  // The program has made it.
  observed = JSON.parse(stdout) as Observed;
});
afterAll(() => rmSync(outer, { recursive: true }));

test('every command that opens files of others is tried', () => {
  const tried = new Set(COMMAND_LINES.map(([line]) => line.split(' ', 1)[0]!));
  expect([...tried, ...WITHOUT_INPUT, ...WITH_SCRIPTS, ...SERVERS].toSorted()).toEqual(
    [...observed.names].toSorted(),
  );
});

test('each input is answered with a result or a message, where neither other files nor code can be had', () => {
  expect(Object.entries(observed.outcomes)).toEqual(
    COMMAND_LINES.map(([line, problem]) => [
      line,
      problem === null
        ? { exitCode: 0, stderr: '' }
        : { exitCode: 1, stderr: expect.stringContaining(problem) as string },
    ]),
  );
});

test('no file is looked for but those that the command line names, no address, and no text is compiled', () => {
  expect(observed.foreign).toEqual([]);
});

test('of files that nothing names, the configuration of the folder and those above is read, and no other', async () => {
  const command = await programUrl();
  const above = (at: string): readonly string[] => (dirname(at) === at ? [at] : [at, ...above(dirname(at))]);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...confined([fileURLToPath(new URL('.', command)), folder], []),
      ...above(outer).map((at) => `--allow-fs-read=${join(at, 'shardform.config.json')}`),
      '-e',
      `import(${JSON.stringify(command)}).then(({ main }) => main(process.argv.slice(1)))`,
      '--',
      'opt',
      'plain.mlir',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect({ stdout, stderr, status }).toEqual({
    // The file of the folder above asks for it.
    stdout: expect.stringContaining('"func.func"()') as string,
    stderr: '',
    status: 0,
  });
});

test('no code of an input, or beside it, is run', () => {
  expect([observed.hasRunCode, observed.isUnpolluted]).toEqual([false, true]);
  expect(readdirSync(folder).toSorted()).toEqual(
    [...new Set([...CODE_FILES.map((name) => name.split('/')[0]!), ...Object.keys(FILES), 'out'])].toSorted(),
  );
});
