import { arrayOf, writeNpy, writeNpz, writeSafetensors, zeros } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const PROGRAM = new TextEncoder().encode(
  'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }',
);

async function messageFor(name: string, bytes: Uint8Array): Promise<string> {
  const texts = new Map([[name, bytes]]);
  const { stderr } = await runTool('shardform', ['run', '-', '--in', name], {
    stdin: PROGRAM,
    cwd: '.',
    texts,
  });
  return stderr;
}

test('tells how a single NumPy array becomes an input', async () => {
  expect(await messageFor('a.npy', writeNpy(zeros('f32', [4])))).toBe(
    "shardform: error: 'a.npy' is one NumPy array without a name; put it into an npz file: np.savez(path, arg0=array)\n",
  );
});

test('compares kind and shape before an array is read', async () => {
  const arrays = new Map([['arg0', zeros('f32', [5])]]);
  // The data is missing, which is not what is complained about.
  const cut = writeSafetensors(arrays).slice(0, -20);
  expect(await messageFor('a.safetensors', cut)).toBe(
    "shardform: error: 'a.safetensors': array 'arg0' is f32[5], but the argument is f32[4]\n",
  );
});

test('tells that JAX leaves out arguments where a file has more', async () => {
  const hint =
    '; the file has 2 arrays for 1 argument: JAX leaves out arguments that a function does not use; number the others in order, or lower with jit(..., keep_unused=True)';
  const dropped = new Map([
    ['arg0', zeros('i32', [2])],
    ['arg1', zeros('f32', [4])],
  ]);
  expect(await messageFor('a.npz', writeNpz(dropped))).toContain(`expected f32${hint}\n`);
  const more = new Map([
    ['arg0', zeros('f32', [4])],
    ['arg1', zeros('f32', [4])],
  ]);
  expect(await messageFor('a.npz', writeNpz(more))).toContain(`but the function has 1 argument${hint}\n`);
});

test('tells what tokens order, and where', async () => {
  const { stderr } = await runTool('shardform', ['run', '-'], {
    stdin: new TextEncoder().encode(
      'func.func @main(%t: !stablehlo.token) -> !stablehlo.token { return %t : !stablehlo.token }',
    ),
    cwd: '.',
  });
  expect(stderr).toBe(
    "shardform: error: <stdin>:1: argument 0 of type '!stablehlo.token' can't be executed: it orders calls of Python functions of the process that wrote the program, such as io_callback(..., ordered=True) and debug.print(..., ordered=True) of JAX; lower the program without them\n",
  );
});

test('leaves arrays alone that are no arguments', async () => {
  const arrays = new Map([
    ['note', arrayOf('f8E4M3FN', [1], [1])],
    ['arg0', zeros('f32', [4])],
  ]);
  expect(await messageFor('a.npz', writeNpz(arrays))).toBe('');
});

test('tells that the header of a safetensors file is too long to be one', async () => {
  const bytes = writeSafetensors(new Map([['arg0', zeros('f32', [4])]]));
  bytes[7] = 0x80;
  expect(await messageFor('a.safetensors', bytes)).toContain(
    "'a.safetensors': not a safetensors file, or a damaged one: its header would take",
  );
});
