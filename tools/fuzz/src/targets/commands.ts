import { tmpdir } from 'node:os';
import { runTool } from '@shardform/cli';
import { Budget, withBudget } from '@shardform/ir-core';
import { mutateBytes, mutateText } from '../mutate.ts';
import type { Random } from '../random.ts';
import type { Target } from './target.ts';

/** Commands that read a program from standard input and write nothing but their answer. */
const COMMANDS = [
  'run',
  'sim',
  'show',
  'explain',
  'partition',
  'report',
  'tt',
  'opt',
  'translate',
  'dist',
  'highlight',
];

const FLAGS = [
  ...[
    '--json',
    '--seed=1',
    '--seed=x',
    '--seed=-1',
    '--seed=1e400',
    '--tolerance=0',
    '--tolerance=NaN',
    '--check-global',
  ],
  ...[
    '--memory',
    '--memory-limit=1B',
    '--memory-limit=1KiB',
    '--check-numerics',
    '--deviation=0',
    '--deviation=1e300',
  ],
  ...[
    '--as-written',
    '--machine=t3k',
    '--machine=no',
    '--function=main',
    '--',
    '-',
    '%0',
    '%a',
    '--interpret',
  ],
  ...[
    '--serialize',
    '--deserialize',
    '--from-onnx',
    '--target=1.0.0',
    '-canonicalize',
    '-cse',
    '--mlir-print-op-generic',
  ],
  ...[
    '--limit-memory=1MiB',
    '--limit-devices=2',
    '--limit-work=0',
    '--limit-calls=3',
    '--no',
    '--pass-pipeline=(',
  ],
  ...[
    '--emit-bytecode',
    '--args=[dense<1.0> : tensor<f32>]',
    '--args=[',
    '-sdy-propagation-pipeline',
    '--diagnostics-format=sarif',
  ],
];

/** Whole commands with arguments that hardly fit. */
export const commands: Target = {
  summary: 'programs, ONNX models and arguments to commands',
  inputOf(random, { programs, texts, models }) {
    if (models.length > 0 && random.below(4) === 0) return mutateBytes(random, random.pick(models));
    const text = random.pick(programs.length === 0 ? texts : programs);
    return new TextEncoder().encode(random.below(3) === 0 ? mutateText(random, text, texts) : text);
  },
  async execute(input, _context, random) {
    const isModel = input[0] === 8;
    const args = isModel ? ['translate', '--from-onnx', '-'] : argumentsOf(random);
    // No more than a few kilobytes ask for.
    const budget = new Budget({ time: 4, memory: 2 ** 26, work: 1e8, devices: 64 });
    const { exitCode, stderr, stdout } = await withBudget(budget, () =>
      runTool('shardform', args, { stdin: input, cwd: tmpdir() }),
    );
    const said = `${stderr}${typeof stdout === 'string' ? stdout : ''}`;
    if (/stopped with an internal error|stopped after 4 s/.test(said))
      return `${args.join(' ')}: ${stderr.slice(0, 500)}`;
    if (exitCode !== 0 && said === '') return `${args.join(' ')}: ends with ${exitCode} and says nothing`;
    return null;
  },
};

function argumentsOf(random: Random): string[] {
  const flags = Array.from({ length: random.below(3) }, () => random.pick(FLAGS));
  return [random.pick(COMMANDS), ...(random.below(12) === 0 ? [] : ['-']), ...flags];
}
