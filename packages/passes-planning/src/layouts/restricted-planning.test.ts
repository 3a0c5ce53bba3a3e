import { programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import { parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { context, machine } from '../../tests/planned.ts';
import { shardingProblem } from '../problem/sharding-problem.ts';
import { RestrictedPlanning } from './restricted-planning.ts';

test('communication of activations counts in what a plan is compared with, although the plan has or exposes none', () => {
  const module = parseModule(
    `sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<65536x512xf32>, %b: tensor<512x2048xf32>, %c: tensor<2048x512xf32>) -> tensor<65536x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<65536x512xf32>, tensor<512x2048xf32>) -> tensor<65536x2048xf32>
  %1 = stablehlo.tanh %0 : tensor<65536x2048xf32>
  %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<65536x2048xf32>, tensor<2048x512xf32>) -> tensor<65536x512xf32>
  return %2 : tensor<65536x512xf32>
}`,
    context,
  )!;
  const [name, mesh] = programMesh(module)!;
  const problem = shardingProblem(programEntry(module)!, context, { mesh, machine, ties: [] });
  const planning = new RestrictedPlanning(problem, { name, mesh }, { early: 0, between: 0, late: 0 });
  const choices = planning.solve((_, strategies) => strategies)!;
  const flowing = problem.flows.filter(({ slack }) => slack === 'between');
  expect(flowing.length).toBeGreaterThan(0);
  const spent = flowing.map(
    ({ a, b, rows, columns, communication, needed }) =>
      communication[rows[choices[a]!]! * needed.length + columns[choices[b]!]!],
  );
  expect(spent).toEqual(flowing.map(() => 0));
});
