import { mutateText } from '../mutate.ts';
import type { Random } from '../random.ts';
import { runSession, type ServerProtocol } from '../server-session.ts';
import { chunksOf, sessionInput } from './session-input.ts';
import type { Target } from './target.ts';

const protocol: ServerProtocol = {
  args: ['mcp', '--limit-time=4', '--limit-memory=64MiB', '--limit-devices=64', '--limit-work=10000000'],
  // A line is a message.
  bodyOf: (text) => text.replaceAll('\n', ' '),
  frame: (body) => `${body}\n`,
  split(written) {
    const lines = written.split('\n');
    return [lines.slice(0, -1), lines.at(-1)!];
  },
  answersCancelled: false,
  cancellation: ['notifications/cancelled', 'requestId'],
};

const TOOLS = [
  'parse',
  'verify',
  'run_pipeline',
  'explain',
  'simulate',
  'cost',
  'partition',
  'compare',
  'picture',
];

/** Arguments of tools; those that a tool does not take are mistakes of the client. */
const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  pipeline: ['builtin.module(cse)', 'builtin.module(sdy-propagation-pipeline)', 'x(', '', 'any(', '-cse'],
  value: ['%0', '%a', '', '-', '--json', '%999', '0'],
  function: ['main', '@main', '', 'no'],
  seed: [0, -1, 2 ** 40],
  tolerance: [0, -1, 1e-9],
  machine: ['t3k', 'no', '', '/etc/passwd', '--help'],
  emit: ['none', 'stablehlo', 'sdy-collectives', ''],
  generic: [true, false],
  as_written: [true, false],
};

/** Which of them tools take. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  parse: ['generic'],
  run_pipeline: ['pipeline'],
  explain: ['value', 'function'],
  simulate: ['seed', 'tolerance'],
  cost: ['machine'],
  partition: ['emit'],
  compare: ['machine'],
  picture: ['value', 'as_written'],
};

/** An agent that calls tools. */
export const mcp: Target = {
  summary: 'messages of an agent to the server of tools',
  inputOf(random, { programs, texts }) {
    const messages: unknown[] = [
      {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {} },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ];
    const candidates = programs.length === 0 ? texts : programs;
    for (let i = random.below(6); i >= 0; i--) {
      const program = random.pick(candidates).slice(0, 2000);
      const text = random.below(3) === 0 ? mutateText(random, program, texts) : program;
      messages.push(messageOf(random, messages.length, text));
    }
    return sessionInput(random, messages, texts, ['{', '\0', '\ufeff', '[', ' \t', '}\r']);
  },
  execute: (input) => runSession(chunksOf(input), protocol),
};

function messageOf(random: Random, id: number, program: string): unknown {
  const jsonrpc = '2.0';
  switch (random.below(8)) {
    case 0:
      return { jsonrpc, id, method: 'ping' };
    case 1:
      return {
        jsonrpc,
        id: random.below(id + 1),
        method: random.pick(['tools/list', 'resources/list', 'x']),
      };
    case 2:
      return { jsonrpc, method: 'notifications/cancelled', params: { requestId: random.below(id + 1) } };
    case 3:
      return {
        jsonrpc,
        method: random.pick(['tools/call', '$/cancelRequest', '$/progress']),
        params: { id: 1 },
      };
    default: {
      const name = random.pick(TOOLS);
      const own: Record<string, unknown> = { program };
      if (name === 'compare') own.other = program;
      for (const option of TAKEN[name] ?? [])
        if (option === 'pipeline' || random.below(2) === 0) own[option] = random.pick(OPTIONS[option]!);
      if (random.below(10) === 0) own[random.pick(Object.keys(OPTIONS))] = 'x';
      return { jsonrpc, id, method: 'tools/call', params: { name, arguments: own } };
    }
  }
}
