import { IntegerType, type Parser, type Printer } from '@shardform/ir-core';

/** The integers that quantized numbers are stored as. */
export interface Storage {
  /** Signless; {@link Storage.isSigned} says how it is read. */
  readonly type: IntegerType;
  readonly isSigned: boolean;
  readonly min: bigint;
  readonly max: bigint;
}

const MAX_WIDTH = 32;

function fullRange(width: number, isSigned: boolean): readonly [bigint, bigint] {
  const half = 1n << BigInt(width - 1);
  return isSigned ? [-half, half - 1n] : [0n, 2n * half - 1n];
}

/** `i8`, `u8` or `i8<-8:7>`. */
export function parseStorage(parser: Parser): Storage {
  const { offset, spelling } = parser;
  const match = parser.at('bare') ? /^(i|si|ui|u)([0-9]+)$/.exec(spelling) : null;
  if (match === null) return parser.failSyntax('illegal storage type prefix', offset);
  const width = Number(match[2]);
  if (width === 0 || width > MAX_WIDTH) parser.failSyntax(`illegal storage type size: ${match[2]!}`, offset);
  parser.advance();
  const isSigned = match[1] === 'i' || match[1] === 'si';
  const [least, greatest] = fullRange(width, isSigned);
  const type = IntegerType.get(width);
  if (!parser.accept('<')) return { type, isSigned, min: least, max: greatest };
  const { offset: minOffset } = parser;
  const min = parser.outsideOp(() => parser.parseInteger());
  parser.expect(':');
  const { offset: maxOffset } = parser;
  const max = parser.outsideOp(() => parser.parseInteger());
  parser.expect('>');
  if (min < least) parser.failSyntax(`illegal storage type minimum: ${min}`, minOffset);
  if (max > greatest) parser.failSyntax(`illegal storage type maximum: ${max}`, maxOffset);
  return { type, isSigned, min, max };
}

/** Stops at a range without numbers; `offset` is that of the type's mnemonic. */
export function checkStorage({ min, max }: Storage, parser: Parser, offset: number): void {
  if (max > min) return;
  parser.failSyntax(`illegal storage min and storage max: (${min}:${max})`, offset);
}

/** A full range is not printed. */
export function printStorage(printer: Printer, { type, isSigned, min, max }: Storage): void {
  printer.write(`${isSigned ? 'i' : 'u'}${type.width}`);
  const [least, greatest] = fullRange(type.width, isSigned);
  if (min !== least || max !== greatest) printer.write(`<${min}:${max}>`);
}

/** What makes two storages one. */
export function storageKey({ type, isSigned, min, max }: Storage): string {
  return `${isSigned ? 'i' : 'u'}${type.width}<${min}:${max}>`;
}
