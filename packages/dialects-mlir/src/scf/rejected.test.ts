import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/mlir-text.ts';

const ARGUMENTS = '%a: i32, %c: i1, %l: index, %x: f32, %t: tensor<4xf32>';

// The messages are those of mlir-opt 19.
describe('scf', () => {
  test.each([
    [
      '%0 = scf.if %c -> (i32) { scf.yield %a : i32 }',
      ["2:6 'scf.if' op must have an else block if defining values"],
    ],
    [
      '%0 = scf.if %c -> (i32) { scf.yield %x : f32 } else { scf.yield %a : i32 }',
      [
        "2:6 'scf.if' op  along control flow edge from Region #0 to parent results: source type #0 'f32' should match input type #0 'i32'",
      ],
    ],
    [
      '%0 = scf.if %c -> (i32) { scf.yield } else { scf.yield %a : i32 }',
      [
        "2:6 'scf.if' op  region control flow edge from Region #0 to parent results: source has 0 operands, but target successor needs 1",
      ],
    ],
    [
      '%0 = scf.if %c -> (i32) { } else { scf.yield %a : i32 }',
      [
        "2:6 'scf.if' op  region control flow edge from Region #0 to parent results: source has 0 operands, but target successor needs 1",
      ],
    ],
    [
      'scf.if %c { scf.yield %a : i32 }',
      [
        "2:1 'scf.if' op  region control flow edge from Region #0 to parent results: source has 1 operands, but target successor needs 0",
      ],
    ],
    [
      'scf.if %a { }',
      [
        "2:8 use of value '%a' expects different type than prior uses: 'i1' vs 'i32'",
        '1:14 note: prior use here',
      ],
    ],
    [
      '"scf.if"(%a) ({ scf.yield }, {}) : (i32) -> ()',
      ["2:1 'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'"],
    ],
    ['"scf.if"(%c) ({ scf.yield }) : (i1) -> ()', ["2:1 'scf.if' op expected 2 regions"]],
    [
      '"scf.if"(%c) ({ }, {}) : (i1) -> ()',
      ["2:1 'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks"],
    ],
    [
      '"scf.if"(%c) ({ "test.x"() : () -> () }, {}) : (i1) -> ()',
      [
        "2:1 'scf.if' op expects regions to end with 'scf.yield', found 'test.x'",
        "2:1 note: in custom textual format, the absence of terminator implies 'scf.yield'",
      ],
    ],
    [
      '"scf.if"(%c) ({ ^bb0(%q: i32): scf.yield }, {}) : (i1) -> ()',
      ["2:1 'scf.if' op region #0 should have no arguments"],
    ],
    [
      '"scf.if"(%c) ({ cf.br ^bb1 ^bb1: scf.yield }, {}) : (i1) -> ()',
      ["2:1 'scf.if' op expects region #0 to have 0 or 1 blocks"],
    ],
    [
      '"scf.if"(%c) ({ scf.yield }, { cf.br ^bb1 ^bb1: scf.yield }) : (i1) -> ()',
      ["2:1 'scf.if' op expects region #1 to have 0 or 1 blocks"],
    ],
    ['scf.if %c -> i32 { scf.yield }', ["2:1 'scf.if' op must have an else block if defining values"]],
    ['scf.if %c else { scf.yield }', ["2:10 expected '{' to begin a region"]],
    ['scf.if { scf.yield }', ['2:7 expected SSA operand']],
    ['scf.if %c { ^bb0(%z: i32): scf.yield }', ["2:1 'scf.if' op region #0 should have no arguments"]],
    ['scf.if %c {  scf.yield } else', ["2:30 expected '{' to begin a region"]],
    [
      'scf.yield',
      [
        "2:1 'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'",
      ],
    ],
    [
      '"scf.for"(%l,%l,%l) ({ ^bb0(%i: index): scf.yield }) : (index,index,index) -> (i32)',
      ["2:1 'scf.for' op mismatch in number of loop-carried values and defined values"],
    ],
    [
      '"scf.for"(%l,%l,%l,%a) ({ ^bb0(%i: index, %q: i32): scf.yield %q : i32 }) : (index,index,index,i32) -> ()',
      ["2:1 'scf.for' op mismatch in number of loop-carried values and defined values"],
    ],
    [
      '"scf.for"(%l,%l,%l,%a) ({ ^bb0(%i: index, %q: i32): scf.yield %q : i32 }) : (index,index,index,i32) -> (f32)',
      ["2:1 'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'i32' != 'f32'"],
    ],
    [
      '%0 = "scf.for"(%l,%l,%l,%a) ({ ^bb0(%i: index): scf.yield %a : i32 }) : (index,index,index,i32) -> (i32)',
      ["2:6 'scf.for' op different number of inits and region iter_args: 1 != 0"],
    ],
    [
      '%0 = "scf.for"(%l,%l,%l,%a) ({ ^bb0(%i: index, %q: f32): scf.yield %a : i32 }) : (index,index,index,i32) -> (i32)',
      ["2:6 'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'f32'"],
    ],
    [
      '%0 = "scf.for"(%l,%l,%l,%a) ({ ^bb0(%i: i32, %q: i32): scf.yield %a : i32 }) : (index,index,index,i32) -> (i32)',
      ["2:6 'scf.for' op expected induction variable to be same type as bounds and step"],
    ],
    [
      '%0 = "scf.for"(%l,%l,%l,%a) ({ ^bb0(%i: index, %q: i32): scf.yield %x : f32 }) : (index,index,index,i32) -> (i32)',
      ["2:6 'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'f32'"],
    ],
    [
      '%0 = "scf.for"(%l,%l,%l,%a) ({ ^bb0(%i: index, %q: i32): scf.yield }) : (index,index,index,i32) -> (i32)',
      [
        "2:6 'scf.for' op  region control flow edge from Region #0 to Region #0: source has 0 operands, but target successor needs 1",
      ],
    ],
    [
      '"scf.for"(%l,%l,%a) ({ ^bb0(%i: index): scf.yield }) : (index,index,i32) -> ()',
      ["2:1 'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type"],
    ],
    [
      '"scf.for"(%x,%x,%x) ({ ^bb0(%i: f32): scf.yield }) : (f32,f32,f32) -> ()',
      ["2:1 'scf.for' op operand #0 must be signless integer or index, but got 'f32'"],
    ],
    [
      '"scf.for"(%l,%l,%l) ({ }) : (index,index,index) -> ()',
      ["2:1 'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks"],
    ],
    [
      '"scf.for"(%l,%l,%l) ({ ^bb0(%i: index): "test.x"() : ()->() }) : (index,index,index) -> ()',
      [
        "2:1 'scf.for' op expects regions to end with 'scf.yield', found 'test.x'",
        "2:1 note: in custom textual format, the absence of terminator implies 'scf.yield'",
      ],
    ],
    [
      '"scf.for"(%l,%l) ({ ^bb0(%i: index): scf.yield }) : (index,index) -> ()',
      ["2:1 'scf.for' op expected 3 or more operands, but found 2"],
    ],
    [
      'scf.for %i = %l to %l step %l iter_args(%q = %a) -> (i32, i32) { }',
      ["2:1 custom op 'scf.for' mismatch in number of loop-carried values and defined values"],
    ],
    ['scf.for %i = %l to %l step %l iter_args(%q = %a) { }', ["2:49 expected '->'"]],
    [
      'scf.for %i = %l to %l step %a : i32 { }',
      [
        "2:14 use of value '%l' expects different type than prior uses: 'i32' vs 'index'",
        '1:31 note: prior use here',
      ],
    ],
    [
      'scf.for %i = %l to %l step %l : f32 { }',
      [
        "2:14 use of value '%l' expects different type than prior uses: 'f32' vs 'index'",
        '1:31 note: prior use here',
      ],
    ],
    ['scf.for %i = %l to %l { }', ["2:23 custom op 'scf.for' expected 'step'"]],
    ['scf.for %i in %l to %l step %l{ }', ["2:11 expected '='"]],
    ['scf.for i = %l to %l step %l { }', ['2:8 expected SSA operand']],
    ['scf.for %i = %l to %l step %l -> (i32) { }', ["2:30 expected '{' to begin a region"]],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.condition(%c) %q : i32 } do { ^bb0(%z: i32): scf.yield %x : f32 }',
      [
        "2:6 'scf.while' op  along control flow edge from Region #1 to Region #0: source type #0 'f32' should match input type #0 'i32'",
      ],
    ],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.condition(%c) %x : f32 } do { ^bb0(%z: i32): scf.yield %z : i32 }',
      [
        "2:6 'scf.while' op  along control flow edge from Region #0 to parent results: source type #0 'f32' should match input type #0 'i32'",
      ],
    ],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.condition(%c) } do { ^bb0(%z: i32): scf.yield %z : i32 }',
      [
        "2:6 'scf.while' op  region control flow edge from Region #0 to parent results: source has 0 operands, but target successor needs 1",
      ],
    ],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.condition(%c) %q : i32 } do { ^bb0(%z: i32): scf.yield }',
      [
        "2:6 'scf.while' op  region control flow edge from Region #1 to Region #0: source has 0 operands, but target successor needs 1",
      ],
    ],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.condition(%c) %q : i32 } do { ^bb0: scf.yield %a : i32 }',
      [
        "2:6 'scf.while' op  region control flow edge from Region #0 to Region #1: source has 1 operands, but target successor needs 0",
      ],
    ],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.condition(%c) %q : i32 } do { ^bb0(%z: f32): scf.yield %a : i32 }',
      [
        "2:6 'scf.while' op  along control flow edge from Region #0 to Region #1: source type #0 'i32' should match input type #0 'f32'",
      ],
    ],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.yield %q : i32 } do { ^bb0(%z: i32): scf.yield %a : i32 }',
      [
        "2:6 'scf.while' op expects the 'before' region to terminate with 'scf.condition'",
        '2:43 note: terminator here',
      ],
    ],
    [
      '%0 = scf.while (%q = %a) : (i32) -> i32 { scf.condition(%c) %q : i32 } do { ^bb0(%z: i32): scf.condition(%c) %a : i32 }',
      [
        "2:6 'scf.while' op expects the 'after' region to terminate with 'scf.yield'",
        '2:92 note: terminator here',
      ],
    ],
    [
      '"scf.while"(%a) ({ ^bb0: scf.condition(%c) %a : i32 }, { ^bb0(%z: i32): scf.yield %z : i32 }) : (i32) -> i32',
      [
        "2:1 'scf.while' op  region control flow edge from parent operands to Region #0: source has 1 operands, but target successor needs 0",
      ],
    ],
    [
      '"scf.while"(%a) ({ ^bb0(%q: f32): scf.condition(%c) %a : i32 }, { ^bb0(%z: i32): scf.yield %z : i32 }) : (i32) -> i32',
      [
        "2:1 'scf.while' op  along control flow edge from parent operands to Region #0: source type #0 'i32' should match input type #0 'f32'",
      ],
    ],
    [
      '"scf.while"(%a) ({ ^bb0(%q: i32): "test.x"() : () -> () }, { ^bb0(%z: i32): scf.yield %z : i32 }) : (i32) -> i32',
      [
        "2:1 'scf.while' op expects the 'before' region to terminate with 'scf.condition'",
        '2:35 note: terminator here',
      ],
    ],
    [
      '"scf.while"(%a) ({ ^bb0(%q: i32): scf.condition(%c) %a : i32 }, { ^bb0(%z: i32): "test.x"() : () -> () }) : (i32) -> i32',
      [
        "2:1 'scf.while' op expects the 'after' region to terminate with 'scf.yield'",
        '2:82 note: terminator here',
      ],
    ],
    [
      '"scf.while"(%a) ({ ^bb0(%q: i32): scf.condition(%c) %a : i32 }, { }) : (i32) -> i32',
      ["2:1 'scf.while' op region #1 ('after') failed to verify constraint: region with 1 blocks"],
    ],
    [
      'scf.while (%q = %a) : (i32, i32) -> i32 { scf.condition(%c) %q : i32 } do { ^bb0(%z: i32): scf.yield %a : i32 }',
      ["2:21 custom op 'scf.while' expected as many input types as operands (expected 1 got 2)"],
    ],
    ['scf.condition(%c)', ["2:1 'scf.condition' op expects parent op 'scf.while'"]],
    ['scf.if %c { scf.condition(%c) }', ["2:13 'scf.condition' op expects parent op 'scf.while'"]],
    [
      'scf.execute_region { ^bb0(%q: i32): scf.yield }',
      ["2:1 'scf.execute_region' op region cannot have any arguments"],
    ],
    ['scf.execute_region { }', ["2:1 'scf.execute_region' op region needs to have at least one block"]],
    [
      '"scf.execute_region"() ({}) : () -> ()',
      ["2:1 'scf.execute_region' op region needs to have at least one block"],
    ],
    [
      '%0 = scf.execute_region -> i32 { scf.yield }',
      [
        "2:6 'scf.execute_region' op  region control flow edge from Region #0 to parent results: source has 0 operands, but target successor needs 1",
      ],
    ],
    [
      '%0 = scf.execute_region -> i32 { scf.yield %x : f32 }',
      [
        "2:6 'scf.execute_region' op  along control flow edge from Region #0 to parent results: source type #0 'f32' should match input type #0 'i32'",
      ],
    ],
    [
      '%0 = scf.index_switch %l -> i32 case 9223372036854775808 { scf.yield %a : i32 } default { scf.yield %a : i32 }',
      ["2:38 custom op 'scf.index_switch' integer value too large"],
    ],
    [
      '%0 = scf.index_switch %l -> i32 case 1 { scf.yield } default { scf.yield %a : i32 }',
      [
        "2:6 'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0",
        '2:42 note: see yield operation here',
      ],
    ],
    [
      '%0 = scf.index_switch %l -> i32 case 1 { scf.yield %a : i32 } default { scf.yield %x : f32 }',
      [
        "2:6 'scf.index_switch' op expected result #0 of each region to be 'i32'",
        "2:73 note: default region returns 'f32' here",
      ],
    ],
    [
      '%0 = scf.index_switch %l -> i32 case 1 { scf.yield %a : i32 } default { }',
      [
        "2:6 'scf.index_switch' op expected each region to return 1 values, but default region returns 0",
        '2:6 note: see yield operation here',
      ],
    ],
    [
      'scf.index_switch %l case 1 { scf.yield %a : i32 } default { }',
      [
        "2:1 'scf.index_switch' op expected each region to return 0 values, but case region #0 returns 1",
        '2:30 note: see yield operation here',
      ],
    ],
    [
      '"scf.index_switch"(%l) ({ scf.yield }, { scf.yield }) {cases = array<i64: 1, 2>} : (index) -> ()',
      ["2:1 'scf.index_switch' op has 1 case regions but 2 case values"],
    ],
    [
      '"scf.index_switch"(%l) ({ scf.yield }, { "test.x"() : () -> () }) {cases = array<i64: 1>} : (index) -> ()',
      ["2:1 'scf.index_switch' op expected region to end with scf.yield, but got test.x"],
    ],
    [
      '"scf.index_switch"(%l) ({ scf.yield }, { }) {cases = array<i64: 1>} : (index) -> ()',
      [
        "2:1 'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks",
      ],
    ],
    [
      'scf.index_switch %a default { }',
      [
        "2:18 use of value '%a' expects different type than prior uses: 'index' vs 'i32'",
        '1:14 note: prior use here',
      ],
    ],
    [
      'scf.index_switch %l case x { } default { }',
      ["2:26 custom op 'scf.index_switch' expected integer value"],
    ],
    ['scf.index_switch %l case 1 { }', ["3:1 custom op 'scf.index_switch' expected 'default'"]],
  ])('%s is rejected', (statements, expected) => {
    expect(problems(`func.func @f(${ARGUMENTS}) {\n${statements}\nreturn\n}\n`)).toEqual(expected);
  });
});
