import {
  integer,
  type JsonSchema,
  list,
  number,
  object,
  oneOf,
  text,
  textOrNull,
  truth,
  versionOne,
} from './json-schema.ts';

const position = object({ line: integer('1-based'), column: integer('1-based') });
const range: JsonSchema = object(
  { start: position, end: position },
  '`end` is the place after the last character, or `start`',
);

/** What `diagnosticToJson` makes. */
export const diagnosticSchema: JsonSchema = {
  $id: 'diagnostic',
  ...object(
    {
      severity: oneOf(['error', 'warning', 'remark', 'note'], 'how bad it is'),
      message: text('what is wrong'),
      file: textOrNull('null when no place is known'),
      range: { anyOf: [range, { type: 'null' }] },
      ranges: list(range, 'further parts of the same text to underline'),
      notes: list({ $ref: '#' }),
    },
    'a message about a program',
  ),
};

const diagnostic: JsonSchema = object({
  ...(diagnosticSchema.properties as Record<string, JsonSchema>),
  notes: list({ type: 'object' }, 'objects of the same form'),
});

const error = object(
  {
    version: versionOne,
    error: object({
      kind: oneOf(
        ['usage', 'module', 'pipeline'],
        'what is wrong: the command line, the program or the pipeline',
      ),
      message: text('for people'),
      diagnostics: list(diagnostic),
    }),
  },
  'what every command prints with --json when it can not do what it is asked to; the exit code is 1',
);

const output = object(
  {
    version: versionOne,
    succeeded: truth('whether all modules were read and all passes succeeded'),
    output: textOrNull('what the command prints without --json; null when that is no text'),
    bytes: textOrNull('the output in base64 when it is no text'),
    diagnostics: list(diagnostic),
    messages: text('reports that are no diagnostics, such as timings'),
  },
  'what the commands whose result is a program print with --json',
);

const operation = text('name of the operation, or of the function with an @');
const place = textOrNull('file:line');

const explanation = object(
  {
    version: versionOne,
    value: text('as the file names it'),
    function: textOrNull('the function around the value'),
    type: text('of the value'),
    operation: textOrNull('what computes the value; null for arguments'),
    place,
    sharding: textOrNull('after propagation'),
    axes: list(
      object({
        axis: text('of the mesh'),
        dimension: integer('of the value, 0-based'),
        way: list(
          object({
            from: text('the value that had the axis'),
            operation,
            place,
            factor: textOrNull("in the operation's sharding rule"),
            direction: oneOf(
              ['forward', 'backward', 'sideways'],
              'from operands to results, back, or between them',
            ),
          }),
          'the moves that brought the axis, the last one first',
        ),
        origin: object({
          value: text('that had the axis first'),
          because: text('what in the program says so'),
        }),
      }),
    ),
    rejections: list(
      object({
        axis: text('of the mesh'),
        dimension: integer('of the value, 0-based'),
        holder: text('the value that has the axis'),
        operation,
        place,
        factor: text("in the operation's sharding rule"),
        reason: oneOf(
          ['used-elsewhere', 'closed', 'kept-whole', 'other-axis', 'not-passed-on'],
          'why the value did not get the axis',
        ),
        instead: textOrNull('the axis that the dimension has there'),
      }),
      'what operations around the value have for it and it did not get',
    ),
  },
  'one line for each value that shardform explain --json tells about',
);

const sizes = (description: string): JsonSchema => list({ type: 'integer' }, description);

const placement = object(
  {
    version: versionOne,
    mesh: object({
      name: text('without the @'),
      axes: list(object({ name: text('of the axis'), size: integer('in devices') })),
      deviceCount: integer('of the whole mesh'),
    }),
    values: list(
      object({
        kind: oneOf(['argument', 'result'], 'of the main function'),
        index: integer('0-based'),
        type: text('of the global tensor'),
        sharding: textOrNull('null where nothing is said: every device holds all of it'),
        shape: sizes('of the global tensor'),
        localShape: sizes('of the part that a device holds'),
        parts: list(object({ device: integer('its number'), offsets: sizes('where its part begins') })),
      }),
    ),
  },
  'what shardform show --json prints',
);

const collective = object({
  kind: text('all_reduce, ...'),
  axes: text('as the operation writes them; empty for collectives that the program lists devices for'),
  axisNames: list({ type: 'string' }, 'axes of the mesh'),
  bytes: number('that each device sends'),
  source: text('the operation whose result it moves, or argument'),
  place,
  reason: textOrNull('why it is there; null for collectives of the program itself'),
  loop: textOrNull('the operation of the loop that it is in'),
  gatheredArgument: {
    type: ['integer', 'null'],
    description: 'which argument of the main function it gathers',
  },
});

const partitioning = object(
  {
    version: versionOne,
    devices: integer('that the program is for'),
    file: textOrNull('that was written'),
    output: textOrNull('the program where no file was written'),
    collectives: list(collective),
    totals: object({
      bytes: number('that each device sends in one run; what is in a loop counts once'),
      bytesByAxes: { type: 'object', description: 'by the axes along which they are sent' },
      countByKind: { type: 'object', description: 'how many collectives of each kind there are' },
    }),
    warnings: list({ type: 'string' }, 'what is likely to cost much'),
    checks: { type: ['array', 'null'], description: 'what executing the program after each pass showed' },
  },
  'what shardform partition --json prints',
);

const reduction = object(
  {
    version: versionOne,
    output: text('the program that is left'),
    operationsBefore: integer('of the whole module'),
    operationsAfter: integer('of what is left'),
    attempts: integer('programs that were tried'),
    isSmallest: truth('false when the limit of attempts ended the search'),
  },
  'what shardform reduce --json prints',
);

const files = (description: string): JsonSchema => list({ type: 'string' }, description);

const created = object(
  { version: versionOne, folder: text('where the package is'), files: files('relative to the folder') },
  'what shardform new --json prints',
);

const report = object(
  {
    version: versionOne,
    file: text('the page'),
    sections: files('the headings of the page'),
  },
  'what shardform report --json prints',
);

/** The schemas of everything that is printed as JSON, by the names of their files in the reference. */
export const jsonSchemas = {
  created,
  diagnostic: diagnosticSchema,
  error,
  explanation,
  output,
  partitioning,
  placement,
  reduction,
  report,
} satisfies Record<string, JsonSchema>;

/** The name of a schema. */
export type JsonSchemaName = keyof typeof jsonSchemas;
