/** A pipeline whose stages all take the same time. */
export interface UniformPipeline {
  readonly meshes: number;
  /** Stages of each mesh. */
  readonly chunks: number;
  readonly microbatches: number;
}

const [ROWS, WIDTH] = [256, 64];

/** Floating-point operations of a stage's forward pass, and of each of the two products of its backward pass. */
export const STAGE_FLOPS = 2 * ROWS * WIDTH * WIDTH;

/** What adding up two gradients of a stage's weights takes. */
export const ADD_FLOPS = WIDTH * WIDTH;

/** What a stage keeps of a microbatch until its backward pass. */
export const ACTIVATION_BYTES = 4 * ROWS * WIDTH;

/** The pipeline that puts the program on its meshes, which have one device each. */
export function uniformPasses({ meshes, chunks }: UniformPipeline, schedule: string): string {
  const names = Array.from({ length: meshes * chunks }, (_, i) => `s${i}@m${i % meshes}/${i}`);
  return `shardform-mpmd-pipeline{name-to-mesh-assignment=${names.join(',')} schedule=${schedule}}`;
}

/** A stage is one product, its backward pass two; gradients of weights are added up, those of inputs are returned. */
export function uniformText({ meshes, chunks, microbatches }: UniformPipeline): string {
  const stages = meshes * chunks;
  const [H, W] = [`tensor<${ROWS}x${WIDTH}xf32>`, `tensor<${WIDTH}x${WIDTH}xf32>`];
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  const weights = range(stages).map((i) => `%w${i}`);
  const topology = range(meshes).map((i) => `<"m${i}" : <["x"=1]>>`);
  const types = [...weights.map(() => W), H].join(', ');
  const given = [...weights.map(() => W), H, ...weights.map(() => W)].join(', ');
  const sumsOf = (k: number): string =>
    range(stages)
      .map((i) => (k === 0 ? '%zero' : `%c${k - 1}#${i}`))
      .join(', ');
  const calls = range(microbatches).map(
    (k) =>
      `    %c${k}:${stages + 1} = mpmd.call @micro(${sumsOf(k)}, %x${k}, ${weights.join(', ')}) {call_counter = ${k} : ui32} : (${given}) -> (${types})`,
  );
  const parameters = [
    ...weights.map((name) => `${name}: ${W}`),
    ...range(microbatches).map((k) => `%x${k}: ${H}`),
  ];
  const returned = [
    ...range(stages).map((i) => `%c${microbatches - 1}#${i}`),
    ...range(microbatches).map((k) => `%c${k}#${stages}`),
  ];
  const returnedTypes = [...weights.map(() => W), ...range(microbatches).map(() => H)];
  const forward = range(stages).map(
    (i) => `    %h${i + 1} = mpmd.named_computation<"s${i}"> (%h${i}, %w${i}) (%a: ${H}, %b: ${W}) {
      %r = stablehlo.dot %a, %b : (${H}, ${W}) -> ${H}
      mpmd.return %r : ${H}
    } : (${H}, ${W}) -> ${H}`,
  );
  const backward = range(stages)
    .reverse()
    .map((i) => {
      const gradient = i === stages - 1 ? `%h${stages}` : `%g${i + 1}`;
      return `    %d${i}, %g${i} = mpmd.named_computation<"s${i}"(1)> (%h${i}, %w${i}, ${gradient}) (%a: ${H}, %b: ${W}, %g: ${H}) {
      %r = stablehlo.dot_general %g, %b, contracting_dims = [1] x [1] : (${H}, ${W}) -> ${H}
      %q = stablehlo.dot_general %a, %g, contracting_dims = [0] x [0] : (${H}, ${H}) -> ${W}
      mpmd.return %q, %r : ${W}, ${H}
    } : (${H}, ${W}, ${H}) -> (${W}, ${H})`;
    });
  const added = range(stages).map((i) => `    %t${i} = stablehlo.add %sum${i}, %d${i} : ${W}`);
  return `module @uniform {
  func.func public @main(${parameters.join(', ')}) -> (${returnedTypes.join(', ')}) attributes {topology = #mpmd.topology<${topology.join(', ')}>} {
    %zero = stablehlo.constant dense<0.0> : ${W}
${calls.join('\n')}
    return ${returned.join(', ')} : ${returnedTypes.join(', ')}
  }
  func.func private @micro(${range(stages)
    .map((i) => `%sum${i}: ${W}`)
    .join(', ')}, %h0: ${H}, ${weights.map((name) => `${name}: ${W}`).join(', ')}) -> (${types}) {
${[...forward, ...backward, ...added].join('\n')}
    return ${[...range(stages).map((i) => `%t${i}`), '%g0'].join(', ')} : ${types}
  }
}
`;
}
