import type { Language } from '../languages/language.ts';
import { UnwritableValue } from '../unwritable.ts';

/** A number format, by its name in attributes. @throws UnwritableValue */
export function dataTypeText(format: string, language: Language): string {
  const name = DATA_TYPES[format];
  if (name === undefined)
    throw new UnwritableValue(`${language.name}'s ttnn has no number format '${format}'`);
  return language.member('DataType', name);
}

/** The names of number formats in the library. */
export const DATA_TYPES: Readonly<Record<string, string>> = {
  ...{ f32: 'FLOAT32', bf16: 'BFLOAT16', bfp_bf8: 'BFLOAT8_B', bfp_bf4: 'BFLOAT4_B' },
  ...{ u32: 'UINT32', u16: 'UINT16', u8: 'UINT8', si32: 'INT32' },
};
