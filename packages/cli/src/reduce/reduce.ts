import { dirname, basename, extname, join } from 'node:path';
import {
  type Context,
  countInner,
  type ModuleOp,
  type OpPipeline,
  parseModule,
  parsePipeline,
  printOp,
  readReproducer,
  verifyOp,
} from '@shardform/ir-core';
import { defineCommand } from '../command/define-command.ts';
import type { FlagValues } from '../command/flag.ts';
import { integer, object, text, truth, versionOne } from '../json-schema/json-schema.ts';
import { type LoadedModule, loadModule } from '../load-module.ts';
import { type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { byCommand, byError, byMismatch, type Interesting } from './interesting.ts';
import { search } from './search.ts';

const flags = {
  test: {
    value: 'CMD',
    description:
      'a shell command that succeeds for interesting programs; {} is replaced by the file, which is appended otherwise',
  },
  'test-error': {
    value: 'REGEXP',
    description:
      'passes report a message that matches, or crash with one; needs --pass-pipeline or a reproducer',
  },
  'test-mismatch': { description: "'shardform run' finds other numbers than those of sequential execution" },
  'pass-pipeline': {
    value: 'TEXT',
    description: 'the pipeline for --test-error, unless the file is a reproducer that contains one',
  },
  seed: { value: 'N', type: 'integer', description: 'of the inputs of --test-mismatch' },
  'max-attempts': {
    value: 'N',
    type: 'integer',
    least: 1,
    description: 'programs to test at most, 10000 unless given',
  },
  o: {
    value: 'FILE',
    type: 'output',
    inPlace: true,
    description: 'where to write, NAME.reduced.mlir unless given, - for standard output',
  },
} as const;

/** The output of `shardform reduce --json`. */
export const reductionSchema = object(
  {
    version: versionOne,
    output: text('the program that is left'),
    operationsBefore: integer('of the whole module'),
    operationsAfter: integer('of what is left'),
    attempts: integer('programs that were tested'),
    isSmallest: truth('false when the limit of attempts ended the search'),
  },
  'the output of shardform reduce --json',
);

/** `shardform reduce`. */
export const reduce = defineCommand({
  name: 'reduce',
  description: `Reduces a program that shows a problem: removes functions, blocks, operations, operands, results, constants and
attributes as long as the problem persists. Every tested program is accepted by the verifier.`,
  usage: ['FILE --test CMD | --test-error REGEXP | --test-mismatch [-o FILE]'],
  examples: [
    `shardform reduce step.mlir --test 'sdy_opt -sdy-propagation-pipeline {} 2>&1 | grep -q "not divisible"'`,
    `shardform reduce step.mlir --test-error 'op operand' --pass-pipeline 'builtin.module(stablehlo-pipeline)'`,
    'shardform reduce reproducer.mlir --test-error "is still used"',
    'shardform reduce step.mlir --test-mismatch',
  ],
  flags,
  async run([file], given, input) {
    const loaded = loadModule(file!, input);
    const { module, context, log } = loaded;
    const isInteresting = interestOf(loaded, given, input);
    if (!(await isInteresting(module)))
      throw new UsageError(`'${file!}' does not show the problem: there is nothing to reduce`);
    const mostAttempts = given['max-attempts'] ?? 10_000;
    const before = countInner(module);
    const found = await search(module, context, isInteresting, {
      mostAttempts,
      onProgress: (attempts, what) => input.progress?.update(0, `${what}: ${attempts} programs tested`),
    });
    input.progress?.clear();
    const output = checkedText(found.module, context);
    const target = given.o ?? (file === '-' ? '-' : reducedName(file!));
    if (target !== '-') writeOutput(target, output, input);
    const { attempts, isSmallest } = found;
    const reduction = {
      version: 1 as const,
      output,
      operationsBefore: before,
      operationsAfter: countInner(found.module),
      attempts,
      isSmallest,
    };
    return { data: { reduction, target }, messages: log.text() };
  },
  text({ reduction, target }) {
    const { operationsBefore, operationsAfter, attempts, isSmallest, output } = reduction;
    const rest = isSmallest ? '' : '; more attempts could make it smaller';
    const summary = `${operationsBefore} operations became ${operationsAfter}, ${attempts} programs were tested${rest}\n`;
    if (target === '-') return { stdout: output, stderr: summary };
    return `${summary}written to ${target}\n`;
  },
  json: {
    name: 'reduction',
    get schema() {
      return reductionSchema;
    },
    of: ({ reduction }) => reduction,
  },
});

function interestOf(loaded: LoadedModule, given: FlagValues<typeof flags>, input: ToolInput): Interesting {
  const { context } = loaded;
  const { test, 'test-error': error, 'test-mismatch': mismatch } = given;
  const count = [test !== null, error !== null, mismatch].filter(Boolean).length;
  if (count !== 1) throw new UsageError("expected one of '--test', '--test-error' and '--test-mismatch'");
  if (test !== null) return byCommand(test, context, input);
  if (error !== null) return byError(regularExpression(error), pipelineOf(loaded, given), context);
  return byMismatch(context, input, given.seed === null ? [] : [`--seed=${given.seed}`]);
}

function regularExpression(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    // Only the constructor of RegExp fails here, with a SyntaxError.
    throw new UsageError(`flag '--test-error': ${(error as Error).message}`);
  }
}

function pipelineOf({ source, context }: LoadedModule, given: FlagValues<typeof flags>): OpPipeline {
  const text = given['pass-pipeline'] ?? readReproducer(source, context)?.pipeline;
  if (text === undefined)
    throw new UsageError("'--test-error' needs '--pass-pipeline', or a file that says its pipeline");
  return parsePipeline(text, context);
}

/** The text of the reduced program, parsed again: the reproducer must be the program that was tested. */
function checkedText(module: ModuleOp, context: Context): string {
  const text = printOp(module, context);
  const again = context.diagnostics.capture(() => parseModule(text, context)).result;
  if (again === null || !verifyOp(again, context))
    throw new Error('the reduced program can not be read again');
  return text;
}

function reducedName(file: string): string {
  return join(dirname(file), `${basename(file, extname(file))}.reduced.mlir`);
}
