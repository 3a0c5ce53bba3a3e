import { funcDialect, FuncOp } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { chloDialect } from '@shardform/dialect-stablehlo';
import { Context, type Operation, parseModule, type Type } from '@shardform/ir-core';
import { costModel, type OperationCost, operationCost } from '../src/index.ts';

/** The context of the texts. */
export const costContext = new Context([funcDialect, costModel, chloDialect, hloDialect]);

/** The last operation of a text, which functions may follow; `operands` are the arguments of the function around it. */
export function lastOperation(text: string, operands = '%a: tensor<8x16xf32>'): Operation {
  const module = parseModule(`func.func @main(${operands}) { ${text}\n return }`, costContext)!;
  const main = [...module.body].find((op) => op instanceof FuncOp)!;
  const found = [...main.body.entry].filter((op) => !op.definition.isTerminator);
  return found.at(-1)!;
}

/** The cost of the last operation of a text. */
export function costOf(text: string, operands?: string): OperationCost {
  return operationCost(lastOperation(text, operands), costContext);
}

/** The floating-point operations of the last operation of a text. */
export function flopsOf(text: string, operands?: string): number {
  return costOf(text, operands).flops;
}

/** The type of a text. */
export function typeOf(text: string): Type {
  const found: Operation[] = [];
  parseModule(`func.func @main(%a: ${text}) { return }`, costContext)!.walk((op) => {
    if (op.name === 'func.func') found.push(op);
  });
  return found[0]!.getRegion(0).entry.arguments[0]!.type;
}

/** The text of the type of a tensor of a shape. */
export function tensorOf(shape: readonly number[], element = 'f32'): string {
  return `tensor<${[...shape, element].join('x')}>`;
}

/** All indices of a shape, in row-major order. */
export function* indicesOf(shape: readonly number[]): Generator<readonly number[]> {
  const [first, ...rest] = shape;
  if (first === undefined) yield [];
  else for (let i = 0; i < first; i += 1) for (const others of indicesOf(rest)) yield [i, ...others];
}
