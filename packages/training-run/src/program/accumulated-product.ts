import { type FunctionText, type TextValue, typeText } from './function-text.ts';
import { copiesApart } from './products.ts';
import type { TransformerShape } from './transformer-shape.ts';

/**
 * Adds the outer products of all tokens to a gradient in f32, in the kernel that computes them: a product of cuBLAS whose result is
 * added to its third operand, as frameworks with fused accumulation of gradients have it.
 */
export function accumulatedProduct(
  f: FunctionText,
  shape: TransformerShape,
  [x, gradient]: readonly [TextValue, TextValue],
  before: TextValue,
): TextValue {
  const isApart = shape.copies > 1;
  const operands = [x, gradient].map((value) => {
    const converted = f.convert(value, shape.productType);
    return isApart ? copiesApart(f, shape, converted) : converted;
  });
  const [lhs, rhs] = operands;
  const batch = isApart ? [0] : [];
  const contract = isApart ? [1, 2] : [0, 1];
  const dims = [
    ...(['lhs', 'rhs'] as const).flatMap((side) => [
      `\\"${side}_contracting_dimensions\\":[${quoted(contract)}]`,
      `\\"${side}_batch_dimensions\\":[${quoted(batch)}]`,
    ]),
  ].join();
  const config = `{\\"gemm_backend_config\\":{\\"alpha_real\\":1,\\"beta\\":1,\\"dot_dimension_numbers\\":{${dims}}}}`;
  const rule = shape.mesh.axes.length === 0 ? '' : `, sdy.sharding_rule = ${ruleOf(lhs, rhs, isApart)}`;
  const alias = `output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 2, operand_tuple_indices = []>]`;
  const all = [lhs, rhs, before];
  const [sum] = f.addSeveral(
    `stablehlo.custom_call @__cublas$gemm(${all.map(({ name }) => name).join(', ')}) {backend_config = "${config}", ${alias}${rule}} : (${all.map(typeText).join(', ')}) -> ${typeText(before)}`,
    [before],
  );
  return sum;
}

function quoted(dims: readonly number[]): string {
  return dims.map((dim) => `\\"${dim}\\"`).join();
}

/** Rows and tokens are summed; copies and the dimensions of both operands can be divided. */
function ruleOf(lhs: TextValue, rhs: TextValue, isApart: boolean): string {
  const sizes: number[] = [];
  const factor = (size: number): string => {
    sizes.push(size);
    return String.fromCharCode('i'.charCodeAt(0) + sizes.length - 1);
  };
  const copies = isApart ? [factor(lhs.shape[0])] : [];
  const first = copies.length;
  const summed = [factor(lhs.shape[first]), factor(lhs.shape[first + 1])];
  const ofLhs = lhs.shape.slice(first + 2).map(factor);
  const ofRhs = rhs.shape.slice(first + 2).map(factor);
  const list = (factors: readonly string[]): string => `[${factors.join(', ')}]`;
  const result = list([...copies, ...ofLhs, ...ofRhs]);
  const operands = [list([...copies, ...summed, ...ofLhs]), list([...copies, ...summed, ...ofRhs]), result];
  const named = sizes.map((size, i) => `${String.fromCharCode('i'.charCodeAt(0) + i)}=${size}`);
  return `#sdy.op_sharding_rule<(${operands.join(', ')})->(${result}) {${named.join(', ')}} need_replication={${summed.join(', ')}}, custom>`;
}
