import { funcDialect } from '@shardform/dialect-func';
import { builtinPasses, Context, parseModule, product, SourceText, verifyOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray, runSpmd } from '@shardform/runtime-sim';
import { ttSimulator } from '../src/index.ts';

/**
 * What an operation computes on one device.
 *
 * @param op from its name on, with operands `%a0`, `%a1` and so on and its type.
 */
export function evaluate(op: string, ...inputs: readonly NdArray[]): readonly number[][] {
  const context = new Context([builtinPasses, funcDialect, ttSimulator]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const [, operands, results] = /: \((.*)\) -> (.*)$/.exec(op)!;
  const count = results!.startsWith('(') ? results!.match(/tensor</g)!.length : 1;
  const parameters = (operands === '' ? [] : operands!.split(', ')).map((type, i) => `%a${i}: ${type}`);
  const values = count === 1 ? '%0' : Array.from({ length: count }, (_, i) => `%0#${i}`).join(', ');
  const text = `func.func @main(${parameters.join(', ')}) -> ${results!} {
    %0${count === 1 ? '' : `:${count}`} = ${op}
    return ${values} : ${results!.replace(/^\(|\)$/g, '')}
  }`;
  const module = parseModule(new SourceText('op.mlir', text), context);
  if (module === null || !verifyOp(module, context)) throw new Error(messages.join('\n'));
  const [made] = runSpmd(module, 1, () => inputs, context);
  return made!.map((array) => elementsOf(array).map(Number));
}

/** Returns distinct numbers for all indices, unordered, a few of them below zero. */
export function scrambled(shape: readonly number[], kind: 'f32' | 'i32' = 'f32'): NdArray {
  const count = product(shape);
  const numbers = Array.from({ length: count }, (_, i) => ((i * 7919 + 13) % 101) - 40);
  return arrayOf(kind, shape, numbers);
}
