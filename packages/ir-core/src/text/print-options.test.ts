import { describe, expect, test } from 'vitest';
import { printed } from '../../tests/parse-text.ts';

describe('with locations', () => {
  test.each([
    [
      `"d.op"() : () -> () loc(#l)
#l = loc("x")`,
      `module {
  "d.op"() : () -> () loc(#loc1)
} loc(#loc)
#loc = loc("-":0:0)
#loc1 = loc("x")`,
    ],
    [
      `#l = loc("x")
"d.op"() : () -> () loc(#l)
"d.op"() : () -> () loc("x")
"d.op"() {a = loc("y")} : () -> () loc(fused["x", "z"])`,
      `#loc3 = loc("y")
module {
  "d.op"() : () -> () loc(#loc1)
  "d.op"() : () -> () loc(#loc1)
  "d.op"() {a = #loc3} : () -> () loc(#loc4)
} loc(#loc)
#loc = loc("-":0:0)
#loc1 = loc("x")
#loc2 = loc("z")
#loc4 = loc(fused[#loc1, #loc2])`,
    ],
    [
      '"d.op"() : () -> () loc(callsite("a"("f":1:2) at fused<{x = affine_map<(d0) -> (d0)>}>["q", unknown]))',
      `module {
  "d.op"() : () -> () loc(#loc5)
} loc(#loc)
#loc = loc("-":0:0)
#loc1 = loc("f":1:2)
#loc2 = loc("q")
#map = affine_map<(d0) -> (d0)>
#loc3 = loc("a"(#loc1))
#loc4 = loc(fused<{x = #map}>[#loc2])
#loc5 = loc(callsite(#loc3 at #loc4))`,
    ],
    [
      `"d.op"() ({
^bb0(%a: i32 loc("arg"), %b: i32 loc(#al)):
  "d.x"() : () -> () loc("in")
}) : () -> () loc(unknown)
#al = loc("named"("f":3:4))`,
      `#loc2 = loc("arg")
#loc3 = loc("f":3:4)
#loc5 = loc("named"(#loc3))
module {
  "d.op"() ({
  ^bb0(%arg0: i32 loc("arg"), %arg1: i32 loc("named"(#loc3))):
    "d.x"() : () -> () loc(#loc4)
  }) : () -> () loc(#loc1)
} loc(#loc)
#loc = loc("-":0:0)
#loc1 = loc(unknown)
#loc4 = loc("in")`,
    ],
    [
      'module { } loc("m")',
      `module {
} loc(#loc)
#loc = loc("m")`,
    ],
  ])('%s', (text, expected) => {
    expect(printed(text, { debugInfo: true })).toBe(`${expected}\n`);
    expect(printed(expected, { debugInfo: true })).toBe(`${expected}\n`);
  });
});

describe('in the generic form', () => {
  test.each([
    [
      'module { }',
      `"builtin.module"() ({
^bb0:
}) : () -> ()`,
    ],
    [
      'module @m { }',
      `"builtin.module"() <{sym_name = "m"}> ({
^bb0:
}) : () -> ()`,
    ],
    [
      'module @m attributes {d.a = 1} { }',
      `"builtin.module"() <{sym_name = "m"}> ({
^bb0:
}) {d.a = 1 : i64} : () -> ()`,
    ],
    [
      'module attributes {} { module @inner { } }',
      `"builtin.module"() ({
  "builtin.module"() <{sym_name = "inner"}> ({
  ^bb0:
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'builtin.module { }',
      `"builtin.module"() ({
^bb0:
}) : () -> ()`,
    ],
    [
      '"builtin.module"() ({ ^bb0: }) : () -> ()',
      `"builtin.module"() ({
^bb0:
}) : () -> ()`,
    ],
    [
      '',
      `"builtin.module"() ({
^bb0:
}) : () -> ()`,
    ],
    [
      '"d.op"() <{a = 1 : i32}> : () -> ()',
      `"builtin.module"() ({
  "d.op"() <{a = 1 : i32}> : () -> ()
}) : () -> ()`,
    ],
    [
      '"d.op"() <"str"> : () -> ()',
      `"builtin.module"() ({
  "d.op"() <"str"> : () -> ()
}) : () -> ()`,
    ],
    [
      '"d.op"() <{a = 1 : i32}> {b} : () -> ()',
      `"builtin.module"() ({
  "d.op"() <{a = 1 : i32}> {b} : () -> ()
}) : () -> ()`,
    ],
    [
      '"d.op"() <{}> {} : () -> ()',
      `"builtin.module"() ({
  "d.op"() <{}> : () -> ()
}) : () -> ()`,
    ],
    [
      `"d.op"() ({
^bb0(%a: i32):
  "d.x"(%a) : (i32) -> ()
}) : () -> ()`,
      `"builtin.module"() ({
  "d.op"() ({
  ^bb0(%arg0: i32):
    "d.x"(%arg0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      `"d.op"() ({
  "d.br"()[^bb1] : () -> ()
^bb1:
  "d.br"()[^bb1] : () -> ()
}) : () -> ()`,
      `"builtin.module"() ({
  "d.op"() ({
    "d.br"()[^bb1] : () -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb1
    "d.br"()[^bb1] : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      `"d.op"() ({
^a():
  "d.x"() : () -> ()
}) : () -> ()`,
      `"builtin.module"() ({
  "d.op"() ({
    "d.x"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
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
      `"builtin.module"() ({
  "d.op"() ({
    %0 = "d.x"() : () -> i32
    "d.in"() ({
      "d.y"(%0, %1) : (i32, i32) -> ()
      %2 = "d.x"() : () -> i32
    }) : () -> ()
    %1 = "d.x"() : () -> i32
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      `"d.op"() ({
  %0 = "d.x"() : () -> i32
}, {
  %0 = "d.x"() : () -> i32
}) : () -> ()`,
      `"builtin.module"() ({
  "d.op"() ({
    %1 = "d.x"() : () -> i32
  }, {
    %0 = "d.x"() : () -> i32
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      `#map = affine_map<(d0) -> (d0)>
"d.op"() {x = #map, y = affine_map<(d0) -> (d0 + 1)>, z = affine_set<(d0) : (d0 == 0)>} : () -> ()`,
      `#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
#set = affine_set<(d0) : (d0 == 0)>
"builtin.module"() ({
  "d.op"() {x = #map, y = #map1, z = #set} : () -> ()
}) : () -> ()`,
    ],
    [
      `"d.op"() {x = affine_map<(d0) -> (d0 + 1)>} : () -> ()
"d.op"() {x = affine_map<(d0) -> (d0)>, y = [affine_map<(d0) -> (d0 + 1)>]} : () -> ()`,
      `#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "d.op"() {x = #map} : () -> ()
  "d.op"() {x = #map1, y = [#map]} : () -> ()
}) : () -> ()`,
    ],
    [
      '"d.op"() {x = memref<2xf32, affine_map<(d0) -> (d0 + 1)>>} : () -> ()',
      `#map = affine_map<(d0) -> (d0 + 1)>
"builtin.module"() ({
  "d.op"() {x = memref<2xf32, #map>} : () -> ()
}) : () -> ()`,
    ],
  ])('%s', (text, expected) => {
    expect(printed(text, { generic: true })).toBe(`${expected}\n`);
    expect(printed(expected, { generic: true })).toBe(`${expected}\n`);
  });
});
