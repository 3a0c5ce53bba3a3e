import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import { currentOperationNote } from './current-operation.ts';

const module = parseModule(
  'func.func @f(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 %1 = arith.addi %0, %x : i32 return %1 : i32 }',
  smallContext(),
)!;
const [func] = module.body;

test('an operation has the numbers of its function', () => {
  const add = func!.regions[0]!.entry.firstOp!.next!;
  expect(currentOperationNote(add)).toMatchObject({
    severity: 'note',
    location: add.location,
    message: 'see current operation: %1 = "arith.addi"(%0, %arg0) : (i32, i32) -> i32',
  });
});

test('one of several lines begins on a line of its own', () => {
  expect(currentOperationNote(func!).message).toBe(
    [
      'see current operation: ',
      '"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({',
      '^bb0(%arg0: i32):',
      '  %0 = "arith.addi"(%arg0, %arg0) : (i32, i32) -> i32',
      '  %1 = "arith.addi"(%0, %arg0) : (i32, i32) -> i32',
      '  "func.return"(%1) : (i32) -> ()',
      '}) : () -> ()',
    ].join('\n'),
  );
});
