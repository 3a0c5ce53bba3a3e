import { Attribute, type Printer } from '@shardform/ir-core';

/** `#ttnn.trace_id`: the encoding of a tensor that holds the number of a recorded trace. */
export class TraceIdAttr extends Attribute {
  static readonly mnemonic = 'ttnn.trace_id';
  static readonly instance = /* @__PURE__ */ new TraceIdAttr();

  static parse(this: void): TraceIdAttr {
    return TraceIdAttr.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', TraceIdAttr.mnemonic, () => undefined);
  }
}
