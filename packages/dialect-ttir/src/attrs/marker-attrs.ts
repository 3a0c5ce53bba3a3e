import { defineStructAttr, optionalField, type StructAttr, wordField } from '@shardform/dialect-ttcore';
import { anyAttributeField } from '@shardform/dialect-ttcore';
import { Attribute, type Printer, SymbolRefAttr } from '@shardform/ir-core';

/** `#ttir.cpu_hoisted_call`: marks calls of functions that run on the host. */
export class CpuHoistedCallAttr extends Attribute {
  static readonly mnemonic = 'ttir.cpu_hoisted_call';
  static readonly instance = /* @__PURE__ */ new CpuHoistedCallAttr();

  static parse(this: void): CpuHoistedCallAttr {
    return CpuHoistedCallAttr.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', CpuHoistedCallAttr.mnemonic, () => undefined);
  }
}

/** `#ttir.should_hoist`: marks operations that are to run on the host. */
export class ShouldHoistAttr extends Attribute {
  static readonly mnemonic = 'ttir.should_hoist';
  static readonly instance = /* @__PURE__ */ new ShouldHoistAttr();

  static parse(this: void): ShouldHoistAttr {
    return ShouldHoistAttr.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ShouldHoistAttr.mnemonic, () => undefined);
  }
}

const threadFields = {
  threadType: /* @__PURE__ */ wordField(['compute', 'datamovement']),
  kernelSymbol: /* @__PURE__ */ optionalField(
    /* @__PURE__ */ anyAttributeField(
      (attribute) => attribute instanceof SymbolRefAttr,
      'expected a symbol reference',
    ),
  ),
};

/** `#ttir.thread<compute, @kernel>`: what a region of a program does. */
export const ThreadAttr = /* @__PURE__ */ defineStructAttr(
  'ttir.thread',
  'Thread information for a generic op.',
  threadFields,
  { style: 'positional' },
);
export type ThreadAttr = StructAttr<typeof threadFields>;
