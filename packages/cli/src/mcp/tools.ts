import { machinePresets } from '@shardform/runtime-dist';
import type { ErrorJson, OutputJson } from '../command/json-output.ts';
import { list, object } from '../json-schema/json-schema.ts';
import { jsonSchemas } from '../json-schema/schemas.ts';
import {
  comparePartitionings,
  type MeasuredProgram,
  partitionComparisonText,
} from '../partition/compare-partitionings.ts';
import { type PartitionReportJson, partitionReportText } from '../partition/partition-report.ts';
import { runTool } from '../run-tool.ts';
import type { SimulatedTimeJson } from '../sim/sim.ts';
import type { ToolInput, ToolResult } from '../tool-io.ts';
import type { Answer, Given, McpTool, Parameter } from './tool.ts';

const PROGRAM: Parameter = {
  type: 'string',
  description: 'the program as MLIR text, such as JAX prints: StableHLO, sdy, func, ttir, ttnn',
  required: true,
};

/** The tools that agents get. @param input where files are and what `--load` added. */
export function mcpTools(input: ToolInput): McpTool[] {
  const shardform = (args: readonly string[], { program }: Given): Promise<ToolResult> =>
    runTool('shardform', args, {
      ...input,
      // The server has looked at its type.
      stdin: new TextEncoder().encode(String(program)),
      colour: false,
    });
  const opt = async (args: readonly string[], given: Given): Promise<Answer> => {
    const { stdout } = await shardform(['opt', '-', '--json', ...args], given);
    return outputAnswer(parse(stdout) as OutputJson | ErrorJson);
  };
  /** The answer of a command that prints text for people, and JSON on request. */
  const answered = async (args: readonly string[], given: Given): Promise<Answer> => {
    const json = await shardform(withJson(args), given);
    const data = parse(json.stdout) as object;
    if ('error' in data) return errorAnswer(data as ErrorJson);
    const { stdout, stderr } = await shardform(args, given);
    return { text: stderr + String(stdout), data, isError: json.exitCode !== 0 };
  };
  return [
    {
      name: 'parse',
      description:
        'Reads and verifies a program and prints it in its usual form, or tells all problems with places.',
      parameters: {
        program: PROGRAM,
        generic: { type: 'boolean', description: 'print every operation in its generic form' },
      },
      output: jsonSchemas.output,
      run: (given) => opt(given.generic === true ? ['--mlir-print-op-generic'] : [], given),
    },
    {
      name: 'verify',
      description: 'Tells whether a program is right, and all its problems with places; does not print it.',
      parameters: { program: PROGRAM },
      output: jsonSchemas.output,
      run: async (given) => {
        const answer = await opt([], given);
        const data = answer.data as OutputJson | ErrorJson;
        if (answer.isError || 'error' in data) return answer;
        return { ...answer, text: 'the program is right', data: { ...data, output: null } };
      },
    },
    {
      name: 'run_pipeline',
      description:
        'Runs passes on a program and prints what they make of it. Pass names and pipeline text are those of mlir-opt, sdy_opt, stablehlo-opt and ttmlir-opt.',
      parameters: {
        program: PROGRAM,
        pipeline: {
          type: 'string',
          description:
            "'builtin.module(sdy-propagation-pipeline)', 'builtin.module(func.func(cse),canonicalize)'",
          required: true,
        },
      },
      output: jsonSchemas.output,
      run: (given) => opt([`--pass-pipeline=${String(given.pipeline)}`], given),
    },
    {
      name: 'explain',
      description:
        'Propagates shardings and tells why a value has its own: the operations that brought each axis from where the program says it, and what was not taken and why.',
      parameters: {
        program: PROGRAM,
        value: {
          type: 'string',
          description: "the value's name in the text, such as %12; without it, what @main returns",
        },
        function: { type: 'string', description: 'the function, where several have the name' },
      },
      output: object({ values: list(jsonSchemas.explanation) }),
      run: async (given) => {
        const args = ['explain', '-', ...flag('function', given.function), ...positional(given.value)];
        const [text, json] = [await shardform(args, given), await shardform(withJson(args), given)];
        if (json.exitCode !== 0) return errorAnswer(parse(json.stdout) as ErrorJson);
        const values = lines(json.stdout).map(parse);
        return { text: String(text.stdout), data: { values }, isError: false };
      },
    },
    {
      name: 'simulate',
      description:
        'Partitions a program by its shardings, executes it on simulated devices and compares the results with sequential execution on the same random inputs.',
      parameters: {
        program: PROGRAM,
        seed: { type: 'integer', description: 'of the random inputs, 0 unless given' },
        tolerance: {
          type: 'number',
          description: 'largest difference allowed, as a part of the largest magnitude',
        },
      },
      output: jsonSchemas.execution,
      run: (given) =>
        answered(['run', '-', ...flag('seed', given.seed), ...flag('tolerance', given.tolerance)], given),
    },
    {
      name: 'cost',
      description:
        'Partitions a program by its shardings and tells how long it takes on a machine, what with, and the peak memory of a device.',
      parameters: {
        program: PROGRAM,
        topology: {
          type: 'string',
          description: `the machine: ${Object.keys(machinePresets).join(', ')}, or a JSON file`,
        },
      },
      output: jsonSchemas['simulated-time'],
      run: (given) => answered(['sim', '-', ...flag('topology', given.topology)], given),
    },
    {
      name: 'partition',
      description:
        'Turns a program with shardings into the one that each device runs, and lists the collectives: what each moves, the bytes that a device sends, how often, why it is there and for which line.',
      parameters: {
        program: PROGRAM,
        emit: {
          type: 'string',
          description:
            "the program that is answered: stablehlo, of local sizes, or sdy-collectives, with collectives on global sizes; 'none', the default, for the collectives alone",
        },
      },
      output: jsonSchemas.partitioning,
      run: async (given) => {
        const answer = await answered(
          [
            'partition',
            '-',
            ...(given.emit === undefined || given.emit === 'none' ? [] : flag('emit', given.emit)),
          ],
          given,
        );
        if (answer.isError || (given.emit ?? 'none') !== 'none') return answer;
        const data = answer.data as PartitionReportJson;
        return { ...answer, text: partitionReportText(data), data: { ...data, output: null } };
      },
    },
    {
      name: 'compare',
      description:
        'Compares two programs, such as two shardings of one: the bytes that devices send, time and peak memory on a machine, and the collectives that only one of them has.',
      parameters: {
        program: PROGRAM,
        other: { ...PROGRAM, description: 'the program that the first one is compared with' },
        topology: {
          type: 'string',
          description: `the machine: ${Object.keys(machinePresets).join(', ')}, or a JSON file`,
        },
      },
      output: jsonSchemas['partition-comparison'],
      run: async ({ program, other, topology }) => {
        const measured: MeasuredProgram[] = [];
        for (const [i, text] of [program, other].entries()) {
          const partitioned = await answered(['partition', '-'], { program: text });
          if (partitioned.isError)
            return {
              ...partitioned,
              text: `the ${i === 0 ? 'first' : 'second'} program: ${partitioned.text}`,
            };
          const time = await answered(['sim', '-', ...flag('topology', topology)], { program: text });
          // A machine that doesn't exist is the caller's mistake, a cost that nobody knows isn't.
          if (time.isError && (time.data as ErrorJson).error.kind === 'usage') return time;
          measured.push({
            partitioning: partitioned.data as PartitionReportJson,
            time: time.isError ? null : (time.data as SimulatedTimeJson),
          });
        }
        const data = comparePartitionings(measured[0]!, measured[1]!);
        return { text: partitionComparisonText(data), data, isError: false };
      },
    },
    {
      name: 'picture',
      description:
        'Draws which device holds which part of a value, or of each argument and result of the main function.',
      parameters: {
        program: PROGRAM,
        value: { type: 'string', description: "the value's name in the text, such as %12" },
        as_written: { type: 'boolean', description: 'the shardings of the text, without propagation' },
      },
      output: jsonSchemas.placement,
      run: (given) =>
        answered(
          ['show', '-', ...(given.as_written === true ? ['--as-written'] : []), ...positional(given.value)],
          given,
        ),
    },
  ];
}

/** A flag with a value that the server has found to be text or a number. */
function flag(name: string, value: unknown): string[] {
  return value === undefined ? [] : [`--${name}=${value as string | number}`];
}

/** A command line that asks for JSON; after the positional arguments there may be no flags. */
function withJson([command, ...rest]: readonly string[]): string[] {
  return [command!, '--json', ...rest];
}

/** An argument that may be absent; what begins with a dash is one, too. */
function positional(value: unknown): string[] {
  return value === undefined ? [] : ['--', value as string];
}

function outputAnswer(json: OutputJson | ErrorJson): Answer {
  if ('error' in json) return errorAnswer(json);
  const problems = json.diagnostics.map(problemLine).join('');
  return { text: `${problems}${json.messages}${json.output ?? ''}`, data: json, isError: !json.succeeded };
}

function errorAnswer(json: ErrorJson): Answer {
  const { message, diagnostics } = json.error;
  const text = diagnostics.length === 0 ? message : diagnostics.map(problemLine).join('');
  return { text, data: json, isError: true };
}

function problemLine({ severity, message, range }: OutputJson['diagnostics'][number]): string {
  const place = range === null ? '' : `${range.start.line}:${range.start.column}: `;
  return `${place}${severity}: ${message}\n`;
}

function lines(stdout: ToolResult['stdout']): string[] {
  return String(stdout)
    .split('\n')
    .filter((line) => line !== '');
}

/** What a command printed with `--json`. */
function parse(stdout: ToolResult['stdout']): unknown {
  return JSON.parse(String(stdout));
}
