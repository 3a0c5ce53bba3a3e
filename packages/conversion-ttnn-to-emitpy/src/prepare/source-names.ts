import { FuncOp } from '@shardform/dialect-func';
import { ORIGINAL_NAME } from '@shardform/dialect-ttcore';
import {
  cppNames,
  definePass,
  enumOption,
  type NameRules,
  pythonNames,
  renameSymbols,
  sourceNames,
  StringAttr,
  symbolsIn,
} from '@shardform/ir-core';

/** Names that programs in each language have of their library. */
const LIBRARY_NAMES = {
  python: ['ttnn', 'utils'],
  cpp: ['ttnn', 'tt', 'ttsl', 'std'],
} as const;

const rules = (own: NameRules, more: readonly string[]): NameRules => ({
  keywords: new Set([...own.keywords, ...more]),
});

const RULES = {
  python: rules(pythonNames, LIBRARY_NAMES.python),
  cpp: rules(cppNames, LIBRARY_NAMES.cpp),
};

/** Symbols have names of the language that the program is written in, from which names of more functions and variables are made. */
export const ttnnSourceNames = definePass({
  name: 'ttnn-source-names',
  className: 'TTNNSourceNames',
  summary: 'gives symbols whose names the language of the program does not have others',
  anchor: 'builtin.module',
  options: { language: enumOption('the language', ['python', 'cpp'], 'python') },
  run(module, { options }) {
    const names = sourceNames(symbolsIn(module), RULES[options.language]);
    const changed = new Map([...names].filter(([old, name]) => old !== name));
    if (changed.size === 0) return;
    module.walkOf(FuncOp, (func) => {
      const old = func.symName.value;
      if (changed.has(old)) func.setAttr(ORIGINAL_NAME, StringAttr.get(old));
    });
    renameSymbols(module, changed);
  },
});
