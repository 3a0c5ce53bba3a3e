import type { OptionSpecs } from '@shardform/ir-core';
import { type Command, FILE } from '../command/command.ts';
import type { Flag, Flags } from '../command/flag.ts';
import { programJson, programText } from '../command/program-output.ts';
import { createContext } from '../context.ts';
import { flagGroups } from './flags.ts';
import { opt } from './opt.ts';

/** `shardform opt`, whose command line has the grammar of mlir-opt. */
export const optCommand: Command = {
  name: 'opt',
  description: 'Parses MLIR text, runs passes and prints the result.',
  get flags() {
    return { ...ownFlags(), ...passFlags(), json: { description: 'print JSON' } };
  },
  positionals: [{ ...FILE, optional: true }],
  tool: null,
  subcommands: [],
  get json() {
    return { name: programJson.name, schema: programJson.schema, isList: false, variants: [] };
  },
  async run(args, input) {
    const isJson = (argument: string): boolean => /^--?json(=true|=1)?$/.test(argument);
    const wantsJson = args.some(isJson);
    const given = args.filter((argument) => !isJson(argument));
    // Diagnostics in JSON have the positions of the file, not of a chunk of it.
    const own = wantsJson ? ['--diagnostics-format=json', ...given] : given;
    const output = await opt(own, input);
    return {
      exitCode: output.exitCode,
      wantsJson,
      messages: '',
      text: (style) => programText(output, style),
      json: () => [programJson.of!(output)],
    };
  },
};

function ownFlags(): Flags {
  // Each group is a record of flags.
  return Object.assign({}, ...[...flagGroups.values()].map(flagsOf)) as Flags;
}

function flagsOf(options: OptionSpecs): Flags {
  return Object.fromEntries(
    Object.entries(options).map(([name, { description, valueName }]): [string, Flag] => [
      name,
      valueName === 'bool' ? { description } : { description, value: valueName, ...kindOf(valueName) },
    ]),
  );
}

/** Flags of `opt` name the files and folders that they write so. */
function kindOf(valueName: string): Pick<Flag, 'type'> {
  return valueName === 'FILE' || valueName === 'FOLDER' ? { type: 'output' } : {};
}

function passFlags(): Flags {
  const { passes, pipelines } = createContext();
  const all = [...passes.values(), ...pipelines.values()];
  return Object.fromEntries(
    all.map(({ name, summary }) => [name, { description: summary, hasOneDash: true }]),
  );
}
