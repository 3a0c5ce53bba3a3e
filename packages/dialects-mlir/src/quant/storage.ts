import { IntegerType, type Parameter, type Parser, type Printer, type Signedness } from '@shardform/ir-core';

/** The integers that quantized numbers are stored as. */
export interface Storage {
  /** Signless where the text says `i8` or `u8`; {@link Storage.isSigned} says how it is read. */
  readonly type: IntegerType;
  readonly isSigned: boolean;
  readonly min: bigint;
  readonly max: bigint;
}

const MAX_WIDTH = 32;

const SIGNEDNESS: Readonly<Record<string, Signedness>> = { si: 'signed', ui: 'unsigned' };

function fullRange(width: number, isSigned: boolean): readonly [bigint, bigint] {
  const half = 1n << BigInt(width - 1);
  return isSigned ? [-half, half - 1n] : [0n, 2n * half - 1n];
}

/** `i8`, `u8`, `si8`, `ui8` or `i8<-8:7>`. */
export function parseStorage(parser: Parser): Storage {
  const { offset, spelling } = parser;
  const match = parser.at('bare') ? /^(i|si|ui|u)([0-9]+)$/.exec(spelling) : null;
  if (match === null) return parser.failSyntax('illegal storage type prefix', offset);
  const width = Number(match[2]);
  if (width === 0 || width > MAX_WIDTH) parser.failSyntax(`illegal storage type size: ${match[2]!}`, offset);
  parser.advance();
  const isSigned = match[1] === 'i' || match[1] === 'si';
  const [least, greatest] = fullRange(width, isSigned);
  const type = IntegerType.get(width, SIGNEDNESS[match[1]!] ?? 'signless');
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

function prefix({ type, isSigned }: Storage): string {
  if (type.signedness === 'signless') return isSigned ? 'i' : 'u';
  return isSigned ? 'si' : 'ui';
}

/** A full range is not printed. */
export function printStorage(printer: Printer, storage: Storage): void {
  const { type, isSigned, min, max } = storage;
  printer.write(`${prefix(storage)}${type.width}`);
  const [least, greatest] = fullRange(type.width, isSigned);
  if (min !== least || max !== greatest) printer.write(`<${min}:${max}>`);
}

/** The integers in memory. */
export const storageParameter: Parameter<Storage> = {
  kind: 'storage type',
  parse: parseStorage,
  print: printStorage,
  key: (storage) => `${prefix(storage)}${storage.type.width}<${storage.min}:${storage.max}>`,
};
