import { type FuncOp, valueAttrsList } from '@shardform/dialect-func';
import type { BufferDonor, InputOutputAlias, Sharding } from '@shardform/hlo-module';
import { IntegerAttr } from '@shardform/ir-core';
import { MHLO_SHARDING } from '@shardform/passes-sharding';
import { ExportError } from './export-error.ts';
import { FRONTEND_ATTRIBUTES, frontendAttributes } from './frontend-attributes.ts';
import { shardingOfAttribute } from './shardings.ts';

/** Returns the shardings and frontend attributes of a function's arguments and results. @throws OpShardingError */
export function functionSignature(func: FuncOp): {
  readonly argumentShardings: readonly (Sharding | null)[];
  readonly resultShardings: readonly (Sharding | null)[];
  readonly argumentAttributes: readonly ReadonlyMap<string, string>[];
} {
  const args = valueAttrsList(func, 'arg_attrs');
  const results = valueAttrsList(func, 'res_attrs');
  return {
    argumentShardings: args.map((attrs) => shardingOfAttribute(attrs.get(MHLO_SHARDING))),
    resultShardings: results.map((attrs) => shardingOfAttribute(attrs.get(MHLO_SHARDING))),
    argumentAttributes: args.map((attrs) => frontendAttributes(attrs.get(FRONTEND_ATTRIBUTES))),
  };
}

/** Returns which arguments of the entry function give their buffers to results. @throws ExportError */
export function bufferUse(func: FuncOp): {
  readonly inputOutputAliases: readonly InputOutputAlias[];
  readonly bufferDonors: readonly BufferDonor[];
} {
  const inputOutputAliases: InputOutputAlias[] = [];
  const bufferDonors: BufferDonor[] = [];
  const resultCount = func.functionType.results.length;
  valueAttrsList(func, 'arg_attrs').forEach((attrs, parameter) => {
    if (attrs.get('jax.buffer_donor') instanceof IntegerAttr)
      bufferDonors.push({ parameter, parameterIndex: [] });
    const output = attrs.get('tf.aliasing_output');
    if (!(output instanceof IntegerAttr)) return;
    if (output.number < 0 || output.number >= resultCount)
      throw new ExportError(func, `argument ${parameter} aliases result ${output.number} of ${resultCount}`);
    inputOutputAliases.push({
      output: resultCount === 1 ? [] : [output.number],
      parameter,
      parameterIndex: [],
      kind: 'may-alias',
    });
  });
  return {
    inputOutputAliases: inputOutputAliases.sort((a, b) => (a.output[0] ?? 0) - (b.output[0] ?? 0)),
    bufferDonors,
  };
}
