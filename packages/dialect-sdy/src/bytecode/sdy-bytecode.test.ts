import {
  Context,
  ModuleOp,
  parseModule,
  printOp,
  readBytecode,
  SourceText,
  UnknownLoc,
  writeBytecode,
} from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { MeshAxisAttr } from '../attrs/mesh-axis-attr.ts';
import { sdyDialect } from '../extension.ts';

function sdyContext(): Context {
  const context = new Context([sdyDialect]);
  context.allowUnregisteredDialects = true;
  return context;
}

test.each([
  '#sdy<manual_axes{"a", "b"}>',
  '#sdy.mesh<["a"=2, "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>',
  '#sdy.mesh<[], device_ids=[3]>',
  '#sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p3, {}], replicated={"c"}>',
  '#sdy.sharding<@mesh, [{?}], unreduced={"a"}>',
  '#sdy.sharding<mesh<["a"=2]>, [{"a"}]>',
  '#sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{?}]>]>',
  '#sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>',
  '#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>',
  '#sdy.op_sharding_rule<([ij])->([i, j]) {i=2, j=4} blocked_propagation={i}, custom>',
  '#sdy<list_of_axis_ref_lists[{"a"}, {}]>',
  '#sdy<axis_ref_list{"a", "b":(2)2}>',
])('%s stays what it is', (attribute) => {
  const context = sdyContext();
  const module = parseModule(`"t.op"() {a = ${attribute}} : () -> ()`, context);
  if (module === null) throw new Error(attribute);
  const read = readBytecode(writeBytecode(module, context), context)!;
  expect(read.body.firstOp!.getAttr('a')).toBe(module.body.firstOp!.getAttr('a'));
});

test.each([
  [[['a', 0]], [], 'axis size must be at least 1, got: 0'],
  [
    [
      ['a', 2],
      ['a', 2],
    ],
    [],
    'duplicate axis name: "a"',
  ],
  [[['a', 2]], [0, 2], 'sorted device ids must be iota(product(axes)), got: 0, 2'],
] as const)('a mesh that is wrong is refused: %j, %j', (axes, deviceIds, message) => {
  const context = sdyContext();
  const module = ModuleOp.empty(UnknownLoc.instance);
  const mesh = MeshAttr.get(
    axes.map(([name, size]) => MeshAxisAttr.get({ name, size })),
    deviceIds,
  );
  module.setAttr('t.mesh', mesh);
  const { result, diagnostics } = context.diagnostics.capture(() =>
    readBytecode(writeBytecode(module, context), context),
  );
  expect(result).toBeNull();
  expect(diagnostics[0]!.message).toContain(message);
});

describe('bytecode of jaxlib 0.10.2', () => {
  const TEXT = `module {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {"b":(1)2, ?}], replicated={"b":(2)2}>}) -> tensor<8x4xf32> {
    return %arg0 : tensor<8x4xf32>
  }
}
`;
  const RECORDED = Uint8Array.from(
    atob(
      [
        'TUzvUg1NTElSMjMuMC4wZ2l0AAEfBwEFCQkBAw8DAxMFBQsXA0cxBwEbCwsTEw8TCwsLCxMTEwMXFw8PHxcPFw8PDw8BBxcXBwK7',
        'BQ0FCRcBAwMXAQUHAQMLAwMNIQUPCQMNAwURFwEHBxcBBycXAQkLBQUdHwEDEwkDFRENDwUjJwMtCwMlAQcJEwELAykAAQkVVwcF',
        'CQkVXwcJCRsFIREFBQMBAwELBEUFAVAFAQcENQMBCQNABwMFUBUFBwQZAwMHAwMXAAcEGQMBBgMBBQEAkRcFBQsbBQ8LDwsJEWJ1',
        'aWx0aW4Ac2R5AGZ1bmMAbW9kdWxlAG1lc2gAcmV0dXJuAC0Ac2R5LnNoYXJkaW5nAG1haW4AYQBiAAgdBwUBAQUbAw0TEQEBEwE=',
      ].join(''),
    ),
    (character) => character.charCodeAt(0),
  );

  test('is read', () => {
    const context = sdyContext();
    expect(printOp(readBytecode(RECORDED, context)!, context)).toBe(TEXT);
  });

  test('is written byte for byte', () => {
    const context = sdyContext();
    const module = parseModule(new SourceText('-', TEXT), context)!;
    expect(writeBytecode(module, context, { producer: 'MLIR23.0.0git' })).toEqual(RECORDED);
  });
});

test('a sharding rule with factors that have no size is read: the verifier is to refuse it', () => {
  const context = sdyContext();
  context.allowUnregisteredDialects = true;
  const text =
    '"t.use"() {t.rule = #sdy.op_sharding_rule<([i])->([i]) {i=8} blocked_propagation={k}>} : () -> ()';
  const module = parseModule(new SourceText('-', text), context)!;
  const again = readBytecode(writeBytecode(module, context), context)!;
  expect(printOp(again, context)).toBe(printOp(module, context));
});
