import {
  arrayParameter,
  attributeBody,
  defaultParameter,
  defineAttr,
  integerParameter,
  type Parameter,
} from '@shardform/ir-core';
import { factorSymbol, parseFactorSymbols } from './factor-symbol.ts';

const factorsParameter: Parameter<readonly number[]> = {
  .../* @__PURE__ */ arrayParameter(integerParameter),
  kind: 'factors',
  parse: (parser) => {
    const keyword = parser.parseOptionalKeyword();
    return keyword === null ? [] : parseFactorSymbols(parser, keyword);
  },
  print: (printer, factors) => {
    for (const factor of factors) printer.write(factorSymbol(factor));
  },
};

/** The factors of one dimension, major to minor: `ij`. */
export class DimMappingAttr extends defineAttr('sdy.dim_mapping', {
  summary: 'List of factor indices for a dimension',
  parameters: { factor_indices: factorsParameter },
  format: '`` $factor_indices',
}) {
  /** True if `factor` is the only or the last factor of the dimension. */
  isMinorMost(factor: number): boolean {
    return this.factorIndices.at(-1) === factor;
  }
}

const dimParameter: Parameter<DimMappingAttr> = {
  .../* @__PURE__ */ attributeBody(DimMappingAttr, {
    cppType: 'DimMappingAttr',
    what: 'a dimension mapping',
  }),
  print: (printer, dim) => {
    // Only a rule that no check has accepted has a dimension without factors.
    if (dim.factorIndices.length === 0) dim.print(printer);
    else dim.printBody(printer);
  },
};

/** The factors of all dimensions of a tensor: `[i, jk]`. */
export class TensorMappingAttr extends defineAttr('sdy.tensor_mapping', {
  summary: 'Factor mappings for each dimension of a tensor',
  parameters: { dim_mappings: defaultParameter(arrayParameter(dimParameter, 'none'), () => []) },
  format: '`[` ($dim_mappings^)? `]`',
  cppName: 'Sdy_TensorMapping',
}) {
  #factors: ReadonlySet<number> | null = null;

  /** From factor numbers per dimension. */
  static of(dims: readonly (readonly number[])[]): TensorMappingAttr {
    return TensorMappingAttr.get({
      dimMappings: dims.map((factorIndices) => DimMappingAttr.get({ factorIndices })),
    });
  }

  get rank(): number {
    return this.dimMappings.length;
  }

  hasFactor(factor: number): boolean {
    this.#factors ??= new Set(this.dimMappings.flatMap((dim) => dim.factorIndices));
    return this.#factors.has(factor);
  }
}
