import { type Printer, Type } from '@shardform/ir-core';

/** `!ttnn.device`: the opened mesh of devices. */
export class DeviceType extends Type {
  static readonly mnemonic = 'ttnn.device';
  static readonly instance = /* @__PURE__ */ new DeviceType();

  static parse(this: void): DeviceType {
    return DeviceType.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', DeviceType.mnemonic, () => undefined);
  }
}
