import { describe, expect, test } from 'vitest';
import { parsed, sharding } from '../../tests/sdy-text.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { MeshTable } from '../mesh-table.ts';
import { commonMesh, commonMeshRef } from './common-mesh.ts';

const meshes = new MeshTable(
  parsed(`
sdy.mesh @m = <["x"=2]>
sdy.mesh @same = <["x"=2]>
sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
sdy.mesh @empty = <[]>
sdy.mesh @one = <[], device_ids=[1]>
sdy.mesh @other = <[], device_ids=[0]>`),
);
const m = MeshAttr.of([['x', 2]]);

function of(...names: readonly (string | null)[]): (ReturnType<typeof sharding> | null)[] {
  return names.map((name) => (name === null ? null : sharding(`<@${name}, []>`)));
}

describe('the mesh of several shardings', () => {
  test.each([
    [['m', null, 'm'], m],
    [['m', 'same'], m],
    [['empty', 'm'], m],
    [['m', 'empty'], m],
    [['m', 'reversed'], null],
    [['one', 'other'], null],
    [['one', 'm'], null],
    [['m', 'missing'], null],
    [[null], null],
  ])('%j', (names, mesh) => {
    expect(commonMesh(of(...names), meshes)).toBe(mesh);
  });

  test('may have its devices in another order', () => {
    expect(commonMesh(of('m', 'reversed'), meshes, true)).toBe(m);
    expect(commonMesh(of('one', 'other'), meshes, true)).toBe(null);
    expect(commonMesh(of('one', 'm'), meshes, true)).toBe(null);
  });

  test('has one name', () => {
    expect(String(commonMeshRef(of(null, 'm', 'm'), meshes))).toBe('@m');
    expect(String(commonMeshRef(of('empty', 'm'), meshes))).toBe('@m');
    expect(String(commonMeshRef(of('m', 'same'), meshes))).toBe('@m');
    expect(commonMeshRef([], meshes)).toBe(null);
  });
});
