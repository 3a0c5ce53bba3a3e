import { briefOf, SUMMARIES } from './briefs.ts';
import type { McpTool, Parameter } from './tool.ts';

/**
 * Returns a tool as the list of the server has it: short, without the schema of its answer, which is that of the command's
 * `--json` in the reference.
 */
export function listedTool({ name, description, parameters }: McpTool): object {
  const shown = Object.entries(parameters);
  const required = shown.filter(([, own]) => own.required === true).map(([parameter]) => parameter);
  return {
    name,
    description: SUMMARIES[name] ?? description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        shown.map(([parameter, own]) => [
          parameter,
          listedParameter(own, briefOf(name, parameter, own.description)),
        ]),
      ),
      ...(required.length === 0 ? {} : { required }),
    },
    annotations: { readOnlyHint: true },
  };
}

function listedParameter({ type, choices, repeats }: Parameter, brief: string): object {
  const one = { type, ...(choices === undefined ? {} : { enum: choices }) };
  const said = brief === '' ? {} : { description: brief };
  return repeats === true ? { type: 'array', items: one, ...said } : { ...one, ...said };
}
