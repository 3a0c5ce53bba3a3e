import { Type } from 'typebox';
import type { Command, ToolSpec } from '../command/command.ts';
import { errorJson } from '../command/error-json.ts';
import { type Flag, flagText } from '../command/flag.ts';
import type { ErrorJson } from '../json-schema/diagnostic-schema.ts';
import { runCommand } from '../shardform.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { problemLine } from './problem-line.ts';
import { headline } from './headlines.ts';
import { isForAgents, programParameters, takePrograms } from './programs.ts';
import type { Answer, Given, McpTool, Parameter } from './tool.ts';

/** Parameters of programs, in the order of the arguments of a command. */
const PROGRAMS = ['program', 'other'] as const;

const DESCRIPTION = 'the program as MLIR text, such as JAX prints: StableHLO, sdy, func, ttir, ttnn';

/** Returns the tool that a command declares; its parameters, its answer and their schemas are the command's. */
export function commandTool(command: Command, spec: ToolSpec, input: ToolInput): McpTool {
  const { json, positionals, flags } = command;
  const files = positionals.filter(({ isProgram }) => isProgram === true);
  const names = PROGRAMS.slice(0, files.length);
  const others = positionals.filter(({ isProgram }) => isProgram !== true);
  const parameters: Record<string, Parameter> = {};
  for (const [i, name] of names.entries())
    Object.assign(
      parameters,
      programParameters(name, i === 0 ? DESCRIPTION : files[i]!.description, input, files[i]!.optional),
    );
  for (const { name, description, optional = false } of others)
    parameters[name.toLowerCase()] = { type: 'string', description, required: !optional };
  // Flags that name programs take them as text, too.
  const { programs: programFlags = [] } = spec;
  for (const flag of programFlags)
    Object.assign(parameters, programParameters(parameterOf(flag), flags[flag]!.description, input, true));
  for (const flag of spec.flags) parameters[parameterOf(flag)] = flagParameter(flags[flag]!);
  return {
    name: spec.name,
    description: command.description,
    parameters,
    output: json!.isList ? Type.Object({ values: Type.Array(json!.schema) }) : json!.schema,
    run: (given) =>
      answered(async () => {
        const programs = takePrograms([...names, ...programFlags.map(parameterOf)], given, input, [
          ...files.map(({ optional = false }) => optional),
          ...programFlags.map(() => true),
        ]);
        const pathsOf = (from: number, to?: number): (string | null)[] => programs.paths.slice(from, to);
        const [group, ...rest] = command.name.split(' ');
        const args = [
          ...rest,
          ...spec.flags.flatMap((flag) => flagArguments(flag, given, spec)),
          ...pathsOf(names.length).flatMap((path, i) =>
            path === null ? [] : `${flagText(programFlags[i]!)}=${path}`,
          ),
          '--',
          ...pathsOf(0, names.length).filter((path) => path !== null),
          // Validated by the schema: positional arguments are strings.
          ...others.flatMap(({ name }) => (given[name.toLowerCase()] as string | undefined) ?? []),
        ];
        const answer = runCommand(group!, args, programs.input, (rendered) => {
          const { stdout, stderr } = rendered.text({ colour: false });
          const values = rendered.json();
          const summary = isForAgents(input) ? headline(spec.name, values[0]) : '';
          return {
            text: summary + rendered.messages + stderr + String(stdout),
            data: json!.isList ? { values } : values[0],
            isError: rendered.exitCode !== 0,
          };
        });
        return answer.catch((error: unknown) => {
          if (!(error instanceof UsageError)) input.studies?.forgetLast();
          throw error;
        });
      }),
  };
}

/** Returns the answer of some work; what the caller got wrong is an answer, too. @throws other errors. */
export async function answered<T>(work: () => Promise<T>): Promise<T | Answer> {
  try {
    return await work();
  } catch (error) {
    const json = errorJson(error);
    if (json === null) throw error;
    return errorAnswer(json);
  }
}

function errorAnswer(json: ErrorJson): Answer {
  const { message, diagnostics } = json.error;
  const text = diagnostics.length === 0 ? message : diagnostics.map(problemLine).join('');
  return { text, data: json, isError: true };
}

/** `as_written` for `as-written`. */
function parameterOf(flag: string): string {
  return flag.replaceAll('-', '_');
}

function flagParameter({ value, type = 'text', description, choices, repeats }: Flag): Parameter {
  const isNumber = type === 'integer' || type === 'number';
  return {
    type: value === undefined ? 'boolean' : isNumber ? type : 'string',
    description,
    ...(choices === undefined ? {} : { choices }),
    ...(repeats === true ? { repeats } : {}),
  };
}

function flagArguments(flag: string, given: Given, { defaults }: ToolSpec): string[] {
  const value = given[parameterOf(flag)] ?? defaults?.[flag];
  if (value === undefined) return [];
  // The server has found it to be of the parameter's type.
  const values = (Array.isArray(value) ? value : [value]) as readonly (string | number | boolean)[];
  return values.map((one) => `${flagText(flag)}=${one}`);
}
