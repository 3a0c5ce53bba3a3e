import { defineAttr, type Parameter } from '@shardform/ir-core';

/** A number from `least` on, `null` where it is `?`. */
/* @__NO_SIDE_EFFECTS__ */
function sliceNumber(least: bigint): Parameter<bigint | null> {
  return {
    kind: 'integer or `?`',
    parse: (parser) => {
      if (parser.accept('?')) return null;
      const { offset } = parser;
      const number = parser.parseOptionalInteger();
      if (number !== null && number >= least) return number;
      return parser.failSyntax('expect positive value or ? for slice offset/size/stride', offset);
    },
    print: (printer, number) => printer.write(String(number ?? '?')),
    key: (number) => String(number ?? '?'),
  };
}

/** `#sparse_tensor<slice(1, ?, 2)>`: the slice of a dimension that a sparse tensor is; `null` where it isn't known. */
export class DimSliceAttr extends defineAttr('sparse_tensor.slice', {
  summary: 'Slice of a dimension of a sparse tensor',
  parameters: {
    offset: /* @__PURE__ */ sliceNumber(0n),
    size: /* @__PURE__ */ sliceNumber(1n),
    stride: /* @__PURE__ */ sliceNumber(1n),
  },
  format: '`(` $offset `,` $size `,` $stride `)`',
}) {
  /** The whole of a dimension. */
  static whole(): DimSliceAttr {
    return this.get({ offset: 0n, size: null, stride: 1n });
  }
}
