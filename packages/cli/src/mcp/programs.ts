import { type ToolInput, UsageError } from '../tool-io.ts';
import type { Given, Parameter } from './tool.ts';

/**
 * Returns the parameters by which a call gives a program: as text, or as a file where the host lets tools read files.
 */
export function programParameters(
  name: string,
  description: string,
  input: ToolInput,
  isOptional = false,
): Record<string, Parameter> {
  const readsFiles = input.root !== null;
  const text: Parameter = {
    type: 'string',
    description: readsFiles ? `${description}, as text; or give '${fileParameter(name)}'` : description,
    required: !readsFiles && !isOptional,
  };
  if (!readsFiles) return { [name]: text };
  const file = `the path of the same${input.root === undefined ? '' : ' in the folder of the server'}, instead of '${name}'`;
  return { [name]: text, [fileParameter(name)]: { type: 'string', description: file } };
}

/**
 * Takes the programs of a call: the paths under which commands read them, and the input that has those given as text.
 *
 * @param names of the parameters for text.
 * @param optional which of them may be missing.
 * @throws UsageError for a program that is missing or given twice.
 */
export function takePrograms(
  names: readonly string[],
  given: Given,
  input: ToolInput,
  optional: readonly boolean[] = [],
): { readonly paths: readonly string[]; readonly input: ToolInput } {
  const texts = new Map<string, Uint8Array>();
  const paths = names.flatMap((name, i) => {
    const [text, file] = [given[name], given[fileParameter(name)]];
    if (text === undefined && file === undefined && optional[i] === true) return [];
    if (typeof file === 'string' && text === undefined) return file;
    if (typeof text !== 'string' || file !== undefined)
      throw new UsageError(`expected one of '${name}' and '${fileParameter(name)}'`);
    // Messages call the first one what they call standard input.
    const path = i === 0 ? '-' : name;
    texts.set(path, new TextEncoder().encode(text));
    return path;
  });
  return { paths, input: { ...input, texts, colour: false } };
}

function fileParameter(name: string): string {
  return name === 'program' ? 'file' : `${name}_file`;
}
