/**
 * A function of about `count` StableHLO operations: blocks of a constant, its broadcast, a product, two
 * contractions, a hyperbolic tangent and a sum, each block fed by the one before.
 *
 * @param {number} count
 */
export function stablehloProgram(count) {
  const wide = 'tensor<64x256xf32>';
  const tall = 'tensor<256x64xf32>';
  const lines = [`func.func @main(%arg0: ${wide}, %arg1: ${tall}) -> ${wide} {`];
  let current = '%arg0';
  for (let i = 0; i < count; i += 7) {
    lines.push(
      `  %c${i} = stablehlo.constant dense<5.000000e-01> : tensor<f32>`,
      `  %b${i} = stablehlo.broadcast_in_dim %c${i}, dims = [] : (tensor<f32>) -> ${wide}`,
      `  %m${i} = stablehlo.multiply ${current}, %b${i} : ${wide}`,
      `  %d${i} = stablehlo.dot_general %m${i}, %arg1, contracting_dims = [1] x [0] : (${wide}, ${tall}) -> tensor<64x64xf32>`,
      `  %e${i} = stablehlo.dot_general %d${i}, %arg1, contracting_dims = [1] x [1] : (tensor<64x64xf32>, ${tall}) -> ${wide}`,
      `  %t${i} = stablehlo.tanh %e${i} : ${wide}`,
      `  %a${i} = stablehlo.add %t${i}, ${current} : ${wide}`,
    );
    current = `%a${i}`;
  }
  lines.push(`  return ${current} : ${wide}`, '}');
  return `${lines.join('\n')}\n`;
}

/**
 * A transformer of `layers` blocks with shardings for 2x4 devices: batches along "x", heads and hidden features along "y". A
 * block has 20 operations.
 *
 * @param {number} layers
 */
export function transformerProgram(layers) {
  const [batch, length, heads, width, model, hidden] = [8, 64, 8, 16, 128, 512];
  const tensor = (...sizes) => `tensor<${[...sizes, 'f32'].join('x')}>`;
  const [x, scores] = [tensor(batch, length, model), tensor(batch, heads, length, length)];
  const [row, apart] = [tensor(batch, heads, length), tensor(batch, length, heads, width)];
  const [into, back] = [tensor(model, heads, width), tensor(heads, width, model)];
  const [up, down, wide] = [tensor(model, hidden), tensor(hidden, model), tensor(batch, length, hidden)];
  const split = (dims) => `{sdy.sharding = #sdy.sharding<@mesh, [${dims.join(', ')}]>}`;
  const weights = [
    ['q', into, ['{}', '{"y"}', '{}']],
    ['k', into, ['{}', '{"y"}', '{}']],
    ['v', into, ['{}', '{"y"}', '{}']],
    ['o', back, ['{"y"}', '{}', '{}']],
    ['u', up, ['{}', '{"y"}']],
    ['d', down, ['{"y"}', '{}']],
  ];
  const inputs = [`%x: ${x} ${split(['{"x"}', '{}', '{}'])}`];
  const lines = [
    '  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>',
    '  %zero = stablehlo.constant dense<0.0> : tensor<f32>',
  ];
  const dot = (result, lhs, rhs, dims, type) =>
    lines.push(`  ${result} = stablehlo.dot_general ${lhs}, ${rhs}, ${dims} : ${type}`);
  let current = '%x';
  for (let i = 0; i < layers; i++) {
    for (const [name, type, dims] of weights) inputs.push(`%${name}${i}: ${type} ${split(dims)}`);
    for (const name of ['q', 'k', 'v']) {
      dot(
        `%${name}p${i}`,
        current,
        `%${name}${i}`,
        'contracting_dims = [2] x [0]',
        `(${x}, ${into}) -> ${apart}`,
      );
    }
    dot(
      `%s${i}`,
      `%qp${i}`,
      `%kp${i}`,
      'batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]',
      `(${apart}, ${apart}) -> ${scores}`,
    );
    lines.push(
      `  %m${i} = stablehlo.reduce(%s${i} init: %lowest) applies stablehlo.maximum across dimensions = [3] : (${scores}, tensor<f32>) -> ${row}`,
      `  %mb${i} = stablehlo.broadcast_in_dim %m${i}, dims = [0, 1, 2] : (${row}) -> ${scores}`,
      `  %sm${i} = stablehlo.subtract %s${i}, %mb${i} : ${scores}`,
      `  %e${i} = stablehlo.exponential %sm${i} : ${scores}`,
      `  %t${i} = stablehlo.reduce(%e${i} init: %zero) applies stablehlo.add across dimensions = [3] : (${scores}, tensor<f32>) -> ${row}`,
      `  %tb${i} = stablehlo.broadcast_in_dim %t${i}, dims = [0, 1, 2] : (${row}) -> ${scores}`,
      `  %p${i} = stablehlo.divide %e${i}, %tb${i} : ${scores}`,
    );
    const mixed = tensor(batch, heads, length, width);
    dot(
      `%a${i}`,
      `%p${i}`,
      `%vp${i}`,
      'batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1]',
      `(${scores}, ${apart}) -> ${mixed}`,
    );
    dot(`%ao${i}`, `%a${i}`, `%o${i}`, 'contracting_dims = [1, 3] x [0, 1]', `(${mixed}, ${back}) -> ${x}`);
    lines.push(`  %r${i} = stablehlo.add ${current}, %ao${i} : ${x}`);
    dot(`%h${i}`, `%r${i}`, `%u${i}`, 'contracting_dims = [2] x [0]', `(${x}, ${up}) -> ${wide}`);
    lines.push(
      `  %l${i} = stablehlo.logistic %h${i} : ${wide}`,
      `  %g${i} = stablehlo.multiply %h${i}, %l${i} : ${wide}`,
    );
    dot(`%f${i}`, `%g${i}`, `%d${i}`, 'contracting_dims = [2] x [0]', `(${wide}, ${down}) -> ${x}`);
    lines.push(`  %y${i} = stablehlo.add %r${i}, %f${i} : ${x}`);
    current = `%y${i}`;
  }
  return [
    'sdy.mesh @mesh = <["x"=2, "y"=4]>',
    `func.func public @main(${inputs.join(', ')}) -> ${x} {`,
    ...lines,
    `  return ${current} : ${x}`,
    '}',
    '',
  ].join('\n');
}
