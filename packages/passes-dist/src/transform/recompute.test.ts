import { uniformMachine } from '@shardform/cost-model';
import { distirCostModel, flattenFunction, simulateClocks } from '@shardform/runtime-dist';
import { expect, test } from 'vitest';
import { distContext, functionIn, transformed } from '../../tests/dist-programs.ts';

/** Forward and backward parts of `layers` products without activations, on device 1. */
function chain(layers: number, batch: number, width: number): string {
  const [x, w] = [`!dist.tensor<${batch}x${width}xf32, 1>`, `!dist.tensor<${width}x${width}xf32, 1>`];
  const numbers = Array.from({ length: layers }, (_, i) => i);
  const forward = numbers.map((i) => `%y${i + 1} = dist.matmul %y${i}, %w${i} : (${x}, ${w}) -> ${x}`);
  const backward = numbers
    .reverse()
    .map(
      (i) =>
        `%d${i}, %g${i} = dist.matmul_grad %y${i}, %w${i}, %d${i + 1} : (${x}, ${w}, ${x}) -> (${x}, ${w})`,
    );
  const update = numbers.map((i) => `%n${i} = dist.sgd %w${i}, %g${i} rate 0.1 : (${w}, ${w}) -> ${w}`);
  return `func.func @f(%y0: ${x}, %z: ${x}, ${numbers.map((i) => `%w${i}: ${w}`).join(', ')}) -> (${numbers.map(() => w).join(', ')}) {
    ${forward.join('\n')}
    %d${layers} = dist.loss_grad %y${layers}, %z batch ${batch} : (${x}, ${x}) -> ${x}
    ${backward.join('\n')}
    ${update.join('\n')}
    return ${numbers.map((i) => `%n${i}`).join(', ')} : ${numbers.map(() => w).join(', ')}
  }`;
}

function measure(layers: number, passes: string) {
  const [batch, width] = [1024, 64];
  const context = distContext();
  const program = flattenFunction(
    functionIn(transformed(chain(layers, batch, width), passes, context)),
    context,
  );
  const { latency, peakBytes } = simulateClocks(program, distirCostModel(uniformMachine(1)));
  const [activation, weight] = [batch * width * 4, width * width * 4];
  let products = 0;
  for (const kind of program.opKind) if (kind === 0) products += 1;
  return { latency, products, overInputs: peakBytes - 2 * activation - layers * weight, activation, weight };
}

// Layers, kept activations, what the peak is above the inputs, in activations and in the gradients of weights.
test.each([
  [4, 2],
  [8, 2],
  [8, 4],
  [16, 2],
  [16, 4],
])('%i products of which every %i-th result is kept', (layers, every) => {
  const kept = measure(layers, 'dist-insert-free');
  const again = measure(layers, `dist-recompute{every=${every}}`);
  expect(again.products - kept.products).toBe((layers / every) * (every - 1));
  // L + 1 activations, or L / k + k of them, and the gradient of a weight.
  expect(kept.overInputs).toBe((layers + 1) * kept.activation + kept.weight);
  expect(again.overInputs).toBe((layers / every + every) * again.activation + again.weight);
  expect(again.latency).toBeGreaterThan(kept.latency);
});

test('a chain of 16 products needs least when every fourth result is kept', () => {
  const peaks = [2, 4, 8].map((every) => measure(16, `dist-recompute{every=${every}}`).overInputs);
  expect(Math.min(...peaks)).toBe(peaks[1]);
  // Two products are too few to save anything.
  expect(measure(2, 'dist-recompute{every=2}').overInputs).toBe(measure(2, '').overInputs);
});

test('as little is computed again as a budget of memory asks for', () => {
  const inputs = 2 * 1024 * 64 * 4 + 16 * 64 * 64 * 4;
  const [all, some] = [measure(16, ''), measure(16, 'dist-recompute{every=4}')];
  expect(measure(16, `dist-recompute{memory=${inputs + all.overInputs}}`).products).toBe(all.products);
  for (const budget of [some.overInputs, 12 * all.activation]) {
    const found = measure(16, `dist-recompute{memory=${inputs + budget}}`);
    expect(found.overInputs).toBeLessThanOrEqual(budget);
    expect(found.products).toBeGreaterThan(all.products);
    expect(found.products).toBeLessThanOrEqual(some.products);
  }
  expect(() => measure(16, 'dist-recompute{memory=1000}')).toThrow(
    /^'func.func' op @f does not fit into 1000 bytes: recomputation needs at least \d+$/,
  );
});

test('recomputing nothing changes nothing', () => {
  expect(measure(4, 'dist-recompute{every=1}').latency).toBe(measure(4, '').latency);
});
