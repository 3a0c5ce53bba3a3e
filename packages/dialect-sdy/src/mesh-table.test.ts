import { describe, expect, test } from 'vitest';
import { parsed, sharding } from '../tests/sdy-text.ts';
import { MeshAttr } from './attrs/mesh-attr.ts';
import { lookUpMesh, meshOps, MeshTable } from './mesh-table.ts';

const module = parsed(`sdy.mesh @first = <["x"=2]>
func.func @f(%a: tensor<8xf32>) {
  %0 = sdy.named_computation<"inner">(%a) (%b: tensor<8xf32>) {
    %1 = "test.op"(%b) : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
sdy.mesh @second = <["x"=2], device_ids=[1, 0]>`);

const func = module.body.firstOp!.next!;
const inner = func.regions[0]!.entry.firstOp!.regions[0]!.entry.firstOp!;
const first = MeshAttr.of([['x', 2]]);
const second = MeshAttr.of([['x', 2]], [1, 0]);

const places = [
  ['the module', module],
  ['a function', func],
  ['an operation in a computation', inner],
] as const;

describe.each(places)('the meshes of a module, from %s', (_, op) => {
  test('are listed in the order of the module', () => {
    expect(meshOps(op).map(({ symName }) => symName.value)).toEqual(['first', 'second']);
    expect([...new MeshTable(op).entries()]).toEqual([
      ['first', first],
      ['second', second],
    ]);
  });

  test('are found by name', () => {
    const table = new MeshTable(op);
    expect(table.get('second')).toBe(second);
    expect(table.get('third')).toBeNull();
  });

  test.each([
    ['<@first, []>', first],
    ['<@second, []>', second],
    ['<@third, []>', null],
    ['<mesh<["y"=3]>, []>', MeshAttr.of([['y', 3]])],
  ])('are found for the sharding %s', (text, mesh) => {
    expect(new MeshTable(op).meshOf(sharding(text))).toBe(mesh);
    expect(lookUpMesh(op, sharding(text).meshOrRef)).toBe(mesh);
  });
});

test('a function outside of modules has meshes in place only', () => {
  const alone = parsed('func.func @f() { return }').body.firstOp!;
  alone.remove();
  expect(meshOps(alone)).toEqual([]);
  expect(lookUpMesh(alone, sharding('<@first, []>').meshOrRef)).toBeNull();
  expect(lookUpMesh(alone, first)).toBe(first);
});
