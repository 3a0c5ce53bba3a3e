import type { AttrClass } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { extensions } from '../src/context.ts';

/** Attributes and types with classes of their own, with what a declaration doesn't give. */
const byHand: Readonly<Record<string, string>> = {
  'mpmd.mesh_tensor': 'is a shaped type, as its whole tensor is',
  'sdy.axis_ref': 'found by name without a key, in the inner loop of propagation',
  'sdy.dimension_sharding': 'keeps its text, which every sharding that has it prints',
  'sdy.mesh': 'keeps sizes and positions of its axes, and drops device ids that say nothing',
  'sdy.op_sharding_rule': 'keeps what kind each factor is, and sizes as numbers and exact',
  'sdy.sharding': 'keeps its text; keys leave out what most shardings do not have',
  'sdy.sharding_per_value': 'has one text with brackets and one without',
  'stablehlo.bounds': 'another spelling of stablehlo.type_extensions',
  'ttnn.ttnn_layout': 'tells all problems of a layout at once, and is asked for on every tensor',
};

const classes = [
  ...new Map(
    extensions
      .map(({ load }) => load())
      .flatMap(({ attrs, types }): AttrClass[] => [...(attrs ?? []), ...(types ?? [])])
      .map((cls) => [cls.mnemonic, cls]),
  ).values(),
];

test('attributes and types are declared, but for those with a reason', () => {
  // VHLO's are declared by forms of its own, which have versions.
  const others = classes.filter(
    (cls) => !cls.mnemonic.startsWith('vhlo.') && !('defined' in (cls.definition ?? {})),
  );
  expect(others.map(({ mnemonic }) => mnemonic).sort()).toEqual(Object.keys(byHand).sort());
});
