import { definePass, type Operation, type PassRun, stringOption } from '@shardform/ir-core';
import { setValueAttr } from '@shardform/dialect-func';
import { ArgumentTypeAttr } from '@shardform/dialect-ttcore';
import { publicFunctions } from '../functions.ts';

/** The attribute that says what an argument is to the model. */
export const ARGUMENT_TYPE = 'ttcore.argument_type';

type Word = ArgumentTypeAttr['value'];

const options = {
  'argument-types': stringOption("roles of each function's arguments: 'main=input,parameter;other=input'"),
};

/** Marks arguments as input, parameter or constant, as a front end lists them. */
export const populateArgumentTypes = definePass({
  name: 'tt-populate-argument-types',
  className: 'TTPopulateArgumentTypes',
  summary: 'mark the arguments of functions with their roles',
  options,
  run(module, pass) {
    for (const [name, words] of parseArgumentTypes(pass.options['argument-types'], module, pass)) {
      annotate(name, words, module, pass);
    }
  },
});

function annotate(name: string, words: readonly Word[], module: Operation, pass: PassRun): void {
  const func = publicFunctions(module).find((candidate) => candidate.symName.value === name);
  if (func === undefined) {
    pass.context.diagnostics.error(
      module.location,
      `Function: "${name}" was provided in the argument types map, however it was not found in module!`,
    );
    return;
  }
  const count = func.functionType.inputs.length;
  if (words.length !== count) {
    pass.context.diagnostics.error(
      func.location,
      `Did not provide the correct number of argument types for function: "${name}". Expected: ${count} arguments, got: ${words.length} arguments`,
    );
    return;
  }
  words.forEach((word, i) => setValueAttr(func, 'arg_attrs', i, ARGUMENT_TYPE, ArgumentTypeAttr.get(word)));
}

function parseArgumentTypes(text: string, module: Operation, pass: PassRun): [string, Word[]][] {
  const isWord = (word: string): word is Word =>
    // The list of its words, searched for any text.
    (ArgumentTypeAttr.values as readonly string[]).includes(word);
  return text
    .split(';')
    .filter((entry) => entry.trim() !== '')
    .flatMap((entry): [string, Word[]][] => {
      const [name, list] = entry.split('=');
      const words = (list ?? '').split(',').map((word) => word.trim());
      // A comma may end the list.
      if (words.length > 1 && words.at(-1) === '') words.pop();
      if (list !== undefined && words.every(isWord)) return [[name!.trim(), words]];
      const accepted = ArgumentTypeAttr.values.join(', ');
      pass.opError(
        module,
        `option 'argument-types' expects 'function=role,role' with roles ${accepted}, got '${entry}'`,
      );
      return [];
    });
}
