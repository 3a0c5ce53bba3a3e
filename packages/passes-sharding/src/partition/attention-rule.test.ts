import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { CustomCallOp, stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { attentionRule } from './attention-rule.ts';

const context = new Context([funcDialect, sdyDialect, stablehloDialect]);

/** The rule of a call of operands and results of given types. */
function ruleOf(call: string, operands: readonly string[], results: readonly string[]): string {
  const args = operands.map((type, i) => `%a${i}: tensor<${type}>`).join(', ');
  const list = (types: readonly string[]): string => types.map((type) => `tensor<${type}>`).join(', ');
  const values = operands.map((_, i) => `%a${i}`).join(', ');
  const text = `func.func @main(${args}) -> (${list(results)}) {
    %0:${results.length} = stablehlo.custom_call ${call.replace('ARGS', values)} : (${list(operands)}) -> (${list(results)})
    return ${results.map((_, i) => `%0#${i}`).join(', ')} : ${list(results)}
  }`;
  let rule: string | null = null;
  parseModule(text, context)!.walk((op) => {
    if (op instanceof CustomCallOp) rule = String(attentionRule(op));
  });
  return String(rule);
}

const numbers = (lhs: string, rhs: string, contracting: readonly [number, number]): string =>
  `{\\22lhs_batch_dimensions\\22: ${lhs}, \\22rhs_batch_dimensions\\22: ${rhs}, \\22lhs_contracting_dimensions\\22: [${contracting[0]}], \\22rhs_contracting_dimensions\\22: [${contracting[1]}]}`;
const cudnn = (mask: string): string =>
  `@__cudnn$fmhaSoftmax(ARGS) {backend_config = "{\\22cudnn_fmha_backend_config\\22: {\\22mask_type\\22: \\22${mask}\\22, \\22bmm1_dot_dimension_numbers\\22: ${numbers('[0, 2]', '[0, 2]', [3, 3])}, \\22bmm2_dot_dimension_numbers\\22: ${numbers('[0, 1]', '[0, 2]', [3, 1])}}}"}`;

describe('the rule of attention', () => {
  const [q, kv, out] = ['2x128x8x64xbf16', '2x256x2x64xbf16', '2x8x128x64xbf16'];

  test('splits batches, heads with those of keys, and queries', () => {
    expect(ruleOf(cudnn('NO_MASK'), [q, kv, kv], [out])).toBe(
      '#sdy.op_sharding_rule<([i, l, jk, m], [i, n, j, o], [i, p, j, q])->([i, jk, l, r]) {i=2, j=2, k=4, l=128, m=64, n=256, o=64, p=256, q=64, r=64} need_replication={m, n, o, p, q, r}>',
    );
  });

  test('of causal attention has all queries', () => {
    expect(ruleOf(cudnn('CAUSAL'), [q, kv, kv], [out])).toContain('need_replication={l, ');
  });

  test('of gradients has all heads of queries for a head of keys', () => {
    const t = '2x8x512x128xbf16';
    const one = '2x512x128xbf16';
    const call = '@tpu_custom_call(ARGS) {kernel_name = "splash_mqa_dq_no_residuals"}';
    expect(ruleOf(call, [t, one, one, '2x8x1x512xf32', t], [t])).toMatch(
      /^#sdy.op_sharding_rule<\(\[i, j, k, l\], \[i, m, n\], .* need_replication=\{j, k, l, m, n, /,
    );
  });

  test('is not known where a result is something else', () => {
    expect(ruleOf(cudnn('NO_MASK'), [q, kv, kv], [out, '7x7xf32'])).toBe('null');
  });
});
