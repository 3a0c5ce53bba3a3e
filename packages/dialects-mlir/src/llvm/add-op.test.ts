import { expect, test } from 'vitest';
import { Context, parseModule, printOp, readBytecode, writeBytecode } from '@shardform/ir-core';
import { problems, processed, mlirContext } from '../../tests/mlir-text.ts';
import { llvmDialect } from './extension.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @f(%arg0: i32, %arg1: vector<4xi8>) {
    %0 = llvm.add %arg0, %arg0 : i32
    %1 = llvm.add %arg0, %arg0 overflow<nsw, nuw> {x} : i32
    %2 = llvm.add %arg1, %arg1 : vector<4xi8>
    return
  }
}
`;

test('llvm.add has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
  expect(processed(pretty, '', { generic: true })).toContain(
    '%1 = "llvm.add"(%arg0, %arg0) <{overflowFlags = #llvm.overflow<nsw, nuw>}> {x} : (i32, i32) -> i32',
  );
});

test('llvm.add is one of integers of one type', () => {
  const added = (operand: string, result: string): readonly string[] =>
    problems(
      `%0 = "a"() : () -> ${operand}\n%1 = "llvm.add"(%0, %0) : (${operand}, ${operand}) -> ${result}`,
    );
  expect(added('f32', 'f32')[0]).toBe(
    "2:6 'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'",
  );
  expect(added('i32', 'i64')[0]).toBe(
    "2:6 'llvm.add' op requires the same type for all operands and results",
  );
});

test('what the dialect has beyond it is kept as of a dialect that is not known', () => {
  const text = `module attributes {llvm.a = #llvm.loop_unroll<disable = true>} {
  %0 = "llvm.mlir.zero"() : () -> !llvm.ptr
}
`;
  expect(processed(text)).toBe(text);
  const context = mlirContext();
  const bytes = writeBytecode(parseModule(text, context)!, context);
  expect(printOp(readBytecode(bytes, context)!, context)).toBe(text);
});

test('without unregistered dialects it is refused like one', () => {
  const context = new Context([llvmDialect]);
  const { diagnostics } = context.diagnostics.capture(() => parseModule('"llvm.foo"() : () -> ()', context));
  expect(diagnostics[0]!.message).toContain('operation being parsed with an unregistered dialect');
});
