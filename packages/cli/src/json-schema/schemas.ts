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

const executedResults = list(
  object({
    index: integer('0-based'),
    name: textOrNull("what the person's program calls it; null when nobody says"),
    type: text('of the global tensor'),
    verdict: oneOf(
      ['equal', 'unstable', 'nan', 'different'],
      'the worst of its elements: unstable where other roundings change an element as much, nan where both executions have NaN',
    ),
    elements: object({
      equal: integer('but for last digits'),
      unstable: integer('that other roundings change as much'),
      nan: integer('that are NaN in both executions'),
      different: integer('that rounding does not explain'),
    }),
    maxDifference: number('of an element'),
    relative: number('the same as a part of the largest magnitude of the result'),
  }),
);

const execution = object(
  {
    version: versionOne,
    engine: oneOf(['simulator', 'xla'], 'what executed the program'),
    devices: integer('that the program is for'),
    results: executedResults,
    expected: {
      anyOf: [
        { type: 'null' },
        object({ file: text('the one that --expect names'), results: executedResults }),
      ],
      description: "how the results lie to a file's",
    },
    check: {
      anyOf: [
        { type: 'null' },
        object({
          operations: integer('that each device executes'),
          collectives: integer('those of them for which devices communicate'),
          values: integer('that were compared'),
          unstable: integer('those of them whose difference other roundings explain'),
          nan: integer('those of them with NaN in both executions'),
          maxDifference: number("the difference that is the largest part of its value's magnitude"),
          magnitude: number('the largest absolute value of an element of that value'),
          value: textOrNull('the value with that difference; null when all are equal'),
          device: { type: ['integer', 'null'], description: 'the device with that difference' },
          correlation: {
            type: ['number', 'null'],
            description: "the smallest of Pearson's correlation coefficients of the results",
          },
          first: {
            description: 'the first value beyond the tolerance',
            anyOf: [
              { type: 'null' },
              object({
                value: text('as the file names it'),
                place: textOrNull('file:line'),
                device: integer('its number'),
              }),
            ],
          },
        }),
      ],
      description: 'what --check-global shows',
    },
    messages: list({ type: 'string' }, 'what else the execution showed, for people'),
  },
  'what shardform run --json prints',
);

const lowering = object(
  {
    version: versionOne,
    stages: list(
      object({
        name: oneOf(['stablehlo', 'ttir', 'ttnn'], 'what the program is made of'),
        passes: list(
          object({
            pass: text('its name'),
            operations: list(
              { type: 'string' },
              'differences of the numbers of operations, such as +3 ttir.add',
            ),
          }),
          'those that changed the program, in order',
        ),
        operations: { type: 'object', description: 'how many operations of each name the program has' },
        results: {
          anyOf: [{ type: 'null' }, executedResults],
          description: 'compared with those of the program; null when the stage was not executed',
        },
      }),
      'the programs on the way to the machine',
    ),
    devices: { type: ['integer', 'null'], description: 'simulated ones; null when nothing was executed' },
    isEqual: {
      type: ['boolean', 'null'],
      description: 'whether every stage gave the numbers of the program; null when nothing was executed',
    },
  },
  'what shardform tt --json prints',
);

const operation = text('name of the operation, or of the function with an @');
const place = textOrNull('file:line');

const countMeaning = {
  type: 'string',
  enum: ['exact', 'at-most', 'per-iteration'],
  description:
    'at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of unknown length',
};

const collectiveMembers = {
  kind: text('all_reduce, ...'),
  axes: text('as the operation writes them; empty for collectives that the program lists devices for'),
  axisNames: list({ type: 'string' }, 'axes of the mesh'),
  bytes: number('that each device sends in one execution'),
  executions: number('how often it is executed when the program runs once: iterations of loops, and calls'),
  executionsMeaning: countMeaning,
  type: text('what one device has of its result'),
  groupSize: number('of the devices that have to do with each other'),
  source: text('the operation whose result it moves, or argument'),
  value: textOrNull('that result or argument, as explain takes it'),
  name: textOrNull(
    "what the person's program calls it: an argument's name, or the name scopes of the operation",
  ),
  place,
  reason: textOrNull('why it is there; null for collectives of the program itself'),
  loop: textOrNull('the operation of the loop that it is in'),
  gatheredArgument: {
    type: ['integer', 'null'],
    description: 'which argument of the main function it gathers',
  },
};

const collective = object(collectiveMembers);

const explanation = object(
  {
    version: versionOne,
    value: text('as the file names it'),
    name: textOrNull('what the program that the file was made from calls it'),
    function: textOrNull('the function around the value'),
    calls: list({ type: 'string' }, 'of a value in a called function: the calls that this copy stands for'),
    type: text('of the value'),
    operation: textOrNull('what computes the value; null for arguments'),
    scope: textOrNull('the name scopes of the operation'),
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
          sharding: textOrNull('that is written there'),
          place,
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
    communication: list(
      object({
        ...collectiveMembers,
        from: list(
          object({
            value: text('that the program itself splits along an axis of the collective'),
            argument: {
              type: ['integer', 'null'],
              description: 'which argument of the main function it is',
            },
            sharding: textOrNull('that the program gives it'),
            because: text('what in the program says so'),
            place,
          }),
        ),
        cheaper: {
          description: 'a sharding of an argument that differs by one axis, with which devices send less',
          anyOf: [
            { type: 'null' },
            object({
              value: text('the argument'),
              argument: integer('0-based'),
              sharding: text('that it would have'),
              tied: list({ type: 'string' }, 'other arguments and results that would have it, too'),
              collectives: list(collective, 'those that the program would have and has not now'),
              bytes: number('that each device would send in the whole program'),
              bytesNow: number('that each device sends in the whole program'),
              heldBytes: number('of the argument that each device would hold'),
              heldBytesNow: number('of the argument that each device holds'),
            }),
          ],
        },
        tried: integer('number of other shardings that were tried'),
        possible: integer('number of shardings that differ by one axis'),
      }),
      'collectives that make the value, bring operands of its operation, or move it',
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
        kind: oneOf(['argument', 'result', 'value'], 'arguments and results are those of the main function'),
        index: integer('of an argument or result, 0-based'),
        name: text('as the file names it'),
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

const partitioning = object(
  {
    version: versionOne,
    devices: integer('that the program is for'),
    file: textOrNull('that was written'),
    output: textOrNull('the program where no file was written'),
    collectives: list(collective),
    totals: object({
      bytes: number('that each device sends in one run'),
      bytesByAxes: { type: 'object', description: 'by the axes along which they are sent' },
      countByKind: { type: 'object', description: 'how many collectives of each kind there are' },
      executionsByKind: { type: 'object', description: 'how often those of each kind are executed' },
      executions: number('of all collectives'),
      meaning: countMeaning,
    }),
    warnings: list({ type: 'string' }, 'what is likely to cost much'),
    checks: { type: ['array', 'null'], description: 'what executing the program after each pass showed' },
  },
  'what shardform partition --json prints',
);

const programCost = object({
  devices: integer('that the program is for'),
  bytes: number('that each device sends in one run'),
  executions: number('of collectives'),
  seconds: { type: ['number', 'null'], description: 'that it takes; null where a cost is not known' },
  peakBytes: { type: ['number', 'null'], description: 'that a device holds at most' },
});

const partitionComparison = object(
  {
    version: versionOne,
    before: programCost,
    after: programCost,
    gone: list(collective, 'that only the first program has'),
    added: list(collective, 'that only the second program has'),
  },
  "what the tool 'compare' of shardform mcp answers",
);

const simulatedTime = object(
  {
    version: versionOne,
    machine: text('its name'),
    devices: integer('of the program'),
    seconds: number('until the last device is done'),
    shares: list(
      object({
        name: text('compute, a collective such as all_reduce, or waiting'),
        seconds: number('that add up to the whole'),
      }),
      'what the slowest device does with its time; while it computes and communicates at once it computes',
    ),
    costly: list(
      object({
        label: text('the operation and its place'),
        seconds: number('in all; of communication, what goes on while the device computes nothing'),
        executions: integer('by the slowest device'),
      }),
      'what the slowest device spends most of its time on',
    ),
    slowestDevice: integer('its number in the mesh'),
    peakMemory: object({
      bytes: number('that a device holds at most'),
      device: integer('which one'),
      parts: {
        anyOf: [
          { type: 'null' },
          object({
            arguments: number('bytes'),
            results: number('bytes'),
            temporaries: number('bytes of what is needed in between'),
            aliased: number('bytes of results in the memory of donated arguments'),
          }),
        ],
        description: 'of the bytes; null where devices run different programs',
      },
      notes: list({ type: 'string' }, 'what is not counted, or not known for sure'),
    }),
    warnings: list({ type: 'string' }, "what the times don't contain"),
  },
  'what shardform sim --json prints',
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

const strategy = {
  data: integer('replicas'),
  horizontal: integer('shards of each replica'),
  pipeline: integer('stages of each shard'),
  microbatches: integer('parts of the batch of a replica'),
  schedule: text('the order of stages and microbatches'),
  chunks: integer('parts of the model on each device of a pipeline'),
  recompute: truth('whether activations are computed again'),
  latency: number('seconds of a step'),
  throughput: number('samples per second'),
  peakBytes: number('that a device holds at most'),
};

const evaluation = object(strategy, 'a strategy with what it comes to');

const distribution: JsonSchema = {
  description: 'what shardform dist simulate, dist search and calibrate print with --json',
  anyOf: [
    object(
      {
        version: versionOne,
        name: text('the program or the strategy'),
        latency: number('seconds until the last device is done'),
        peakBytes: number('that a device holds at most'),
        bubbleRatio: number("part of the devices' time in which they do not compute"),
        mfu: number('floating-point operations done, of those that the devices could have done'),
        ops: integer('operations'),
        devices: list(
          object({
            device: integer('its number'),
            compute: number('seconds'),
            communication: number('seconds'),
            idle: number('seconds'),
            peakBytes: number('that it holds at most'),
          }),
        ),
        criticalPath: {
          anyOf: [
            list(
              object({
                kind: text('of operations, or their name and place in the program'),
                seconds: number('of all on the path'),
              }),
            ),
            { type: 'null' },
          ],
          description: 'what the length comes from; null where the cost model does not tell',
        },
        throughput: {
          type: ['number', 'null'],
          description: 'samples per second; null for programs whose batch is not known',
        },
        operations: { type: 'object', description: 'number of operations by kind' },
      },
      'of simulate',
    ),
    object(
      {
        version: versionOne,
        best: {
          anyOf: [evaluation, { type: 'null' }],
          description: 'the fastest that fits; null when nothing does',
        },
        front: list(evaluation, 'those that no other beats in both time and memory'),
        evaluations: list(evaluation, 'all that were simulated, the fastest first'),
        candidates: integer('that the model and the machine allow'),
        evaluated: integer('that were simulated in this search'),
        rejected: list(object({ candidate: text('the strategy'), reason: text('why it is no program') })),
      },
      'of search',
    ),
    {
      type: 'object',
      description: 'of calibrate: what --calibration reads',
      properties: {
        version: versionOne,
        device_parameters: object({
          seconds_per_dram_byte: number('of the device memory'),
          seconds_per_flop: number('of computing'),
          kernel_launch_seconds: number('of starting an operation'),
        }),
        allreduce: {
          type: 'object',
          description: 'seconds_per_Gb and constant_seconds by number of devices',
        },
        network_bandwidth_Gbps_uniform: number('absent when no sends were measured'),
        r_squared: {
          type: 'object',
          description: 'the part of each kind of measurement that the fit explains',
        },
      },
      required: ['version', 'device_parameters', 'allreduce', 'r_squared'],
      additionalProperties: false,
    },
  ],
};

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
  distribution,
  error,
  execution,
  explanation,
  lowering,
  output,
  partitioning,
  placement,
  reduction,
  report,
  'partition-comparison': partitionComparison,
  'simulated-time': simulatedTime,
} satisfies Record<string, JsonSchema>;

/** The name of a schema. */
export type JsonSchemaName = keyof typeof jsonSchemas;
