import { describe, expect, test } from 'vitest';
import { printed } from '../../tests/parse-text.ts';

describe('the text of a module', () => {
  test.each([
    [
      '"d.op"() ({}, {}) : () -> ()',
      `module {
  "d.op"() ({
  }, {
  }) : () -> ()
}`,
    ],
    [
      '"d.op"() ({"d.x"() : () -> ()}) : () -> ()',
      `module {
  "d.op"() ({
    "d.x"() : () -> ()
  }) : () -> ()
}`,
    ],
    [
      `"d.op"() ({
^bb0(%a: i32):
  "d.x"(%a) : (i32) -> ()
}) : () -> ()`,
      `module {
  "d.op"() ({
  ^bb0(%arg0: i32):
    "d.x"(%arg0) : (i32) -> ()
  }) : () -> ()
}`,
    ],
    [
      `"d.op"() ({
  "d.br"()[^bb1] : () -> ()
^bb1:
  "d.br"()[^bb1] : () -> ()
}) : () -> ()`,
      `module {
  "d.op"() ({
    "d.br"()[^bb1] : () -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb1
    "d.br"()[^bb1] : () -> ()
  }) : () -> ()
}`,
    ],
    [
      `"d.op"() ({
^a():
  "d.x"() : () -> ()
}) : () -> ()`,
      `module {
  "d.op"() ({
    "d.x"() : () -> ()
  }) : () -> ()
}`,
    ],
    [
      `"d.op"() ({
  %0 = "d.x"() : () -> i32
  "d.in"() ({
    "d.y"(%0, %1) : (i32, i32) -> ()
    %2 = "d.x"() : () -> i32
  }) : () -> ()
  %1 = "d.x"() : () -> i32
}) : () -> ()`,
      `module {
  "d.op"() ({
    %0 = "d.x"() : () -> i32
    "d.in"() ({
      "d.y"(%0, %1) : (i32, i32) -> ()
      %2 = "d.x"() : () -> i32
    }) : () -> ()
    %1 = "d.x"() : () -> i32
  }) : () -> ()
}`,
    ],
    [
      `"d.op"() ({
  %0 = "d.x"() : () -> i32
}, {
  %0 = "d.x"() : () -> i32
}) : () -> ()`,
      `module {
  "d.op"() ({
    %0 = "d.x"() : () -> i32
  }, {
    %0 = "d.x"() : () -> i32
  }) : () -> ()
}`,
    ],
    [
      `#a = 1 : i32
"d.op"() {x = #a} : () -> ()`,
      `module {
  "d.op"() {x = 1 : i32} : () -> ()
}`,
    ],
    [
      `!a = i32
%0 = "d.op"() : () -> !a`,
      `module {
  %0 = "d.op"() : () -> i32
}`,
    ],
    [
      `#map = affine_map<(d0) -> (d0)>
"d.op"() {x = #map, y = affine_map<(d0) -> (d0 + 1)>, z = affine_set<(d0) : (d0 == 0)>} : () -> ()`,
      `#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
#set = affine_set<(d0) : (d0 == 0)>
module {
  "d.op"() {x = #map, y = #map1, z = #set} : () -> ()
}`,
    ],
    [
      `"d.op"() {x = affine_map<(d0) -> (d0 + 1)>} : () -> ()
"d.op"() {x = affine_map<(d0) -> (d0)>, y = [affine_map<(d0) -> (d0 + 1)>]} : () -> ()`,
      `#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0) -> (d0)>
module {
  "d.op"() {x = #map} : () -> ()
  "d.op"() {x = #map1, y = [#map]} : () -> ()
}`,
    ],
    [
      '"d.op"() {x = memref<2xf32, affine_map<(d0) -> (d0 + 1)>>} : () -> ()',
      `#map = affine_map<(d0) -> (d0 + 1)>
module {
  "d.op"() {x = memref<2xf32, #map>} : () -> ()
}`,
    ],
    [
      `"d.op"() : () -> () loc(#l)
#l = loc("x")`,
      `module {
  "d.op"() : () -> ()
}`,
    ],
    [
      `#l = loc("x")
"d.op"() : () -> () loc(#l)
"d.op"() : () -> () loc("x")
"d.op"() {a = loc("y")} : () -> () loc(fused["x", "z"])`,
      `#loc = loc("y")
module {
  "d.op"() : () -> ()
  "d.op"() : () -> ()
  "d.op"() {a = #loc} : () -> ()
}`,
    ],
    [
      '"d.op"() : () -> () loc(callsite("a"("f":1:2) at fused<{x = affine_map<(d0) -> (d0)>}>["q", unknown]))',
      `module {
  "d.op"() : () -> ()
}`,
    ],
    [
      `"d.op"() ({
^bb0(%a: i32 loc("arg"), %b: i32 loc(#al)):
  "d.x"() : () -> () loc("in")
}) : () -> () loc(unknown)
#al = loc("named"("f":3:4))`,
      `module {
  "d.op"() ({
  ^bb0(%arg0: i32, %arg1: i32):
    "d.x"() : () -> ()
  }) : () -> ()
}`,
    ],
    [
      'module { } loc("m")',
      `module {
}`,
    ],
    [
      '{-# external_resources: { mlir_reproducer: { pipeline: "x", threading: true } } #-}',
      `module {
}`,
    ],
    [
      `%0 = builtin.unrealized_conversion_cast to i32
%1 = builtin.unrealized_conversion_cast %0 : i32 to f32
%2:2 = builtin.unrealized_conversion_cast %0, %1 : i32, f32 to i1, i2 {a}`,
      `module {
  %0 = unrealized_conversion_cast to i32
  %1 = unrealized_conversion_cast %0 : i32 to f32
  %2:2 = unrealized_conversion_cast %0, %1 : i32, f32 to i1, i2 {a}
}`,
    ],
    [
      '"d.op"() {b = 1, a = 2 : i32, "c d" = "x", e.f} : () -> ()',
      `module {
  "d.op"() {a = 2 : i32, b = 1 : i64, "c d" = "x", e.f} : () -> ()
}`,
    ],
    [
      `"d.op"() : () -> ( // comment
)`,
      `module {
  "d.op"() : () -> ()
}`,
    ],
  ])('of %s', (text, expected) => {
    expect(printed(text)).toBe(`${expected}\n`);
    expect(printed(expected)).toBe(`${expected}\n`);
  });
});
