import { describe, expect, test } from 'vitest';
import { printed } from '../../tests/parse-text.ts';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { RankedTensorType } from '../builtin/types/shaped-types.ts';
import { Context } from '../ir/context.ts';

const context = new Context([
  {
    name: 'named',
    dialects: [
      {
        name: 'named',
        suggestAlias(attribute) {
          if (attribute instanceof StringAttr && attribute.value.startsWith('n')) return 'str';
          if (attribute instanceof StringAttr && attribute.value.startsWith('d')) return 'd1';
          return attribute instanceof RankedTensorType ? 'box' : null;
        },
      },
    ],
  },
]);
context.allowUnregisteredDialects = true;

describe('aliases', () => {
  test('stand before the module, parts first, types before attributes', () => {
    expect(
      printed(
        '"d.op"() {a = "n1", b = ["n2", "x"], c = tensor<2xi32, "n3">, d = "n1"} : () -> ()',
        {},
        context,
      ),
    ).toBe(
      '#str = "n1"\n#str1 = "n2"\n#str2 = "n3"\n!box = tensor<2xi32, #str2>\nmodule {\n' +
        '  "d.op"() {a = #str, b = [#str1, "x"], c = !box, d = #str} : () -> ()\n}\n',
    );
  });

  test('are numbered after an underscore where a name ends in a digit', () => {
    expect(printed('"d.op"() {a = "d", b = "de"} : () -> ()', {}, context)).toBe(
      '#d1 = "d"\n#d1_1 = "de"\nmodule {\n  "d.op"() {a = #d1, b = #d1_1} : () -> ()\n}\n',
    );
  });

  test('are left out of a text with local scope', () => {
    const text = '"d.op"() {a = "n"} : () -> () loc("l")';
    expect(printed(text, { localScope: true, debugInfo: true }, context)).toBe(
      'module {\n  "d.op"() {a = "n"} : () -> () loc("l")\n} loc("-":0:0)\n',
    );
  });

  test('that only locations need follow the module', () => {
    const text =
      '"d.op"() : () -> () loc(fused<"n1">["a"])\n"d.op"() {x = "n2"} : () -> () loc(fused<"n2">["b"])';
    expect(printed(text, { debugInfo: true }, context)).toBe(`#str1 = "n2"
module {
  "d.op"() : () -> () loc(#loc3)
  "d.op"() {x = #str1} : () -> () loc(#loc4)
} loc(#loc)
#loc = loc("-":0:0)
#loc1 = loc("a")
#loc2 = loc("b")
#str = "n1"
#loc3 = loc(fused<#str>[#loc1])
#loc4 = loc(fused<#str1>[#loc2])
`);
  });
});
