import { once } from 'node:events';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { programArguments } from './program.ts';

// A process is started.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
`;

/** A loop that takes longer than any test. */
const endless = `func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.while(%i = %n) : tensor<i64>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %d = stablehlo.constant dense<1> : tensor<i64>
    %j = stablehlo.add %i, %d : tensor<i64>
    stablehlo.return %j : tensor<i64>
  }
  return %0 : tensor<i64>
}
`;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly text: string; readonly data: unknown; readonly isError: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

let server: ChildProcessWithoutNullStreams;
const answers = new Map<number, (message: Message) => void>();
let last = 0;

beforeAll(async () => {
  server = spawn(process.execPath, [...(await programArguments()), 'serve', '--no-config']);
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.id !== undefined) answers.get(message.id)?.(message);
  });
});

afterAll(() => server.kill());

function send(method: string, params: unknown, id?: number): void {
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
}

function ask(method: string, params: unknown): Promise<Message> {
  const id = ++last;
  const answer = new Promise<Message>((resolve) => answers.set(id, resolve));
  send(method, params, id);
  return answer;
}

describe('shardform serve', () => {
  test('tells its methods: the commands, with their flags and the schemas of their answers', async () => {
    const { result } = await ask('initialize', {});
    const { protocol, methods } = result as unknown as {
      readonly protocol: number;
      readonly methods: readonly {
        readonly name: string;
        readonly parameters: { readonly properties: object };
      }[];
    };
    expect(protocol).toBe(1);
    const parametersOf = (name: string) =>
      Object.keys(methods.find((method) => method.name === name)!.parameters.properties);
    expect(parametersOf('sim')).toEqual([
      ...[
        'program',
        'file',
        'machine',
        'cost',
        'fused_attention',
        'partitioner',
        'hlo',
        'compile',
        'python',
        'tokens',
        'batch',
        'peak',
        'all',
        'check',
        'trace',
        'memory',
      ],
    ]);
    expect(parametersOf('compare')).toContain('other_file');
    expect(methods.map(({ name }) => name)).not.toContain('mcp');
  });

  test('answers with what the command prints, and with its JSON', async () => {
    const { result } = await ask('partition', { program });
    expect(result).toMatchObject({
      isError: false,
      data: { devices: 2, totals: { countByKind: { all_reduce: 1 } } },
    });
    expect(result!.text).toContain('all_reduce {"x"}');
  });

  test('takes lists for flags that repeat', async () => {
    const { result } = await ask('compare', { program, sharding: ['%a=[{}, {}]'] });
    expect(result).toMatchObject({ data: { before: { bytes: 64 }, after: { bytes: 0 } } });
  });

  test('answers with the place of what is wrong in a program', async () => {
    const { result } = await ask('partition', { program: program.replace('dot_general', 'dot') });
    expect(result).toMatchObject({ isError: true, data: { error: { kind: 'module' } } });
    expect(result!.text).toMatch(/^3:30: error: /);
  });

  test('refuses methods and parameters that there are not', async () => {
    expect((await ask('simm', {})).error!.message).toBe("unknown method 'simm'; did you mean 'sim'?");
    expect((await ask('sim', { program, machin: 't3k' })).error!.message).toBe(
      "unknown parameter 'machin'; did you mean 'machine'?",
    );
    expect((await ask('compare', { program, sharding: '%a=[{}, {}]' })).error!.message).toBe(
      "parameter 'sharding' is no list",
    );
  });

  test('ends the work of a request that is cancelled, and goes on', async () => {
    const cancelled = ask('run', { program: endless });
    send('$/cancelRequest', { id: last });
    expect((await cancelled).error).toEqual({ code: -32800, message: "'run' was cancelled" });
    const running = ask('run', { program: endless });
    await ask('partition', { program });
    send('$/cancelRequest', { id: last - 1 });
    expect((await running).error!.code).toBe(-32800);
    expect((await ask('partition', { program })).result!.isError).toBe(false);
  });

  test('lists the meshes that a plan tries', async () => {
    const { data } = (await ask('meshes', { devices: 8 })).result!;
    expect(data).toEqual({ meshes: ['x=8', 'x=4,y=2', 'x=2,y=4', 'x=2,y=2,z=2'] });
    expect((await ask('meshes', { devices: 1 })).result!.text).toBe("'devices' is at least 2, got 1");
  });

  test('ends with its input', async () => {
    server.stdin.end();
    expect(await once(server, 'exit')).toEqual([0, null]);
  });
});
