import { hexText } from '../builtin/attrs/dense-text.ts';
import type { ResourceBlob, ResourceTable } from '../ir/resources.ts';
import type { Printer } from './printer.ts';

/** Writes the section with the resources that were mentioned, where some have contents. */
export function printResources(printer: Printer, table: ResourceTable): void {
  const limit = printer.options.elideResourcesLimit;
  const dialects = [...printer.mentionedResources]
    .map(([dialect, keys]) => {
      const texts = [...keys].flatMap((key) => {
        const blob = table.get(dialect, key);
        const text = blob === null ? null : blobText(blob);
        return text === null || text.length > limit ? [] : [{ key, text }];
      });
      return { dialect, texts };
    })
    .filter(({ texts }) => texts.length > 0);
  if (dialects.length === 0) return;
  printer.write('\n{-#\n  dialect_resources: {\n');
  dialects.forEach(({ dialect, texts }, i) => {
    printer.write(`${i > 0 ? ',\n' : ''}    ${dialect}: {\n`);
    texts.forEach(({ key, text }, j) => {
      printer.write(j > 0 ? ',\n      ' : '      ');
      printer.writeKeywordOrString(key);
      printer.write(`: "${text}"`);
    });
    printer.write('\n    }');
  });
  printer.write('\n  }\n#-}\n');
}

/** `0x`, the alignment as four bytes and the data. */
function blobText({ alignment, bytes }: ResourceBlob): string {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, alignment, true);
  return `0x${hexText(head)}${hexText(bytes)}`;
}
