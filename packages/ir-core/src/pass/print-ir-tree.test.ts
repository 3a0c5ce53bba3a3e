import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { cse } from '../passes/cse.ts';
import { parseModule } from '../text/parse-module.ts';
import { PrintIrTree } from './print-ir-tree.ts';

test('paths name the enclosing operations and count what is printed of each', () => {
  const module = parseModule(
    'func.func @f() { return }\nmodule @"../m" { func.func @g() { return } }',
    smallContext(),
  )!;
  const [func, inner] = [...module.body];
  const tree = new PrintIrTree();
  const paths = [func!, func!, module, inner!.regions[0]!.entry.firstOp!, func!, module].map((op) =>
    tree.nextPath(cse.create(), op),
  );
  expect(paths).toEqual([
    'builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir',
    'builtin_module_no-symbol-name/func_func_f/0_1_cse.mlir',
    'builtin_module_no-symbol-name/1_cse.mlir',
    'builtin_module_no-symbol-name/builtin_module_.._m/func_func_g/1_0_0_cse.mlir',
    'builtin_module_no-symbol-name/func_func_f/1_2_cse.mlir',
    'builtin_module_no-symbol-name/2_cse.mlir',
  ]);
});
