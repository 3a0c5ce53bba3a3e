import { FuncOp } from '@shardform/dialect-func';
import { booleanOption, definePass, integerOption, listOption, stringOption } from '@shardform/ir-core';
import { differentiate } from './differentiate.ts';
import { DifferentiationError } from './differentiation-error.ts';

/** Adds the gradients of a function's result to its results. */
export const stablehloDifferentiate = definePass({
  name: 'stablehlo-differentiate',
  summary: "add the gradients of a function's result to its results",
  description: `
Reverse-mode differentiation. The function, \`@main\` unless another is named, returns a scalar loss, or takes the
gradient of its result as a last argument (\`seed\`). Calls are inlined. Loops whose iterations are known are
differentiated with what they carry saved for each iteration. Gradients of complex numbers are transposes, as in JAX:
nothing is conjugated. What depends on an argument, is needed for a gradient and has no rule of differentiation is an
error that names the operation.`,
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo'],
  options: {
    func: stringOption('the function; by default @main, or the only one'),
    wrt: listOption(
      'numbers of the arguments whose gradients are wanted; by default all of floating-point and complex numbers',
      integerOption('number of an argument', 0),
    ),
    result: integerOption('number of the result that is differentiated', 0),
    seed: booleanOption('the function takes the gradient of that result as a last argument'),
    'only-gradients': booleanOption("the function's own results go"),
  },
  run(module, pass) {
    const { func: name, wrt, result, seed } = pass.options;
    const functions: FuncOp[] = [];
    module.walkOf(FuncOp, (func) => {
      if (!func.isDeclaration) functions.push(func);
    });
    const wanted = name === '' ? 'main' : name;
    const func =
      functions.find(({ symName }) => symName.value === wanted) ??
      (name === '' && functions.length === 1 ? functions[0] : undefined);
    if (func === undefined) {
      pass.opError(
        module,
        name === '' ? 'has no function @main, and several others' : `has no function @${name}`,
      );
      return;
    }
    try {
      const options = { result, seed, keepResults: !pass.options['only-gradients'] };
      differentiate(func, wrt.length === 0 ? options : { ...options, wrt }, pass.context);
    } catch (error) {
      if (!(error instanceof DifferentiationError)) throw error;
      pass.opError(error.op, error.message);
    }
  },
});
