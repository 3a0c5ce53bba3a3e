import { list, object, text, versionOne } from './json-schema.ts';

/** The output with `--json` of a command that writes files to a folder. */
export const createdSchema = object(
  {
    version: versionOne,
    folder: text('where the files are'),
    files: list(text(), 'relative to the folder'),
  },
  'the output with --json of commands that write a folder',
);
