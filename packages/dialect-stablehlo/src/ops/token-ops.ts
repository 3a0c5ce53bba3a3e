import { defineOp, variadic } from '@shardform/ir-core';
import { variadicSameOperandsAndResultType } from '../directives/same-operands-and-result-type.ts';
import { TokenType } from '../types/token-type.ts';
import { token } from '../value-constraints.ts';

/** A token that nothing has to wait for; `after_all` without operands says the same (StableHLO, deprecated). */
export class CreateTokenOp extends defineOp('stablehlo.create_token', {
  summary: 'token that depends on nothing',
  results: { output: token },
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict `:` type(results)',
  infer: () => [TokenType.instance],
}) {}

/** A token of what was done when all the operands' operations were (StableHLO spec, "after_all"). */
export class AfterAllOp extends defineOp('stablehlo.after_all', {
  summary: 'token that depends on several tokens',
  operands: { inputs: variadic(token) },
  results: { result: token },
  effects: 'none',
  speculates: 'always',
  format: '$inputs attr-dict `:` custom<VariadicSameOperandsAndResultType>(type($inputs), type($result))',
  directives: { VariadicSameOperandsAndResultType: variadicSameOperandsAndResultType },
  infer: () => [TokenType.instance],
}) {}
