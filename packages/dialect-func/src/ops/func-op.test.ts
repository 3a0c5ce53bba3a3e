import { describe, expect, test } from 'vitest';
import { generic, printed } from '../../tests/func-text.ts';

describe('func.func', () => {
  test.each([
    [
      `func.func @f() {
  return
}`,
      `module {
  func.func @f() {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func private @f()',
      `module {
  func.func private @f()
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func nested @f() { return }',
      `module {
  func.func nested @f() {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "nested"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func public @f() { return }',
      `module {
  func.func public @f() {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "public"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func private @f(i32, f32 {d.a}) -> (i32 {d.b = 1}, f32)',
      `module {
  func.func private @f(i32, f32 {d.a}) -> (i32 {d.b = 1 : i64}, f32)
}`,
      `"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {d.a}], function_type = (i32, f32) -> (i32, f32), res_attrs = [{d.b = 1 : i64}, {}], sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func @f(%a: i32 {d.a = 1}) { return }',
      `module {
  func.func @f(%arg0: i32 {d.a = 1 : i64}) {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{arg_attrs = [{d.a = 1 : i64}], function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func @f() attributes {d.x = 1, y} { return }',
      `module {
  func.func @f() attributes {d.x = 1 : i64, y} {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) {d.x = 1 : i64, y} : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func @f() attributes {no_inline} { return }',
      `module {
  func.func @f() attributes {no_inline} {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), no_inline, sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func private @f() -> (() -> ())',
      `module {
  func.func private @f() -> (() -> ())
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (() -> ()), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func private @f() -> ()',
      `module {
  func.func private @f()
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func @"a b"() { return }',
      `module {
  func.func @"a b"() {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "a b"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func @f() { return } loc("x")',
      `module {
  func.func @f() {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      '"func.func"() <{function_type = () -> (), sym_name = "f"}> ({ "func.return"() : () -> () }) : () -> ()',
      `module {
  func.func @f() {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> (), sym_name = "f"} : () -> ()',
      `module {
  func.func @f() {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      '"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {function_type = (i32) -> (), sym_name = "f", arg_attrs = [{}]} : () -> ()',
      `module {
  func.func @f(%arg0: i32) {
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}], function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      '"func.func"() <{function_type = () -> (), sym_name = "f", foo = 1}> ({}) {sym_visibility = "private"} : () -> ()',
      `module {
  func.func private @f()
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func @f() { "d.x"() : () -> () }',
      `module {
  func.func @f() {
    "d.x"() : () -> ()
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "d.x"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      `func.func @f() {
  return
^bb1:
  return
}`,
      `module {
  func.func @f() {
    return
  ^bb1:  // no predecessors
    return
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  ^bb1:  // no predecessors
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
  ])('%s', (text, expected, expectedGeneric) => {
    expect(printed(text)).toBe(`${expected}\n`);
    expect(generic(text)).toBe(`${expectedGeneric}\n`);
    expect(printed(expectedGeneric)).toBe(`${expected}\n`);
  });
});
