import { type Printer, Type } from '@shardform/ir-core';

/** `!ttcore.dict`: values of the running program by key. */
export class DictType extends Type {
  static readonly mnemonic = 'ttcore.dict';
  static readonly instance = /* @__PURE__ */ new DictType();

  static parse(this: void): DictType {
    return DictType.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', DictType.mnemonic, () => undefined);
  }
}
