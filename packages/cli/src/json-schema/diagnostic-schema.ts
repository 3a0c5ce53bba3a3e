import type { JsonDiagnostic } from '@shardform/ir-core';
import {
  integer,
  type Json,
  list,
  nullable,
  object,
  oneOf,
  text,
  textOrNull,
  truth,
  versionOne,
} from './json-schema.ts';
import { Type } from 'typebox';

const position = object({ line: integer('1-based'), column: integer('1-based') });
const range = object(
  { start: position, end: position },
  '`end` is the position after the last character, or `start`',
);

const members = {
  severity: oneOf(['error', 'warning', 'remark', 'note'], 'how bad it is'),
  message: text('the error message'),
  file: textOrNull('null where no location is known'),
  range: nullable(range),
  ranges: list(range, 'further ranges of the same text to underline'),
};

/** The schema of {@link JsonDiagnostic}. */
export const diagnosticSchema = Type.Object(
  { ...members, notes: list(Type.Unsafe<JsonDiagnostic>({ $ref: '#' })) },
  { $id: 'diagnostic', additionalProperties: false, description: 'a message about a program' },
);

const nested = object({
  ...members,
  notes: list(Type.Unsafe<JsonDiagnostic>({ type: 'object' }), 'objects of the same form'),
});

/** The output of every command with `--json` when it fails. */
export const errorSchema = object(
  {
    version: versionOne,
    error: object({
      kind: oneOf(
        ['usage', 'module', 'pipeline'],
        'the source of the error: the command line, the program or the pipeline',
      ),
      message: text('for people'),
      diagnostics: list(nested),
    }),
  },
  'the output of every command with --json when it fails; the exit code is 1',
);

/** {@link errorSchema} as a type. */
export type ErrorJson = Json<typeof errorSchema>;

/** The output with `--json` of a command whose result is a program. */
export const outputSchema = object(
  {
    version: versionOne,
    succeeded: truth('whether all modules were read and all passes succeeded'),
    output: textOrNull('what the command prints without --json; null when that is no text'),
    bytes: textOrNull('the output in base64 when it is no text'),
    diagnostics: list(nested),
    messages: text('reports that are no diagnostics, such as timings'),
  },
  'the output with --json of commands whose result is a program',
);

/** {@link outputSchema} as a type. */
export type OutputJson = Json<typeof outputSchema>;
