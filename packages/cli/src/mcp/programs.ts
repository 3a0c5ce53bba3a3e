import { isMlirBytes } from '../module-source.ts';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import { isPath } from './program-text.ts';
import type { Given, Parameter } from './tool.ts';

/** Returns whether tools are for agents, which have no files but those of a root, if any. */
export function isForAgents({ root }: ToolInput): boolean {
  return root !== undefined;
}

/**
 * Returns the parameters by which a call gives a program. Clients of `serve`, which are programs, say whether it is text or a
 * file; agents give either under one name, or a handle, which the server has replaced by the text.
 */
export function programParameters(
  name: string,
  description: string,
  input: ToolInput,
  isOptional = false,
): Record<string, Parameter> {
  const text: Parameter = { type: 'string', description, isProgram: true };
  if (isForAgents(input)) return { [name]: { ...text, required: !isOptional } };
  const file = fileParameter(name);
  return {
    [name]: { ...text, description: `${description}, as text; or give '${file}'` },
    [file]: { type: 'string', description: `the path of the same, instead of '${name}'` },
  };
}

/** The programs of a call, and what commands read them from. */
interface TakenPrograms {
  /** The path under which commands read each; `null` for an optional one that is missing. */
  readonly paths: readonly (string | null)[];
  readonly input: ToolInput;
}

/**
 * Takes the programs of a call: the paths under which commands read them, and the input that has those given as text.
 *
 * @param names of the parameters for text.
 * @param optional which of them may be missing.
 * @throws UsageError for a program that is missing or given twice, or a file that may not be read.
 */
export function takePrograms(
  names: readonly string[],
  given: Given,
  input: ToolInput,
  optional: readonly boolean[] = [],
): TakenPrograms {
  const texts = new Map<string, Uint8Array>();
  const paths = names.map((name, i) => {
    const [text, file] = [given[name], isForAgents(input) ? undefined : given[fileParameter(name)]];
    if (text === undefined && file === undefined && optional[i] === true) return null;
    if (typeof file === 'string' && text === undefined) return file;
    if (typeof text !== 'string' || file !== undefined)
      throw new UsageError(`expected one of '${name}' and '${fileParameter(name)}'`);
    // Messages call the first one what they call standard input.
    const own = i === 0 ? '-' : name;
    const bytes = isForAgents(input) && isPath(text) ? readInput(text, input) : null;
    // Text of a file is read as if it had been given, so that the answer is the same; other formats have names.
    if (bytes !== null && !isMlirBytes(bytes)) return text;
    texts.set(own, bytes ?? new TextEncoder().encode(text));
    return own;
  });
  return { paths, input: { ...input, texts, colour: false } };
}

function fileParameter(name: string): string {
  return name === 'program' ? 'file' : `${name}_file`;
}
