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
