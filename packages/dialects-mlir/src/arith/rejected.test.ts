import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/mlir-text.ts';

const ARGUMENTS =
  '%a: i32, %b: i32, %c: i1, %p: i8, %q: i8, %x: index, %v: i64, %t: tensor<?xi32>, %w: f32, %n: none, %d: tensor<4xi1>';

// The messages are those of mlir-opt 19.
describe('arith', () => {
  test.each([
    [
      '%0 = "arith.addi"(%n, %n) : (none, none) -> none',
      ["2:6 'arith.addi' op operand #0 must be signless-integer-like, but got 'none'"],
    ],
    [
      '%0 = "arith.addi"(%a, %v) : (i32, i64) -> i32',
      ["2:6 'arith.addi' op requires the same type for all operands and results"],
    ],
    [
      '%0 = "arith.divsi"(%n, %n) : (none, none) -> none',
      ["2:6 'arith.divsi' op operand #0 must be signless-integer-like, but got 'none'"],
    ],
    [
      '%0 = "arith.divsi"(%a, %v) : (i32, i64) -> i32',
      ["2:6 'arith.divsi' op requires the same type for all operands and results"],
    ],
    [
      '%0 = "arith.andi"(%n, %n) : (none, none) -> none',
      ["2:6 'arith.andi' op operand #0 must be signless-integer-like, but got 'none'"],
    ],
    [
      '%0 = "arith.andi"(%a, %v) : (i32, i64) -> i32',
      ["2:6 'arith.andi' op requires the same type for all operands and results"],
    ],
    [
      '%0 = "arith.maxui"(%n, %n) : (none, none) -> none',
      ["2:6 'arith.maxui' op operand #0 must be signless-integer-like, but got 'none'"],
    ],
    [
      '%0 = "arith.maxui"(%a, %v) : (i32, i64) -> i32',
      ["2:6 'arith.maxui' op requires the same type for all operands and results"],
    ],
    [
      '%0 = "arith.shli"(%n, %n) : (none, none) -> none',
      ["2:6 'arith.shli' op operand #0 must be signless-integer-like, but got 'none'"],
    ],
    [
      '%0 = "arith.shli"(%a, %v) : (i32, i64) -> i32',
      ["2:6 'arith.shli' op requires the same type for all operands and results"],
    ],
    [
      '%0 = "arith.addf"(%n, %n) : (none, none) -> none',
      ["2:6 'arith.addf' op operand #0 must be floating-point-like, but got 'none'"],
    ],
    [
      '%0 = "arith.addf"(%w, %w) : (f32, f32) -> f64',
      ["2:6 'arith.addf' op requires the same type for all operands and results"],
    ],
    [
      '%0 = "arith.maxnumf"(%n, %n) : (none, none) -> none',
      ["2:6 'arith.maxnumf' op operand #0 must be floating-point-like, but got 'none'"],
    ],
    [
      '%0 = "arith.maxnumf"(%w, %w) : (f32, f32) -> f64',
      ["2:6 'arith.maxnumf' op requires the same type for all operands and results"],
    ],
    [
      '%0:2 = "arith.addui_extended"(%a, %a) : (i32, i32) -> (i32, i64)',
      ["2:8 'arith.addui_extended' op result #1 must be bool-like, but got 'i64'"],
    ],
    [
      '%0:2 = "arith.mulsi_extended"(%a, %a) : (i32, i32) -> (i32, i64)',
      ["2:8 'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type"],
    ],
    [
      '%0 = "arith.extui"(%a) : (i32) -> i32',
      ["2:6 'arith.extui' op operand type 'i32' and result type 'i32' are cast incompatible"],
    ],
    [
      '%0 = "arith.extui"(%a) : (i32) -> f32',
      ["2:6 'arith.extui' op result #0 must be signless-fixed-width-integer-like, but got 'f32'"],
    ],
    [
      '%0 = "arith.extui"(%w) : (f32) -> i32',
      ["2:6 'arith.extui' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'"],
    ],
    [
      '%0 = "arith.extsi"(%t) : (tensor<?xi32>) -> tensor<5xi64>',
      ["2:6 'arith.extsi' op failed to verify that input and output have the same tensor dimensions"],
    ],
    [
      '%0 = "arith.extsi"(%t) : (tensor<?xi32>) -> i64',
      ["2:6 'arith.extsi' op failed to verify that input and output have the same tensor dimensions"],
    ],
    [
      '%0 = "arith.trunci"(%a) : (i32) -> i64',
      ["2:6 'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible"],
    ],
    [
      '%0 = "arith.trunci"(%x) : (index) -> i64',
      ["2:6 'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got 'index'"],
    ],
    [
      '%0 = "arith.extf"(%w) : (f32) -> f32',
      ["2:6 'arith.extf' op operand type 'f32' and result type 'f32' are cast incompatible"],
    ],
    [
      '%0 = "arith.extf"(%a) : (i32) -> f32',
      ["2:6 'arith.extf' op operand #0 must be floating-point-like, but got 'i32'"],
    ],
    [
      '%0 = "arith.truncf"(%w) : (f32) -> f64',
      ["2:6 'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible"],
    ],
    [
      '%0 = "arith.uitofp"(%w) : (f32) -> i32',
      ["2:6 'arith.uitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'"],
    ],
    [
      '%0 = "arith.sitofp"(%a) : (i32) -> i32',
      ["2:6 'arith.sitofp' op result #0 must be floating-point-like, but got 'i32'"],
    ],
    [
      '%0 = "arith.fptoui"(%a) : (i32) -> f32',
      ["2:6 'arith.fptoui' op operand #0 must be floating-point-like, but got 'i32'"],
    ],
    [
      '%0 = "arith.fptosi"(%w) : (f32) -> f64',
      ["2:6 'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'f64'"],
    ],
    [
      '%0 = "arith.index_cast"(%a) : (i32) -> i64',
      ["2:6 'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible"],
    ],
    [
      '%0 = "arith.index_cast"(%w) : (f32) -> index',
      [
        "2:6 'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'",
      ],
    ],
    [
      '%0 = "arith.index_castui"(%n) : (none) -> index',
      [
        "2:6 'arith.index_castui' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'none'",
      ],
    ],
    [
      '%0 = "arith.bitcast"(%a) : (i32) -> i64',
      ["2:6 'arith.bitcast' op operand type 'i32' and result type 'i64' are cast incompatible"],
    ],
    [
      '%0 = "arith.bitcast"(%n) : (none) -> i32',
      [
        "2:6 'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'none'",
      ],
    ],
    [
      '%0 = "arith.negf"(%a) : (i32) -> i32',
      ["2:6 'arith.negf' op operand #0 must be floating-point-like, but got 'i32'"],
    ],
    [
      '%0 = "arith.cmpi"(%a, %a) {predicate = 99 : i64} : (i32, i32) -> i1',
      [
        "2:6 'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
      ],
    ],
    [
      '%0 = "arith.cmpf"(%w, %w) {predicate = 99 : i64} : (f32, f32) -> i1',
      [
        "2:6 'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
      ],
    ],
    [
      '%0 = "arith.cmpi"(%a, %a) {predicate = 0 : i32} : (i32, i32) -> i1',
      [
        "2:6 'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
      ],
    ],
    [
      '%0 = "arith.cmpf"(%w, %w) {predicate = 0 : i32} : (f32, f32) -> i1',
      [
        "2:6 'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
      ],
    ],
    [
      '%0 = "arith.cmpi"(%a, %a) {predicate = "a"} : (i32, i32) -> i1',
      [
        "2:6 'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
      ],
    ],
    [
      '%0 = "arith.cmpf"(%w, %w) {predicate = "a"} : (f32, f32) -> i1',
      [
        "2:6 'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
      ],
    ],
    [
      '%0 = "arith.cmpi"(%a, %a) {predicate = 0} : (i32, i32) -> i32',
      ["2:6 'arith.cmpi' op result #0 must be bool-like, but got 'i32'"],
    ],
    [
      '%0 = "arith.cmpi"(%t, %t) {predicate = 0} : (tensor<?xi32>, tensor<?xi32>) -> tensor<5xi1>',
      [
        "2:6 'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands",
      ],
    ],
    [
      '%0 = "arith.select"(%c, %a, %w) : (i1, i32, f32) -> i32',
      ["2:6 'arith.select' op failed to verify that all of {true_value, false_value, result} have same type"],
    ],
    [
      '%0 = "arith.select"(%a, %a, %a) : (i32, i32, i32) -> i32',
      ["2:6 'arith.select' op operand #0 must be bool-like, but got 'i32'"],
    ],
    [
      '%0 = "arith.select"(%d, %t, %t) : (tensor<4xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>',
      ["2:6 'arith.select' op failed to verify that condition is signless i1 or has matching shape"],
    ],
    [
      '%0 = "arith.constant"() {value = 1 : i32} : () -> i64',
      ["2:6 'arith.constant' op failed to verify that all of {value, result} have same type"],
    ],
    [
      '%0 = "arith.constant"() {value = "a"} : () -> i32',
      ["2:6 'arith.constant' op failed to verify that all of {value, result} have same type"],
    ],
    [
      '%0 = "arith.constant"() {value = 1 : si32} : () -> si32',
      ["2:6 'arith.constant' op integer return type must be signless"],
    ],
    [
      '%0 = "arith.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>',
      ["2:6 'arith.constant' op failed to verify that all of {value, result} have same type"],
    ],
    [
      '%0 = "arith.constant"() {value = unit} : () -> i32',
      ["2:6 'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance"],
    ],
    [
      '%0 = "arith.constant"() {value = @f} : () -> i32',
      ["2:6 'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance"],
    ],
    [
      '%0 = "arith.constant"() {value = dense<[1,2,3,4]> : vector<[4]xi32>} : () -> vector<[4]xi32>',
      [
        "2:6 'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
      ],
    ],
    [
      '%0 = arith.constant "a"',
      ["2:6 'arith.constant' op value must be an integer, float, or elements attribute"],
    ],
    ['%0 = arith.constant 1 : si32', ["2:6 'arith.constant' op integer return type must be signless"]],
    ['%0 = arith.constant @f', ["2:21 custom op 'arith.constant' invalid kind of attribute specified"]],
    ['%0 = arith.constant [1]', ["2:21 custom op 'arith.constant' invalid kind of attribute specified"]],
    ['%0 = arith.constant', ['2:20 expected attribute value']],
    ['%0 = arith.constant {a} unit', ["2:25 custom op 'arith.constant' invalid kind of attribute specified"]],
    ['%0 = arith.constant 1.0 : i32', ['3:1 floating point value not valid for specified type']],
    [
      '%0 = arith.cmpi foo, %a, %a : i32',
      [
        "2:17 custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]",
      ],
    ],
    [
      '%0 = arith.cmpi 2, %a, %a : i32',
      [
        "2:17 custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]",
      ],
    ],
    [
      '%0 = arith.addi %a, %a overflow<foo> : i32',
      [
        "2:33 custom op 'arith.addi' expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw",
        "2:36 custom op 'arith.addi' failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`",
      ],
    ],
    ['%0 = arith.addi %a, %a overflow : i32', ["2:32 expected '<'"]],
    [
      '%0 = arith.addi %a, %a overflow<> : i32',
      [
        "2:33 custom op 'arith.addi' expected valid keyword or string",
        "2:33 custom op 'arith.addi' failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`",
      ],
    ],
    [
      '%0 = arith.addi %a, %a {overflowFlags=1} : i32',
      [
        "2:24 custom op 'arith.addi' 'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags",
      ],
    ],
    [
      '%0 = arith.addf %a, %a fastmath<foo> : i32',
      [
        "2:33 custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast",
        "2:36 custom op 'arith.addf' failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`",
      ],
    ],
    [
      '%0 = arith.addf %a, %a fastmath<fast,nnan> : i32',
      ["2:6 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'"],
    ],
    [
      '%0 = arith.addf %a, %a fastmath<fast> : i32',
      ["2:6 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'"],
    ],
    [
      '%0 = arith.constant "a" : i32',
      ["2:6 'arith.constant' op value must be an integer, float, or elements attribute"],
    ],
    [
      '%0 = arith.constant {value} 1 : i32',
      [
        "2:21 custom op 'arith.constant' 'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance",
      ],
    ],
    [
      '%0 = "arith.addi"(%a,%a) <{overflowFlags=1}> : (i32,i32)->i32',
      [
        '2:6 invalid properties {overflowFlags = 1 : i64} for op arith.addi: Invalid attribute `overflowFlags` in property conversion: 1 : i64',
      ],
    ],
    ['%0 = "arith.constant"() : () -> i32', ["2:6 'arith.constant' op requires attribute 'value'"]],
    ['%0 = "arith.cmpi"(%a,%a) : (i32,i32)->i1', ["2:6 'arith.cmpi' op requires attribute 'predicate'"]],
    [
      '%0 = "arith.cmpi"(%a,%a) <{predicate=1.0}> : (i32,i32)->i1',
      [
        '2:6 invalid properties {predicate = 1.000000e+00 : f64} for op arith.cmpi: Invalid attribute `predicate` in property conversion: 1.000000e+00 : f64',
      ],
    ],
    [
      '%0 = "arith.constant"() <{value=[1]}>: () -> i32',
      [
        '2:6 invalid properties {value = [1]} for op arith.constant: Invalid attribute `value` in property conversion: [1]',
      ],
    ],
    ['%0 = arith.truncf %a foo : i32 to i32', ["2:21 expected ':'"]],
    ['%0 = arith.addi %a : i32', ["2:19 expected ','"]],
    [
      '%0 = arith.select %a, %a, %a : f32',
      [
        "2:19 use of value '%a' expects different type than prior uses: 'i1' vs 'i32'",
        '1:14 note: prior use here',
      ],
    ],
    [
      '%0 = arith.select %a, %a, %a : i32, i32',
      ["2:6 'arith.select' op operand #0 must be bool-like, but got 'i32'"],
    ],
    ['%0 = arith.extui %a : i32', ["3:1 custom op 'arith.extui' expected 'to'"]],
    [
      '%0 = arith.addui_extended %a, %a : i32, i1',
      ['2:1 operation defines 2 results but was provided 1 to bind'],
    ],
    ['%0 = arith.addui_extended %a, %a : i32', ["2:39 expected ','"]],
  ])('%s is rejected', (statements, expected) => {
    expect(problems(`func.func @f(${ARGUMENTS}) {\n${statements}\nreturn\n}\n`)).toEqual(expected);
  });
});
