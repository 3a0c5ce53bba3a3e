import { type Printer, Type } from '@shardform/ir-core';

/** `!ttir.mem_tx`: a copy in progress, to be waited for. */
export class MemTxType extends Type {
  static readonly mnemonic = 'ttir.mem_tx';
  static readonly instance = /* @__PURE__ */ new MemTxType();

  static parse(this: void): MemTxType {
    return MemTxType.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', MemTxType.mnemonic, () => undefined);
  }
}

/** `!ttir.semaphore`: a counter by which cores wait for each other. */
export class SemaphoreType extends Type {
  static readonly mnemonic = 'ttir.semaphore';
  static readonly instance = /* @__PURE__ */ new SemaphoreType();

  static parse(this: void): SemaphoreType {
    return SemaphoreType.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', SemaphoreType.mnemonic, () => undefined);
  }
}
