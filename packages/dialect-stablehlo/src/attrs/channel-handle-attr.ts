import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';

/** Kinds of channels (StableHLO spec, "Channel"). */
export const channelType = { invalid: 0, deviceToDevice: 1, deviceToHost: 2, hostToDevice: 3 } as const;

/** `#stablehlo.channel_handle<handle = 1, type = 1>`: which communication an op takes part in. */
export class ChannelHandleAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.channel_handle';
  static readonly #table = new InternTable<ChannelHandleAttr>();
  readonly handle: number;
  readonly type: number;

  private constructor(handle: number, type: number) {
    super();
    this.handle = handle;
    this.type = type;
  }

  static get(handle: number, type: number): ChannelHandleAttr {
    return this.#table.get(`${handle},${type}`, () => new ChannelHandleAttr(handle, type));
  }

  static parse(this: void, parser: Parser): ChannelHandleAttr {
    const fields: { handle?: number; type?: number } = {};
    parser.expect('<');
    for (let i = 0; i < 2; i++) {
      if (i > 0) parser.expect(',');
      const { offset } = parser;
      const name = parser.parseKeyword();
      if ((name !== 'handle' && name !== 'type') || fields[name] !== undefined) {
        return parser.fail(`duplicate or unknown struct parameter name: ${name}`, offset);
      }
      parser.expect('=');
      fields[name] = parser.parseNumber();
    }
    parser.expect('>');
    // Both names were read once.
    return ChannelHandleAttr.get(fields.handle!, fields.type!);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ChannelHandleAttr.mnemonic, () =>
      printer.write(`<handle = ${this.handle}, type = ${this.type}>`),
    );
  }
}
