import type { ResourceBlob, ResourceTable } from '../ir/resources.ts';
import type { Printer } from './printer.ts';

/** Writes the section with the resources that were mentioned, where some have contents. */
export function printResources(printer: Printer, table: ResourceTable): void {
  const limit = printer.options.elideResourcesLimit;
  const dialects = [...printer.mentionedResources]
    .map(([dialect, keys]) => {
      const blobs = [...keys].flatMap((key) => {
        const blob = table.get(dialect, key);
        return blob === null || textLength(blob) > limit ? [] : [{ key, blob }];
      });
      return { dialect, blobs };
    })
    .filter(({ blobs }) => blobs.length > 0);
  if (dialects.length === 0) return;
  printer.write('\n{-#\n  dialect_resources: {\n');
  dialects.forEach(({ dialect, blobs }, i) => {
    printer.write(`${i > 0 ? ',\n' : ''}    ${dialect}: {\n`);
    blobs.forEach(({ key, blob }, j) => {
      printer.write(j > 0 ? ',\n      ' : '      ');
      printer.writeKeywordOrString(key);
      printer.write(': "0x');
      printer.writeHex(alignmentBytes(blob));
      printer.writeHex(blob.bytes);
      printer.write('"');
    });
    printer.write('\n    }');
  });
  printer.write('\n  }\n#-}\n');
}

/** Characters of `0x`, the alignment as four bytes and the data. */
function textLength({ bytes }: ResourceBlob): number {
  return 2 + 2 * (4 + bytes.length);
}

function alignmentBytes({ alignment }: ResourceBlob): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, alignment, true);
  return bytes;
}
