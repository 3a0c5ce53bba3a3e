import { fileCheck } from '../file-check/file-check.ts';
import { type Tool, type ToolTable, failed, succeeded } from '../tool.ts';
import { diff } from './diff.ts';
import { cat, copy, fileName, folderName, makeFolder, move, remove, touch } from './files.ts';
import { grep } from './grep.ts';
import { sed } from './sed.ts';
import { splitFile } from './split-file.ts';
import { testCommand } from './test-command.ts';
import { count, echo, head, sort, tail, wordCount } from './text-commands.ts';
import { CommandFailure } from './text-input.ts';

const commands: Readonly<Record<string, Tool>> = {
  '[': testCommand,
  basename: fileName,
  cat,
  count,
  cp: copy,
  diff,
  dirname: folderName,
  echo,
  false: () => failed(''),
  grep,
  head,
  mkdir: makeFolder,
  mv: move,
  rm: remove,
  sed,
  sort,
  'split-file': splitFile,
  tail,
  test: testCommand,
  touch,
  true: () => succeeded(),
  wc: wordCount,
};

/** A command whose failures are printed behind its name. */
function named(name: string, command: Tool): Tool {
  return async (args, input) => {
    try {
      return await command(args, input);
    } catch (error) {
      if (error instanceof CommandFailure) return failed(`${name}: ${error.message}\n`, error.exitCode);
      throw error;
    }
  };
}

/** FileCheck and the small commands that tests use beside the tools they test. */
export const builtinTools: ToolTable = new Map<string, Tool>([
  ...Object.entries(commands).map(([name, command]) => [name, named(name, command)] as const),
  ['FileCheck', fileCheck],
]);
