import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const outer = mkdtempSync(join(tmpdir(), 'hostile-names-'));
afterAll(() => rmSync(outer, { recursive: true }));

/** Ends strings, comments, lines and elements of every language that is written, and begins formulas and commands of GitHub. */
const HOSTILE = [
  `=1+cmd\\22\\22\\22'\\5C\\0A::error title=x::forged\\0Aimport os\\0D\\0A::error::x`,
  `\\1B[31m\\E2\\80\\AE\\E2\\81\\A6\\C2\\9B</title></text>]]>--><img src=x onerror=y><script>x</script>{}{0}%s`,
  `\${x}\`x\`*/;}int x();//?`,
].join('');

/** A program all of whose names have a part of their own. */
const program = (own: string): string => `#scope = loc("jit(${own})/${own}dot"("${own}step.py":3:4))
module @"m${own}" {
  sdy.mesh @"mesh${own}" = <["${own}x"=2, "y${own}"=2]>
  func.func @main(%arg0: tensor<32x64xf32> {jax.arg_info = "${own}p['a']", sdy.sharding = #sdy.sharding<@"mesh${own}", [{"${own}x"}, {}]>} loc("${own}a"), %arg1: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@"mesh${own}", [{"${own}x"}, {}]>} loc("b${own}")) -> (tensor<32x32xf32> {jax.result_info = "${own}r"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32> loc(#scope)
    %1 = func.call @"f${own}"(%0) : (tensor<32x32xf32>) -> tensor<32x32xf32> loc("${own}call"("${own}call.py":1:2))
    return %1 : tensor<32x32xf32>
  }
  func.func private @"f${own}"(%arg0: tensor<32x32xf32> loc("${own}c")) -> tensor<32x32xf32> {
    %0 = stablehlo.tanh %arg0 {mhlo.frontend_attributes = {a = "${own}"}} : tensor<32x32xf32> loc("${own}tanh"(#scope))
    return %0 : tensor<32x32xf32>
  }
}
`;

/** Programs of one device, in dialects that are written as Python and C++. */
const single = (
  own: string,
): string => `func.func @main(%arg0: tensor<32x32xf32> {ttir.name = "${own}w"} loc("${own}a")) -> tensor<32x32xf32> {
  %0 = func.call @"f${own}"(%arg0) : (tensor<32x32xf32>) -> tensor<32x32xf32> loc("${own}call")
  return %0 : tensor<32x32xf32>
}
func.func private @"f${own}"(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}
`;
const ttnn = (
  own: string,
): string => `func.func @"f${own}"(%arg0: tensor<32x32xf32> {ttir.name = "${own}w", emitpy.name = "${own}v"}) -> tensor<32x32xf32> {
  return %arg0 : tensor<32x32xf32>
}
func.func @"g${own}"(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
  return %arg0 : tensor<32x32xf32>
}
`;
const emitpy = (own: string): string => `emitpy.global @g = "${own}"
func.func @"f${own}"(%arg0: !emitpy.opaque<"x"> {emitpy.name = "${own}v"}) -> !emitpy.opaque<"x"> {
  %0 = func.call @"h${own}"(%arg0) : (!emitpy.opaque<"x">) -> !emitpy.opaque<"x">
  return %0 : !emitpy.opaque<"x">
}
func.func @"h${own}"(%arg0: !emitpy.opaque<"x">) -> !emitpy.opaque<"x"> {
  return %arg0 : !emitpy.opaque<"x">
}
`;
const emitc = (own: string): string => `emitc.global @"g${own}" : i32 = 1
func.func @"f${own}"(%arg0: i32) -> i32 {
  %0 = func.call @"h${own}"(%arg0) : (i32) -> i32
  return %0 : i32
}
func.func @"h${own}"(%arg0: i32) -> i32 {
  return %arg0 : i32
}
`;
/** Programs about which messages are written. */
const wrong = (
  own: string,
): string => `func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@"me${own}", [{"x${own}"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @"t${own}"(%arg0) {backend_config = "${own}"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
`;
const unknown = (own: string): string => `func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @"t${own}"(%arg0) : (tensor<8xf32>) -> tensor<8xf32> loc("${own}"("${own}.py":1:1))
  return %0 : tensor<8xf32>
}
`;
const foreign = wrong('').replaceAll(/ \{sdy.*>\}/g, '');

const FILES: Readonly<Record<string, (own: string) => string>> = {
  'a.mlir': program,
  'b.mlir': (own) => program(own).replace('stablehlo.tanh', 'stablehlo.sine'),
  // Of few strategies: planning takes longest.
  'line.mlir': (own) => program(own).replace(`, "y${own}"=2`, ''),
  'single.mlir': single,
  'ttnn.mlir': ttnn,
  'emitpy.mlir': emitpy,
  'emitc.mlir': emitc,
  'wrong.mlir': wrong,
  'unknown.mlir': unknown,
  'foreign.mlir': (own) => foreign.replace('"t"', `"t${own}"`).replace('= ""', `= "${own}"`),
  'budget.json': () => JSON.stringify({ collectives: { all_gather: 0 }, memory: '1KiB' }),
};

/** Command lines with the language of standard output; files that they write tell theirs by their names. */
const COMMAND_LINES: readonly (readonly [string, line: string])[] = [
  ['text', 'show a.mlir'],
  ['text', 'show a.mlir %1'],
  ['text', 'show a.mlir --table'],
  ['csv', 'show a.mlir --table --csv -'],
  ['text', 'show a.mlir --collectives'],
  ['csv', 'show a.mlir --collectives --csv -'],
  ['svg', 'show a.mlir --svg -'],
  ['json', 'show a.mlir --json'],
  ['text', 'explain a.mlir %1 --cheaper'],
  ['text', 'explain a.mlir'],
  ['json', 'explain a.mlir --json'],
  ['text', 'partition a.mlir --emit none'],
  ['text', 'partition a.mlir -o out.mlir'],
  ['json', 'partition a.mlir --json'],
  ['text', 'compare a.mlir b.mlir'],
  ['json', 'compare a.mlir b.mlir --json'],
  // As the GitHub Action calls it.
  ['text', 'check a.mlir --budget budget.json --summary summary.md'],
  ['json', 'check a.mlir --budget budget.json --json'],
  ['text', 'check a.mlir --budget budget.json --sarif check.json'],
  ['text', 'plan line.mlir --jax plan.py -o planned.mlir'],
  ['json', 'plan line.mlir --json'],
  ['text', 'run a.mlir --check-global'],
  ['text', 'run a.mlir'],
  ['json', 'run a.mlir --json'],
  ['text', 'sim a.mlir --trace trace.json'],
  ['json', 'sim a.mlir --json'],
  ['text', 'bundle a.mlir -o bundle'],
  ['text', 'report a.mlir -o report.html'],
  ['text', 'export a.mlir --format model-explorer -o graph.json'],
  ['text', 'export a.mlir --format perfetto -o perfetto.json'],
  ['text', 'tt single.mlir -o stages'],
  ['text', 'tt a.mlir -o stages4'],
  ['text', 'tt single.mlir --golden'],
  ['json', 'tt single.mlir --json'],
  ['py', 'translate --ttnn-to-python ttnn.mlir'],
  ['cpp', 'translate --ttnn-to-cpp ttnn.mlir'],
  ['py', 'translate --ttnn-to-python stages/3-ttnn.mlir'],
  ['cpp', 'translate --ttnn-to-cpp stages/3-ttnn.mlir'],
  ['py', 'translate --mlir-to-python emitpy.mlir'],
  ['cpp', 'translate --mlir-to-cpp emitc.mlir'],
  ['text', 'translate --interpret single.mlir --args=[dense<1.0>:tensor<32x32xf32>]'],
  [
    'text',
    'dist simulate single.mlir --batch-args 0 --degrees 2/1/1/1 --html dist.html --svg dist.svg --trace dist.json',
  ],
  ['text', 'dist search single.mlir --batch-args 0 --devices 2 --workers 1 --csv search.csv'],
  ['text', 'compare a.mlir b.mlir --html compare.html'],
  ['text', 'reduce unknown.mlir --test-error valid -o reduced.mlir'],
  ['json', 'reduce unknown.mlir --test-error valid --json -o reduced.mlir'],
  ['text', 'opt wrong.mlir'],
  ['text', 'opt unknown.mlir'],
  ['text', 'run unknown.mlir'],
  ['text', 'run foreign.mlir'],
  ['text', 'tt foreign.mlir'],
  ['text', 'sim foreign.mlir'],
  ['text', 'show a.mlir nothing'],
  ['json', 'run unknown.mlir --json'],
  ['json', 'opt unknown.mlir --diagnostics-format=json'],
];

/** Files whose languages are read; programs of MLIR have their own round trips. */
const LANGUAGES: Readonly<Record<string, string>> = {
  '.py': 'py',
  '.html': 'html',
  '.md': 'md',
  '.json': 'json',
  '.svg': 'svg',
  '.cpp': 'cpp',
  '.csv': 'csv',
};

/** The outputs of all command lines for names that share a suffix, by command line. */
async function outputs(own: string): Promise<Map<string, readonly [language: string, text: string]>> {
  const folder = join(outer, own === 'n' ? 'plain' : 'hostile');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text(own));
  const found = new Map<string, readonly [string, string]>();
  for (const [language, line] of COMMAND_LINES) {
    const input = { stdin: new Uint8Array(), cwd: folder, colour: false };
    const { stdout, stderr } = await runTool('shardform', line.split(' '), input).catch((error: unknown) => ({
      stdout: '',
      stderr: `FAILED ${line}: ${String(error)}`,
    }));
    found.set(`${line}, standard output`, [language, String(stdout)]);
    found.set(`${line}, standard error`, [line.includes('diagnostics-format') ? 'json' : 'text', stderr]);
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const language = LANGUAGES[extname(name)];
    if (name in FILES || language === undefined || statSync(join(folder, name)).isDirectory()) continue;
    found.set(name, [language, readFileSync(join(folder, name), 'utf8')]);
  }
  return found;
}

test('names change nothing but names and texts in what any command writes', async () => {
  const [plain, hostile] = [await outputs('n'), await outputs(HOSTILE)];
  expect([...hostile.keys()]).toEqual([...plain.keys()]);
  const pairs = [...plain].map(([name, [language, text]]) => [language, name, text, hostile.get(name)![1]]);
  const checker = fileURLToPath(new URL('Inputs/compare_structure.py', import.meta.url));
  const { stdout, stderr } = spawnSync('python3', [checker], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
  });
  expect(stdout + stderr).toBe('');
});
