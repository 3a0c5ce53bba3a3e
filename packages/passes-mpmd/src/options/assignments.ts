import type { OptionFailure, PassOption } from '@shardform/ir-core';

/** The mesh of a named computation or tensor, and the stage of the pipeline if one is given. */
export interface NamedAssignment {
  /** The mesh as it is written, possibly with the memory: `m1#pinned_host`. */
  readonly mesh: string;
  readonly stage: number | null;
}

/** Meshes by the names of computations and tensors. */
export type NameMap = ReadonlyMap<string, NamedAssignment>;

/** Meshes by the numbers of inputs or outputs. */
export type IndexMap = ReadonlyMap<number, string>;

/** `f@m1,g@m2/1`: an option that assigns names to meshes and stages. */
/* @__NO_SIDE_EFFECTS__ */
export function nameMapOption(description: string): PassOption<NameMap> {
  return {
    description,
    defaultValue: new Map<string, NamedAssignment>(),
    valueName: 'string',
    isList: false,
    impliedText: null,
    parse(text, fail) {
      const map = new Map<string, NamedAssignment>();
      for (const entry of entriesOf(text)) {
        const [name, target] = splitAt(entry, 'a name assigned to a mesh (and stage)', fail);
        const slash = target.indexOf('/');
        const stage = slash < 0 ? null : target.slice(slash + 1);
        if (stage !== null && !/^\d+$/.test(stage)) fail(`Failed to parse stage number: ${stage}`);
        map.set(name, {
          mesh: slash < 0 ? target : target.slice(0, slash),
          stage: stage === null ? null : Number(stage),
        });
      }
      return map;
    },
    print: (map) =>
      [...map]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, { mesh, stage }]) => `${name}@${mesh}${stage === null ? '' : `/${stage}`}`)
        .join(),
  };
}

/** `0@m1,1@m2#device`: an option that assigns inputs or outputs to meshes. */
/* @__NO_SIDE_EFFECTS__ */
export function indexMapOption(description: string): PassOption<IndexMap> {
  return {
    description,
    defaultValue: new Map<number, string>(),
    valueName: 'string',
    isList: false,
    impliedText: null,
    parse(text, fail) {
      const map = new Map<number, string>();
      for (const entry of entriesOf(text)) {
        const [index, mesh] = splitAt(entry, 'a name assigned to a mesh', fail);
        if (!/^\d+$/.test(index)) fail(`Failed to parse index: ${index}`);
        map.set(Number(index), mesh);
      }
      return map;
    },
    print: (map) =>
      [...map]
        .sort(([a], [b]) => a - b)
        .map(([index, mesh]) => `${index}@${mesh}`)
        .join(),
  };
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function splitAt(entry: string, what: string, fail: OptionFailure): [string, string] {
  const at = entry.indexOf('@');
  if (at < 0) return fail(`Assignment must contain '@' denoting ${what}, got: ${entry}`);
  return [entry.slice(0, at), entry.slice(at + 1)];
}

/** The name of a mesh, and the kind of memory on it if one is given. */
export interface MeshAndMemory {
  readonly mesh: string;
  readonly memoryKind: string | null;
}

/** Splits `m1#pinned_host` into mesh and memory. */
export function meshAndMemory(text: string): MeshAndMemory {
  const hash = text.indexOf('#');
  if (hash < 0 || hash === text.length - 1) return { mesh: text, memoryKind: null };
  return { mesh: text.slice(0, hash), memoryKind: text.slice(hash + 1) };
}

/** An input and an output of a function that are to be on one mesh. */
export interface InputOutputConstraint {
  readonly input: number;
  readonly output: number;
}

/** `0:1`: an input and an output that are to be on one mesh. */
export const constraintOption: PassOption<InputOutputConstraint> = {
  description: '',
  defaultValue: { input: 0, output: 0 },
  valueName: 'constraint',
  isList: false,
  impliedText: null,
  parse(text, fail) {
    const colon = text.indexOf(':');
    const [input, output] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
    if (!/^\d+$/.test(input)) return fail(`Failed to parse input index: ${input}`);
    if (!/^\d+$/.test(output)) return fail(`Failed to parse output index: ${output}`);
    return { input: Number(input), output: Number(output) };
  },
  print: ({ input, output }) => `${input}:${output}`,
};
