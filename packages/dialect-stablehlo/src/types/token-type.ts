import { type Printer, Type } from '@shardform/ir-core';

/** `!stablehlo.token`: orders operations with side effects (StableHLO spec, "Types"). */
export class TokenType extends Type {
  static readonly mnemonic = 'stablehlo.token';
  static readonly instance = /* @__PURE__ */ new TokenType();

  static parse(this: void): TokenType {
    return TokenType.instance;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', TokenType.mnemonic, () => undefined);
  }
}
