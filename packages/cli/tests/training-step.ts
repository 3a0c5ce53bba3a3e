/** A step of training of layers `tanh(x w + b)` with the mean of the square error. */
export function trainingStep(layers: number, rows: number, width: number): string {
  const [x, w, b] = [`tensor<${rows}x${width}xf32>`, `tensor<${width}x${width}xf32>`, `tensor<${width}xf32>`];
  const all = Array.from({ length: layers }, (_, i) => i);
  const inputs = all.flatMap((i) => [`%w${i}: ${w}`, `%b${i}: ${b}`]);
  const dot = (name: string, a: string, c: string, dims: string, types: string): string =>
    `%${name} = stablehlo.dot_general %${a}, %${c}, contracting_dims = ${dims} : ${types}`;
  const forward = all.flatMap((i) => [
    dot(`z${i}`, `a${i}`, `w${i}`, '[1] x [0]', `(${x}, ${w}) -> ${x}`),
    `%c${i} = stablehlo.broadcast_in_dim %b${i}, dims = [1] : (${b}) -> ${x}`,
    `%y${i} = stablehlo.add %z${i}, %c${i} : ${x}`,
    `%a${i + 1} = stablehlo.tanh %y${i} : ${x}`,
  ]);
  const backward = [...all]
    .reverse()
    .flatMap((i) => [
      `%s${i} = stablehlo.multiply %a${i + 1}, %a${i + 1} : ${x}`,
      `%t${i} = stablehlo.subtract %one, %s${i} : ${x}`,
      `%h${i} = stablehlo.multiply %g${i + 1}, %t${i} : ${x}`,
      dot(`dw${i}`, `a${i}`, `h${i}`, '[0] x [0]', `(${x}, ${x}) -> ${w}`),
      `%db${i} = stablehlo.reduce(%h${i} init: %zero) applies stablehlo.add across dimensions = [0] : (${x}, tensor<f32>) -> ${b}`,
      dot(`g${i}`, `h${i}`, `w${i}`, '[1] x [1]', `(${x}, ${w}) -> ${x}`),
    ]);
  const update = all.flatMap((i) => [
    `%uw${i} = stablehlo.multiply %dw${i}, %rw : ${w}`,
    `%nw${i} = stablehlo.subtract %w${i}, %uw${i} : ${w}`,
    `%ub${i} = stablehlo.multiply %db${i}, %rb : ${b}`,
    `%nb${i} = stablehlo.subtract %b${i}, %ub${i} : ${b}`,
  ]);
  const returned = all.flatMap((i) => [`%nw${i}`, `%nb${i}`]);
  return `func.func @main(${inputs.join(', ')}, %a0: ${x}, %target: ${x}) -> (tensor<f32>, ${all.map(() => `${w}, ${b}`).join(', ')}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : ${x}
  %size = stablehlo.constant dense<${rows * width}.0> : tensor<f32>
  %scale = stablehlo.constant dense<0.01> : ${x}
  %rw = stablehlo.constant dense<0.5> : ${w}
  %rb = stablehlo.constant dense<0.5> : ${b}
  ${forward.join('\n  ')}
  %e = stablehlo.subtract %a${layers}, %target : ${x}
  %q = stablehlo.multiply %e, %e : ${x}
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (${x}, tensor<f32>) -> tensor<f32>
  %loss = stablehlo.divide %sum, %size : tensor<f32>
  %g${layers} = stablehlo.multiply %e, %scale : ${x}
  ${backward.join('\n  ')}
  ${update.join('\n  ')}
  return %loss, ${returned.join(', ')} : tensor<f32>, ${all.map(() => `${w}, ${b}`).join(', ')}
}`;
}
