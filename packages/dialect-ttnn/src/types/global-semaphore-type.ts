import { type Printer, Type } from '@shardform/ir-core';

/** `!ttnn.global_semaphore`: a counter that the cores of several devices see. */
export class GlobalSemaphoreType extends Type {
  static readonly mnemonic = 'ttnn.global_semaphore';
  static readonly instance = /* @__PURE__ */ new GlobalSemaphoreType();

  static parse(this: void): GlobalSemaphoreType {
    return GlobalSemaphoreType.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', GlobalSemaphoreType.mnemonic, () => undefined);
  }
}
