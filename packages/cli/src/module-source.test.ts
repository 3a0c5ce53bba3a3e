import { type Context, printOp } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { serializePortableArtifact } from '@shardform/dialect-vhlo';
import { createContext } from './context.ts';
import { loadModule } from './load-module.ts';
import { moduleSource } from './module-source.ts';
import { runTool } from './run-tool.ts';
import type { ToolInput } from './tool-io.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const latin1 = (content: string): Uint8Array =>
  Uint8Array.from(content, (character) => character.charCodeAt(0));

/** `jax.export.export(jax.jit(lambda x: jnp.sin(x) * 2))(jax.ShapeDtypeStruct((4,), jnp.float32)).serialize()` of JAX 0.10.2. */
const EXPORTED = Buffer.from(
  'PAAAADgAYABeAFgAVABQAEwASAAAAEAAPAA4ADQAMAAsACgAJgAgAAAAAABEABwAGAAUABAADAAIAAQAOAAAAFwAAABgAAAAZAAA' +
    'AGgAAABsAAAAbAAAAGwAAACMAAAAAAAKAIwAAAAkAwAAJAMAACQDAAAIAwAAIAMAACgDAAABAAAALAMAAEwDAABMAwAAeAMAAMwD' +
    'AAAAAAMAAQAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAEAAAA7Pz//wAAAQoEAAAAAQAAAAQAAAAB' +
    'AAAANAAAAAEAAAAAAAAAiAIAAE1M71INU3RhYmxlSExPX3YxLjE1LjAAAR8FAQUPAQMLAw0PExcbHyMDdVERATcHDwsPDwsPIwsP' +
    'CwsLDwsLCxsPCw8PGwsPDxsDGw8LCw8TCwsLCx8XCw8BBQsPAw0TBw8XEwcCQgIfHSEjBRMRAwUdHwMFFR0vMQMHERMVBxcHBRcR' +
    'AQAFGQUbBR0dHQEFHwUhBSMtBQcpBbEdJykFJRUrAx0LLS0FBylFWQUnFTMDHQs1LQUHKUVdAwM5DQEjCwMDPw0DQUMdKR0rHS0d' +
    'Lx8JCQAAAEApAQEBTScBHw0BAQkBAgIpAxEHCSkBBxEDBQMFKQMBDx0EewUBUQEPAQcEaQMBBQNQAQMHBFUDCxcDCxsABUIJBQMJ' +
    'B0YlBwMFAwEJRg0JAwUDAwsGDQMFBQUHDQQJAwkGAwEFAQDiBDEPCw8hJSUTHQUZJSk5Ex0VGSkRGREPCxFidWlsdGluAHZobG8A' +
    'bW9kdWxlAGZ1bmNfdjEAY29uc3RhbnRfdjEAc2luZV92MgBicm9hZGNhc3RfaW5fZGltX3YxAG11bHRpcGx5X3YxAHJldHVybl92' +
    'MQAvdG1wL24vZ2VuLnB5ADxsYW1iZGE+AGpheC51c2VzX3NoYXBlX3BvbHltb3JwaGlzbQBtaGxvLm51bV9wYXJ0aXRpb25zAG1o' +
    'bG8ubnVtX3JlcGxpY2FzAGppdF9fbGFtYmRhAHgAaml0KDxsYW1iZGE+KQA8bW9kdWxlPgBqaXQoPGxhbWJkYT4pL3NpbgBqaXQo' +
    'PGxhbWJkYT4pL211bABqYXgucmVzdWx0X2luZm8AcmVzdWx0AG1haW4AcHVibGljAAghCwUzAQs3Oz1FRwNJA0sDTwEAAAAEAAAA' +
    'AwAAAGNwdQAAAAAAAAAAAAAAAAABAAAABAAAAEj///8BAAAABAAAAFT///8BAAAABAAAANj///8AAAEKBAAAAAEAAAAEAAAAAQAA' +
    'ADQAAAB8////AQAAABAAAAAMAAwAAAAIAAcABgAMAAAAAAABCgQAAAABAAAABAAAAAEAAAA0AAAAzP///wgAAAAAAAACAgAAACwA' +
    'AAAQAAAAAAAKAAwACwAAAAQACgAAAAgAAAAAAAAEAAAAAAgADAALAAQACAAAAAgAAAAAAAACAQAAAAgAAAAEAAQABAAAAAgAAAA8' +
    'bGFtYmRhPgAAAAA=',
  'base64',
);

/** Unsupported formats, and the text by which the message names them. */
const FOREIGN: readonly (readonly [string, Uint8Array])[] = [
  ['an npz file', latin1('PK\x03\x04' + '\0'.repeat(22) + '\x08\0\0\0arg0.npy')],
  ['a zip archive', latin1('PK\x03\x04' + '\0'.repeat(22) + '\x05\0\0\0a.txt')],
  ['a NumPy array', latin1('\x93NUMPY\x01\0')],
  ['a PNG image', latin1('\x89PNG\r\n\x1a\n')],
  ['a gzip file', latin1('\x1f\x8b\x08\0')],
  ['a Python pickle', latin1('\x80\x04K\x01.')],
  ['a safetensors file', latin1('\x0c\0\0\0\0\0\0\0{"a":{}}    ')],
  ['a jaxpr', text('{ lambda ; a:f32[4]. let b:f32[4] = sin a in (b,) }')],
  ['a Python program', text('import jax\n')],
  ['an ONNX model', latin1('\x08\x0a\x12\x01x\x3a\x02\x12\0\x42\x02\x10\x0d')],
  ['a TensorFlow SavedModel', latin1('\x08\x01\x12\x02ab')],
  ['text in UTF-16', latin1('\xff\xfem\0')],
  [
    'a binary file of an unknown format, or one that is cut off',
    Uint8Array.from({ length: 256 }, (_, i) => (i * 7) % 256),
  ],
];

test.each(FOREIGN)('%s is recognised by its content', (name, bytes) => {
  expect(() => moduleSource('file', bytes)).toThrow(`'file' is ${name}, not MLIR; `);
});

test.each(['', 'module {}', '// HloModule x', '"builtin.module"() ({}) : () -> ()', 'nonsense'])(
  'text is left to the parser: %j',
  (content) => {
    expect(moduleSource('-', text(content)).text.text).toBe(content);
  },
);

const input = (bytes: Uint8Array): ToolInput => ({ stdin: () => bytes, cwd: '/', colour: false });

const HLO = text(`HloModule jit_f, num_partitions=2, is_scheduled=true

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

double {
  p = f32[4]{0} parameter(0)
  ROOT s = f32[4]{0} add(p, p)
}

ENTRY main {
  x = f32[4]{0} parameter(0), sharding={devices=[2]<=[2]}
  f = f32[4]{0} fusion(x), kind=kLoop, calls=double
  ROOT r = f32[4]{0} all-reduce(f), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
}
`);

test.each([
  [['opt'], 'stablehlo.all_reduce'],
  [['translate', '--hlo-to-stablehlo'], 'call @double'],
  [['translate', '--hlo-to-stablehlo', '--inline-fusions'], 'stablehlo.add %arg0, %arg0'],
  [['show'], 'argument 0 : tensor<8xf32>'],
  [['partition', '--emit', 'none'], '16 B  all_reduce'],
  [['sim'], 'all_reduce'],
  [['run'], 'executed on 2 simulated devices'],
])('%s reads HLO', async (args, expected) => {
  const { stdout, stderr, exitCode } = await runTool('shardform', [...args, '-'], { cwd: '/', stdin: HLO });
  expect([exitCode, stderr]).toEqual([
    0,
    args[0] === 'partition'
      ? 'partitioned already: the program that XLA made for each of 2 devices, with its own collectives\n'
      : '',
  ]);
  expect(String(stdout)).toContain(expected);
});

test('what is wrong with HLO is told with its line', async () => {
  const { stderr, exitCode } = await runTool('shardform', ['show', '-'], {
    cwd: '/',
    stdin: text('HloModule f\n\nENTRY main {\n  ROOT x = f32[4]{0} bad(\n}\n'),
  });
  expect(exitCode).toBe(1);
  expect(stderr).toBe("<stdin>:5:1: error: expected an operand, found '}'\n");
});

test('files of jax.export are StableHLO for every command', async () => {
  const { module, context } = loadModule('-', input(EXPORTED));
  expect(printOp(module, context)).toContain('stablehlo.sine %arg0 : tensor<4xf32>');
  for (const args of [
    ['opt'],
    ['show'],
    ['explain'],
    ['partition'],
    ['run'],
    ['sim'],
    ['translate', '--serialize'],
  ])
    expect((await runTool('shardform', [...args, '-'], { cwd: '/', stdin: EXPORTED })).exitCode).toBe(0);
});

test('a portable artifact becomes StableHLO where operations of StableHLO are wanted', async () => {
  const context: Context = createContext();
  const { module } = loadModule('-', input(EXPORTED));
  const artifact = serializePortableArtifact(module, context, { target: '1.0.0' })!;
  const printed = async (...args: string[]): Promise<string> =>
    String((await runTool('shardform', ['opt', ...args], { cwd: '/', stdin: artifact })).stdout);
  expect(await printed('--cse', '-')).toContain('stablehlo.sine');
  expect(await printed('-')).toContain('vhlo.sine_v1');
  expect(await printed('--vhlo-to-version=target=0.9.0', '-')).toContain('vhlo.sine_v1');
  expect(await printed('--stablehlo-deserialize', '-')).toContain('stablehlo.sine');
  expect(String((await runTool('shardform', ['show', '-'], { cwd: '/', stdin: artifact })).stdout)).toContain(
    'tensor<4xf32>',
  );
});

test('keeps bytes of strings that are not UTF-8, as MLIR does', async () => {
  const program = latin1('"x.y"() {a = "q\xffz"} : () -> () // \xff');
  const args = ['opt', '--allow-unregistered-dialect', '-'];
  const { stdout } = await runTool('shardform', args, { stdin: program, cwd: '.' });
  expect(String(stdout)).toContain('{a = "q\\FFz"}');
});

test('tells where bytes that are not UTF-8 stand outside of strings', async () => {
  const program = latin1('module {\n  func.func @f\xff() { return }\n}\n');
  const { stderr, exitCode } = await runTool('shardform', ['opt', '-'], { stdin: program, cwd: '.' });
  expect(stderr).toMatch(/^<stdin>:2:15: error: unexpected character\n/);
  expect(exitCode).toBe(1);
});

test('refuses a JSON file with bytes that are not UTF-8 at its place', async () => {
  const texts = new Map([['faults.json', latin1('{\n"a": "\xff"}')]]);
  const { stderr, exitCode } = await runTool('shardform', ['run', '-', '--faults', 'faults.json'], {
    stdin: text('func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }'),
    cwd: '.',
    texts,
  });
  expect(stderr).toContain("'faults.json' is not UTF-8: byte 0xFF at line 2, column 7");
  expect(exitCode).toBe(1);
});
