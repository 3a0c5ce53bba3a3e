import { MeshesWithOriginsAttr, MeshWithOriginsAttr } from '@shardform/dialect-mpmd';
import { expect, test } from 'vitest';
import { MeshSet } from './mesh-set.ts';

/** A set of `m1[a,b]`, where `*` is the wildcard. */
function set(...entries: readonly string[]): MeshSet {
  const value = entries.map((entry) => {
    const [mesh, labels = ''] = entry.replace(']', '').split('[');
    return MeshWithOriginsAttr.of(mesh!, labels === '' ? [] : labels.split(','));
  });
  return MeshSet.ofSourceAttr(MeshesWithOriginsAttr.get({ value }));
}

test('a set that is missing is all meshes, or none for uses', () => {
  expect(MeshSet.ofSourceAttr(null).isSpecified).toBe(false);
  expect(MeshSet.ofSourceAttr(null).size).toBe(-1);
  expect(MeshSet.ofUseAttr(null).isEmpty).toBe(true);
});

test.each([
  [set('m1[a]'), set('m2[b]', 'm1[c]'), 'm1[a,c], m2[b]'],
  [MeshSet.unspecified, set('m1[a]'), 'm1[a]'],
  [set('m1[a]'), MeshSet.unspecified, 'm1[a]'],
])('union joins meshes and reasons in order', (a, b, text) => {
  expect(a.union(b).text).toBe(text);
});

test.each([
  [set('m1[a]', 'm2[b]'), set('m2[c]'), 'm2[b,c]'],
  [set('m1[a]'), set('m2[b]'), ''],
  [set('m1[a]'), set('m2[b]', '*[w]'), 'm1[a,w]'],
  [set('m1[a]', '*[w]'), set('m2[b]'), 'm2[b,w]'],
  [MeshSet.unspecified, set('m1[a]'), 'm1[a]'],
])('intersection keeps what both have, by the wildcard too', (a, b, text) => {
  expect(a.intersection(b).text).toBe(text);
});

test('a mesh is picked by preference, then where nothing is broadcast to, then by name', () => {
  expect(set('m2', 'm1').pick()).toBe('m1');
  expect(set('m2', 'm1').pick(set('m2'))).toBe('m2');
  expect(set('m2', 'm1').pick(set('m3'))).toBe('m1');
  expect(set('m1[broadcast_in]', 'm2').pick()).toBe('m2');
  expect(set('m1[broadcast_in]').pick()).toBe('m1');
  expect(MeshSet.empty.pick()).toBe(null);
});

test('sets are compared without reasons and order', () => {
  expect(set('m1[a]', 'm2').hasSameMeshes(set('m2[b]', 'm1'))).toBe(true);
  expect(set('m1').hasSameMeshes(set('m1', 'm2'))).toBe(false);
  expect(set('m1').hasSameMeshes(MeshSet.unspecified)).toBe(false);
});
