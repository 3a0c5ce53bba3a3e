import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { sdyDialect } from './extension.ts';
import { programMesh } from './program-mesh.ts';

function meshOf(text: string): string | null {
  const module = parseModule(text, new Context([sdyDialect]));
  return programMesh(module!)?.[0] ?? null;
}

const func = (mesh: string): string =>
  `func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@${mesh}, [{"x"}]>}) { return }`;

test('the mesh that shardings name is the one of the program, wherever it stands', () => {
  expect(meshOf(`sdy.mesh @unused = <["x"=2]>\nsdy.mesh @used = <["x"=4]>\n${func('used')}`)).toBe('used');
  expect(meshOf(`sdy.mesh @empty = <[]>\nsdy.mesh @used = <["x"=4]>\n${func('used')}`)).toBe('used');
});

test('a mesh of one device is never the one of the program', () => {
  expect(meshOf('sdy.mesh @one = <[], device_ids=[0]>\nsdy.mesh @all = <["x"=4]>')).toBe('all');
  expect(meshOf('sdy.mesh @one = <[], device_ids=[0]>')).toBeNull();
});
