import { expect, test } from 'vitest';
import { FixedTasks } from '../../tests/given-tasks.ts';
import { plainMachine } from '../../tests/plain-machine.ts';
import { smallRun } from '../../tests/small-run.ts';
import { memoryOfRun } from './run-memory.ts';
import { partsOfModel } from '../simulate/stages.ts';
import { TimedStep } from '../simulate/timed-step.ts';

// Two stages of four microbatches. The first one does F0 F1 B0 W0 F2 …, the second F0 B0 F1 B1 W0 F2 …. A microbatch keeps 10 bytes, and
// its gradient of the input leaves 4, of which the second stage sends 1.
test.each([
  // The first stage has most during B0: activations of two microbatches, and results of B0.
  [7, 300 + 50 + 100 + (2 * 10 + 4) + 8],
  // The second stage has most during B1: operands of microbatch 0, the activations of 1, and results of B1.
  [12, 300 + (50 + 1) + 100 + (12 + 10 + 3) + 8],
  // Both microbatches wait there behind B1.
  [20, 300 + (50 + 1) + 100 + 2 * 20 + 8],
])('operands of %i bytes wait for gradients of weights', (waiting, expected) => {
  const run = smallRun({ hardware: 'tpu-v5p', devices: 2, pipeline: 2, batch: 4 });
  const tasks = new FixedTasks(run, {
    forward: { seconds: 1, arguments: 100, firstResult: 2, results: 12, temporaries: 5 },
    inputGradients: { seconds: 1, firstResult: 1, results: 4, temporaries: 7 },
    weightGradients: { seconds: 1, arguments: 50 + waiting, results: 50, temporaries: 8 },
    // Beside the gradient, the weight and two moments.
    update: { arguments: 400, temporaries: 6 },
  });
  const parts = partsOfModel(run);
  const { plan } = new TimedStep(run, parts, { tasks, machine: plainMachine(), schedule: 'zb-h1' });
  expect(memoryOfRun(tasks, parts, run, plan)).toBe(expected);
});

test('a GPU counts operands that wait as the part that they are of kept activations', () => {
  const memoryOf = (schedule: '1f1b' | 'zb-h1', waiting: number): number => {
    const run = smallRun({ devices: 2, pipeline: 2, batch: 4 });
    const tasks = new FixedTasks(run, {
      forward: { seconds: 1, arguments: 100, firstResult: 2, results: 12, temporaries: 5 },
      inputGradients: { seconds: 1, firstResult: 0, results: 0, temporaries: 7 },
      weightGradients: { seconds: 1, arguments: 50 + waiting, results: 50, temporaries: 8 },
      update: { arguments: 400, temporaries: 6 },
    });
    const parts = partsOfModel(run);
    const { plan } = new TimedStep(run, parts, { tasks, machine: plainMachine(), schedule });
    return memoryOfRun(tasks, parts, run, plan);
  };
  expect(memoryOf('zb-h1', 0)).toBe(memoryOf('1f1b', 0));
  expect(memoryOf('zb-h1', 20)).toBeGreaterThan(memoryOf('zb-h1', 0));
});
