import { describe, expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// The results are those of mlir-opt 19.
describe('canonicalize of structured control flow', () => {
  test.each([
    [
      `func.func @if1(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) { scf.yield %a, %b : i32, i32 } else { scf.yield %b, %b : i32, i32 }
  return %0#0, %0#1 : i32, i32
}
`,
      `module {
  func.func @if1(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
    %0 = arith.select %arg0, %arg1, %arg2 : i32
    return %0, %arg2 : i32, i32
  }
}
`,
    ],
    [
      `func.func @if2(%c: i1, %a: i32, %b: i32) -> (i32) {
  %t = arith.constant true
  %0 = scf.if %t -> (i32) { "test.a"() : () -> () scf.yield %a : i32 } else { scf.yield %b : i32 }
  return %0 : i32
}
`,
      `module {
  func.func @if2(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
    "test.a"() : () -> ()
    return %arg1 : i32
  }
}
`,
    ],
    [
      `func.func @if4(%c: i1, %a: i32, %b: i32) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) { %x = "test.a"() : () -> i32 scf.yield %x, %x : i32, i32 } else { %x = "test.b"(%c) : (i1) -> i32 scf.yield %b, %x : i32, i32 }
  return %0#1 : i32
}
`,
      `module {
  func.func @if4(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
    %false = arith.constant false
    %0 = scf.if %arg0 -> (i32) {
      %1 = "test.a"() : () -> i32
      scf.yield %1 : i32
    } else {
      %1 = "test.b"(%false) : (i1) -> i32
      scf.yield %1 : i32
    }
    return %0 : i32
  }
}
`,
    ],
    [
      `func.func @if5(%c: i1, %a: i32, %b: i32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n { "test.a"(%c) : (i1) -> () } else { "test.b"(%c) : (i1) -> () }
  return
}
`,
      `module {
  func.func @if5(%arg0: i1, %arg1: i32, %arg2: i32) {
    %true = arith.constant true
    %false = arith.constant false
    scf.if %arg0 {
      "test.b"(%true) : (i1) -> ()
    } else {
      "test.a"(%false) : (i1) -> ()
    }
    return
  }
}
`,
    ],
    [
      `func.func @if7(%c: i1, %d: i1, %a: i32, %b: i32) {
  scf.if %c { scf.if %d { "test.a"() : () -> () } }
  return
}
`,
      `module {
  func.func @if7(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) {
    %0 = arith.andi %arg0, %arg1 : i1
    scf.if %0 {
      "test.a"() : () -> ()
    }
    return
  }
}
`,
    ],
    [
      `func.func @if8(%c: i1, %d: i1, %a: i32, %b: i32) -> i1 {
  %t = arith.constant true
  %f = arith.constant false
  %0 = scf.if %c -> i1 { "test.a"() : () -> () scf.yield %t : i1 } else { scf.yield %f : i1 }
  return %0 : i1
}
`,
      `module {
  func.func @if8(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i1 {
    scf.if %arg0 {
      "test.a"() : () -> ()
    }
    return %arg0 : i1
  }
}
`,
    ],
    [
      `func.func @for1(%a: i32, %l: index, %u: index) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %r:3 = scf.for %i = %l to %u step %c1 iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) {
    %n = arith.addi %y, %x : i32
    %m = arith.addi %z, %x : i32
    scf.yield %x, %n, %m : i32, i32, i32
  }
  return %r#0, %r#1, %r#0 : i32, i32, i32
}
`,
      `module {
  func.func @for1(%arg0: i32, %arg1: index, %arg2: index) -> (i32, i32, i32) {
    %c1 = arith.constant 1 : index
    %0:2 = scf.for %arg3 = %arg1 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg0) -> (i32, i32) {
      %1 = arith.addi %arg4, %arg0 : i32
      %2 = arith.addi %arg5, %arg0 : i32
      scf.yield %1, %2 : i32, i32
    }
    return %arg0, %0#0, %arg0 : i32, i32, i32
  }
}
`,
    ],
    [
      `func.func @for2(%a: i32, %l: index, %u: index) -> (i32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> (i32) {
    %j = arith.index_cast %i : index to i32
    %n = arith.addi %j, %x : i32
    "test.a"(%n, %i) : (i32, index) -> ()
    scf.yield %n : i32
  }
  %s = scf.for %i = %c1 to %c0 step %c1 iter_args(%x = %r) -> (i32) {
    "test.b"(%i) : (index) -> ()
    scf.yield %a : i32
  }
  scf.for %i = %l to %u step %c1 { }
  %e = scf.for %i = %l to %u step %c1 iter_args(%x = %r) -> (i32) {
    %q = arith.addi %x, %a : i32
    scf.yield %a : i32
  }
  scf.for %i = %l to %l step %c1 { "test.b"(%i) : (index) -> () }
  return %s : i32
}
`,
      `module {
  func.func @for2(%arg0: i32, %arg1: index, %arg2: index) -> i32 {
    %c0 = arith.constant 0 : index
    "test.a"(%arg0, %c0) : (i32, index) -> ()
    return %arg0 : i32
  }
}
`,
    ],
    [
      `func.func @for3(%a: i32, %l: index, %u: index) -> (i32) {
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %l to %u step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %n = "test.a"(%x) : (i32) -> i32
    scf.yield %n, %n : i32, i32
  }
  return %r#0 : i32
}
`,
      `module {
  func.func @for3(%arg0: i32, %arg1: index, %arg2: index) -> i32 {
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg3 = %arg1 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
      %1 = "test.a"(%arg4) : (i32) -> i32
      scf.yield %1 : i32
    }
    return %0 : i32
  }
}
`,
    ],
    [
      `func.func @wh1(%a: i32, %c: i1) -> i32 {
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %k = "test.c"(%x) : (i32) -> i1
    scf.condition(%k) %x, %x : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %n = "test.n"(%y, %z) : (i32, i32) -> i32
    scf.yield %n : i32
  }
  return %r#0 : i32
}
`,
      `module {
  func.func @wh1(%arg0: i32, %arg1: i1) -> i32 {
    %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
      %1 = "test.c"(%arg2) : (i32) -> i1
      scf.condition(%1) %arg2 : i32
    } do {
    ^bb0(%arg2: i32):
      %1 = "test.n"(%arg2, %arg2) : (i32, i32) -> i32
      scf.yield %1 : i32
    }
    return %0 : i32
  }
}
`,
    ],
    [
      `func.func @wh2(%a: i32, %c: i1) -> i32 {
  %r:2 = scf.while (%x = %a, %w = %a) : (i32, i32) -> (i32, i32) {
    %k = "test.c"(%x) : (i32) -> i1
    scf.condition(%k) %x, %w : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %n = "test.n"(%y) : (i32) -> i32
    scf.yield %n, %z : i32, i32
  }
  return %r#0 : i32
}
`,
      `module {
  func.func @wh2(%arg0: i32, %arg1: i1) -> i32 {
    %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
      %1 = "test.c"(%arg2) : (i32) -> i1
      scf.condition(%1) %arg2 : i32
    } do {
    ^bb0(%arg2: i32):
      %1 = "test.n"(%arg2) : (i32) -> i32
      scf.yield %1 : i32
    }
    return %0 : i32
  }
}
`,
    ],
    [
      `func.func @wh3(%a: i32, %c: i1) -> i1 {
  %r:2 = scf.while (%x = %a) : (i32) -> (i1, i32) {
    %k = "test.c"(%x) : (i32) -> i1
    scf.condition(%k) %k, %x : i1, i32
  } do {
  ^bb0(%y: i1, %z: i32):
    %n = "test.n"(%y) : (i1) -> i32
    scf.yield %n : i32
  }
  return %r#0 : i1
}
`,
      `module {
  func.func @wh3(%arg0: i32, %arg1: i1) -> i1 {
    %true = arith.constant true
    %0 = scf.while (%arg2 = %arg0) : (i32) -> i1 {
      %1 = "test.c"(%arg2) : (i32) -> i1
      scf.condition(%1) %1 : i1
    } do {
    ^bb0(%arg2: i1):
      %1 = "test.n"(%true) : (i1) -> i32
      scf.yield %1 : i32
    }
    return %0 : i1
  }
}
`,
    ],
    [
      `func.func @wh4(%a: i32, %c: i1) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> (i32) {
    %k = "test.c"() : () -> i1
    scf.condition(%k) %a : i32
  } do {
  ^bb0(%z: i32):
    "test.n"(%z) : (i32) -> ()
    scf.yield %a : i32
  }
  return %r : i32
}
`,
      `module {
  func.func @wh4(%arg0: i32, %arg1: i1) -> i32 {
    scf.while : () -> () {
      %0 = "test.c"() : () -> i1
      scf.condition(%0)
    } do {
      "test.n"(%arg0) : (i32) -> ()
      scf.yield
    }
    return %arg0 : i32
  }
}
`,
    ],
    [
      `func.func @ex(%a: i32, %c: i1) -> i32 {
  %r = scf.execute_region -> i32 { %x = "test.a"() : () -> i32 scf.yield %x : i32 }
  %s = scf.execute_region -> i32 { cf.cond_br %c, ^bb1, ^bb2 ^bb1: scf.yield %a : i32 ^bb2: scf.yield %r : i32 }
  return %s : i32
}
`,
      `module {
  func.func @ex(%arg0: i32, %arg1: i1) -> i32 {
    %0 = "test.a"() : () -> i32
    %1 = arith.select %arg1, %arg0, %0 : i32
    return %1 : i32
  }
}
`,
    ],
    [
      `func.func @sw(%a: i32, %c: i1) -> (i32, i32) {
  %k = arith.constant 3 : index
  %r = scf.index_switch %k -> i32 case 3 { %x = "test.a"() : () -> i32 scf.yield %x : i32 } default { scf.yield %a : i32 }
  %s = scf.index_switch %k -> i32 case 4 { %x = "test.a"() : () -> i32 scf.yield %x : i32 } default { scf.yield %a : i32 }
  return %r, %s : i32, i32
}
`,
      `module {
  func.func @sw(%arg0: i32, %arg1: i1) -> (i32, i32) {
    %0 = "test.a"() : () -> i32
    return %0, %arg0 : i32, i32
  }
}
`,
    ],
  ])('%s', (text, expected) => {
    expect(processed(text, 'canonicalize')).toBe(expected);
  });
});
