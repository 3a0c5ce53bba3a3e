import { closestName } from '@shardform/ir-core';
import type { TSchema } from 'typebox';

/** A parameter of a tool. */
export interface Parameter {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly description: string;
  /** The values that are accepted. */
  readonly choices?: readonly string[];
  readonly required?: boolean;
  /** True if its value is a list of such values. */
  readonly repeats?: boolean;
  /** True if its value is a program: text, or for agents a path or a handle. */
  readonly isProgram?: boolean;
}

/** Values of parameters; those that were not given are missing. */
export type Given = Readonly<Record<string, unknown>>;

/** The answer of a tool: text for a model, and the same as data. */
export interface Answer {
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}

/** A tool that an agent can call. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** The schema of {@link Answer.data} where there is no error. */
  readonly output: TSchema;
  run(given: Given): Promise<Answer>;
}

/** Returns the JSON schema of a tool's arguments. */
export function inputSchema({ parameters }: McpTool): object {
  const entries = Object.entries(parameters);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, { type, description, choices, repeats }]) => {
        const one = { type, ...(choices === undefined ? {} : { enum: choices }) };
        return [
          name,
          repeats === true ? { type: 'array', description, items: one } : { ...one, description },
        ];
      }),
    ),
    required: entries.filter(([, { required }]) => required === true).map(([name]) => name),
    additionalProperties: false,
  };
}

/** Returns the error in the arguments of a call, or `null`. */
export function argumentProblem({ parameters }: McpTool, given: Given): string | null {
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = given[name];
    if (value === undefined) {
      if (parameter.required === true) return `parameter '${name}' is missing`;
      continue;
    }
    const isList = Array.isArray(value);
    if (isList !== (parameter.repeats === true)) return `parameter '${name}' is ${isList ? 'a' : 'no'} list`;
    for (const one of isList ? value : [value]) {
      const problem = valueProblem(one, name, parameter);
      if (problem !== null) return problem;
    }
  }
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(parameters, name)) continue;
    const close = closestName(name, Object.keys(parameters));
    return `unknown parameter '${name}'${close === null ? '' : `; did you mean '${close}'?`}`;
  }
  return null;
}

function valueProblem(value: unknown, name: string, { type, choices }: Parameter): string | null {
  const isRight = type === 'integer' ? Number.isInteger(value) : typeof value === type;
  if (!isRight) return `parameter '${name}' is no ${type}`;
  if (choices === undefined || choices.some((choice) => choice === value)) return null;
  return `parameter '${name}' is none of ${choices.join(', ')}`;
}
