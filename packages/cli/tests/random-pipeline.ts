import { randomNumbers } from './random-numbers.ts';

/** The schedules of MPMD pipelines. */
export const pipelineSchedules = [
  'none',
  '1F1B',
  'GPipe',
  'Circular',
  'CircularWithReversedBackward',
  'GPipeBut1F1BForLastMesh',
  'ZeroBubbleH1',
  'ZeroBubbleH2ZeroTxLatency',
  'ZeroBubbleH2HalfTxLatency',
  'ZeroBubbleH2FullTxLatency',
  'ParallelPipelinesWithWrapAround',
] as const;

/** A training step that goes through stages on several meshes. */
export interface TrainingPipeline {
  readonly stages: number;
  readonly meshes: number;
  readonly microbatches: number;
  readonly schedule: string;
  /** Sizes of the axes of each mesh. */
  readonly axes: readonly (readonly [name: string, size: number])[];
  /** True if the first and the last stage use one embedding. */
  readonly sharesEmbedding: boolean;
  /** What is computed again for the backward pass: nothing, forward fragments, or these merged with the backward ones. */
  readonly remat: 'none' | 'apart' | 'merged';
}

/** Bounds of random pipelines. */
export interface PipelineBounds {
  readonly meshes: number;
  readonly microbatches: number;
}

/** A pipeline of at least 2 stages on random meshes; seeds go through the schedules. */
export function randomPipeline(seed: number, most: PipelineBounds): TrainingPipeline {
  const next = randomNumbers(seed);
  const among = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
  const schedule = pipelineSchedules[seed % pipelineSchedules.length]!;
  const isCircular = schedule.startsWith('Circular');
  const meshes = 2 + Math.floor(next() * ((isCircular ? most.meshes / 2 : most.meshes) - 1));
  return {
    stages: isCircular ? 2 * meshes : meshes,
    meshes,
    microbatches: 1 + Math.floor(next() * most.microbatches),
    schedule,
    axes: among([
      [['x', 1]],
      [['x', 2]],
      [['x', 2]],
      [['x', 4]],
      [
        ['y', 2],
        ['x', 2],
      ],
    ] as const),
    sharesEmbedding: next() < 0.4,
    // Upstream, too, refuses to compute halves of backward fragments again: they are not told apart any more.
    remat: schedule.startsWith('ZeroBubble') ? 'none' : among(['none', 'none', 'apart', 'merged'] as const),
  };
}

const [BATCH, WIDTH, HIDDEN, WORDS] = [4, 8, 16, 12];
const matrix = (rows: number, columns: number): string => `tensor<${rows}x${columns}xf32>`;
const [X, H, T, WA, WB, E] = [
  matrix(BATCH, WORDS),
  matrix(BATCH, WIDTH),
  matrix(BATCH, HIDDEN),
  matrix(WIDTH, HIDDEN),
  matrix(HIDDEN, WIDTH),
  matrix(WORDS, WIDTH),
];

/** A product that contracts dimension `i` of the one with dimension `j` of the other. */
function product(name: string, [a, typeA]: Typed, [b, typeB]: Typed, dims: string, type: string): string {
  return `${name} = stablehlo.dot_general ${a}, ${b}, contracting_dims = ${dims} : (${typeA}, ${typeB}) -> ${type}`;
}

type Typed = readonly [name: string, type: string];

/** A named computation in a function: its body is about the names that it is given outside. */
function computation(
  name: string,
  operands: readonly Typed[],
  results: readonly Typed[],
  body: readonly string[],
): string {
  const inside = (text: string): string =>
    operands.reduce((all, [own], i) => all.replaceAll(new RegExp(`${own}(?![\\w])`, 'g'), `%in${i}`), text);
  const names = results.map(([own]) => own).join(', ');
  const types = (values: readonly Typed[]): string => values.map(([, type]) => type).join(', ');
  const args = operands.map(([, type], i) => `%in${i}: ${type}`).join(', ');
  const lines = body.map((line) => `      ${inside(line)}`).join('\n');
  const returned = results.map(([own]) => inside(`${own}_`)).join(', ');
  return `    ${names} = mpmd.named_computation<${name}> (${operands.map(([own]) => own).join(', ')}) (${args}) {
${lines}
      mpmd.return ${returned} : ${types(results)}
    } : (${types(operands)}) -> ${results.length === 1 ? types(results) : `(${types(results)})`}`;
}

/** The mesh of a stage. */
function meshOf(stage: number, { meshes }: TrainingPipeline): string {
  return `m${stage % meshes}`;
}

/** The pipeline of passes that puts the program of {@link pipelineText} on its meshes. */
export function pipelinePasses(pipeline: TrainingPipeline): string {
  const names = Array.from({ length: pipeline.stages }, (_, i) => `s${i}@${meshOf(i, pipeline)}/${i}`);
  const remat = pipeline.remat === 'none' ? '' : ' remat';
  const merged = pipeline.remat === 'merged' ? ' merge-remat-fragments' : '';
  const shared = pipeline.sharesEmbedding ? ' infer-transfers' : '';
  return `shardform-mpmd-pipeline{name-to-mesh-assignment=${names.join(',')} schedule=${pipeline.schedule}${remat}${merged}${shared}}`;
}

/**
 * The training step as JAX would write it: each stage computes `h + tanh(h * a) * b`, its gradient is a computation of
 * its own, gradients are added up over microbatches and subtracted from the weights.
 */
export function pipelineText(pipeline: TrainingPipeline): string {
  const { stages, axes, microbatches, sharesEmbedding } = pipeline;
  const mesh = `<[${axes.map(([name, size]) => `"${name}"=${size}`).join(', ')}]>`;
  const topology = Array.from({ length: pipeline.meshes }, (_, i) => `<"m${i}" : ${mesh}>`).join(', ');
  const weights: Typed[] = Array.from({ length: stages }, (_, i): Typed[] => [
    [`%a${i}`, WA],
    [`%b${i}`, WB],
  ]).flat();
  if (sharesEmbedding) weights.push(['%e', E]);
  const input = sharesEmbedding ? X : H;
  const hasY = axes.some(([name]) => name === 'y');
  const shardingOf = (name: string): string => {
    const dims = name.startsWith('%a') ? '{}, {"x"}' : name.startsWith('%b') ? '{"x"}, {}' : null;
    const own = name.startsWith('%x') && hasY ? '{"y"}, {}' : dims;
    return own === null ? '' : ` {sdy.sharding = #sdy.sharding<@mesh, [${own}]>}`;
  };
  const inputs: Typed[] = Array.from({ length: microbatches }, (_, i) => [`%x${i}`, input]);
  const parameters = [...weights, ...inputs].map(([name, type]) => `${name}: ${type}${shardingOf(name)}`);
  const types = weights.map(([, type]) => type);
  const calls = inputs.map(([x], i) => {
    const sums = weights.map(([name], k) => (i === 0 ? `%zero_${name.slice(1)}` : `%c${i - 1}#${k}`));
    const operands = [...sums, x, ...weights.map(([name]) => name)].join(', ');
    const all = [...types, input, ...types].join(', ');
    return `    %c${i}:${types.length} = mpmd.call @micro(${operands}) {call_counter = ${i} : ui32} : (${all}) -> (${types.join(', ')})`;
  });
  const updates = weights.map(
    ([name, type], k) =>
      `    %new_${name.slice(1)} = stablehlo.subtract ${name}, %c${microbatches - 1}#${k} : ${type}`,
  );
  const zeros = weights.map(
    ([name, type]) => `    %zero_${name.slice(1)} = stablehlo.constant dense<0.0> : ${type}`,
  );
  return `module @train {
  sdy.mesh @mesh = ${mesh}
  func.func public @main(${parameters.join(', ')}) -> (${types.join(', ')}) attributes {topology = #mpmd.topology<${topology}>} {
${[...zeros, ...calls, ...updates].join('\n')}
    return ${weights.map(([name]) => `%new_${name.slice(1)}`).join(', ')} : ${types.join(', ')}
  }
${microbatchText(pipeline, weights, input)}
}
`;
}

/** The function that adds the gradients of one microbatch to sums. */
function microbatchText(
  { stages, sharesEmbedding }: TrainingPipeline,
  weights: readonly Typed[],
  input: string,
): string {
  const sums = weights.map(([name, type]): Typed => [`%sum_${name.slice(1)}`, type]);
  const lines: string[] = [];
  for (let i = 0; i < stages; i += 1) {
    const embeds = sharesEmbedding && i === 0;
    const [before, h, t]: Typed[] = [
      [i === 0 ? '%x' : `%h${i - 1}`, i === 0 ? input : H],
      [`%h${i}`, H],
      [`%t${i}`, T],
    ] as const;
    const [a, b]: Typed[] = [
      [`%a${i}`, WA],
      [`%b${i}`, WB],
    ];
    lines.push(
      computation(
        `"s${i}"`,
        [before, a!, b!, ...(embeds ? [['%e', E] as const] : [])],
        [h, t],
        [
          ...(embeds ? [product('%g', before, ['%e', E], '[1] x [0]', H)] : []),
          product('%u', embeds ? ['%g', H] : before, a!, '[1] x [0]', T),
          `${t[0]}_ = stablehlo.tanh %u : ${T}`,
          product('%v', [`${t[0]}_`, T], b!, '[1] x [0]', H),
          `${h[0]}_ = stablehlo.add ${embeds ? '%g' : before[0]}, %v : ${H}`,
        ],
      ),
    );
  }
  for (let i = stages - 1; i >= 0; i -= 1) lines.push(backwardText(i, stages, sharesEmbedding, input));
  const gradients = weights.map(([name, type], k) => {
    const own = `%d${name.slice(1)}`;
    const sum = name === '%e' ? `    %de = stablehlo.add %de_first, %de_last : ${type}\n` : '';
    return `${sum}    %next${k} = stablehlo.add %sum_${name.slice(1)}, ${own} : ${type}`;
  });
  const parameters = [...sums, ['%x', input] as const, ...weights].map(([name, type]) => `${name}: ${type}`);
  const types = weights.map(([, type]) => type).join(', ');
  return `  func.func private @micro(${parameters.join(', ')}) -> (${types}) {
${[...lines, ...gradients].join('\n')}
    return ${weights.map((_, k) => `%next${k}`).join(', ')} : ${types}
  }`;
}

/** The gradients of a stage; the loss is half the sum of squares of what the last one returns. */
function backwardText(i: number, stages: number, sharesEmbedding: boolean, input: string): string {
  const [isFirst, isLast] = [i === 0, i === stages - 1];
  const before: Typed = [isFirst ? '%x' : `%h${i - 1}`, isFirst ? input : H];
  const out: Typed = isLast ? [`%h${i}`, H] : [`%dh${i}`, H];
  const embedding: Typed[] = sharesEmbedding && (isFirst || isLast) ? [['%e', E]] : [];
  const embeds = sharesEmbedding && isFirst;
  const operands: Typed[] = [before, [`%t${i}`, T], [`%a${i}`, WA], [`%b${i}`, WB], out, ...embedding];
  const body: string[] = [];
  let gradient = out;
  const results: Typed[] = [
    [`%da${i}`, WA],
    [`%db${i}`, WB],
  ];
  if (sharesEmbedding && isLast) {
    body.push(
      product('%logits', out, ['%e', E], '[1] x [1]', X),
      product('%de_last_', ['%logits', X], out, '[0] x [0]', E),
      product('%top', ['%logits', X], ['%e', E], '[1] x [0]', H),
    );
    results.push(['%de_last', E]);
    gradient = ['%top', H];
  }
  let own = before;
  if (embeds) {
    body.push(product('%g', before, ['%e', E], '[1] x [0]', H));
    own = ['%g', H];
  }
  body.push(
    product('%dt', gradient, [`%b${i}`, WB], '[1] x [1]', T),
    product(`%db${i}_`, [`%t${i}`, T], gradient, '[0] x [0]', WB),
    `%square = stablehlo.multiply %t${i}, %t${i} : ${T}`,
    `%one = stablehlo.constant dense<1.0> : ${T}`,
    `%slope = stablehlo.subtract %one, %square : ${T}`,
    `%du = stablehlo.multiply %dt, %slope : ${T}`,
    product(`%da${i}_`, own, ['%du', T], '[0] x [0]', WA),
  );
  if (!isFirst || embeds) {
    body.push(
      product('%through', ['%du', T], [`%a${i}`, WA], '[1] x [1]', H),
      `%dh${i - 1}_ = stablehlo.add %through, ${gradient[0]} : ${H}`,
    );
    if (isFirst) {
      body.push(product('%de_first_', before, ['%dh-1_', H], '[0] x [0]', E));
      results.push(['%de_first', E]);
    } else results.push([`%dh${i - 1}`, H]);
  }
  return computation(
    `"s${i}"(1)`,
    operands,
    results,
    body.map((line) => line.replaceAll('%dh-1_', '%din')),
  );
}
