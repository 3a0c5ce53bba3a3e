import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBytecode } from '@shardform/ir-core';

/** What is mutated: texts in pieces that are read within a millisecond, and whole bytecode files. */
export interface Corpus {
  readonly texts: readonly string[];
  readonly files: readonly Uint8Array[];
}

/** Characters of a piece of text. */
const PIECE_LENGTH = 3000;

/** Reads all programs below some files and folders. */
export function readCorpus(paths: readonly string[]): Corpus {
  const texts: string[] = [];
  const files: Uint8Array[] = [];
  for (const path of paths.flatMap(programsIn)) {
    const bytes = readFileSync(path);
    if (isBytecode(bytes)) files.push(new Uint8Array(bytes));
    else texts.push(...pieces(bytes.toString('utf8')));
  }
  return { texts, files };
}

function programsIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return programsIn(inner);
      return /\.(mlir|mlirbc|bc)$/.test(entry.name) ? [inner] : [];
    })
    .sort();
}

/** Parts between split markers, without comment lines; longer ones are cut at ends of lines. */
function pieces(text: string): string[] {
  return text.split(/^\/\/ -----.*$/m).flatMap((part) => {
    const lines = part.split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line));
    const found: string[] = [];
    let piece = '';
    for (const line of lines) {
      piece += `${line}\n`;
      if (piece.length < PIECE_LENGTH) continue;
      found.push(piece);
      piece = '';
    }
    return piece === '' ? found : [...found, piece];
  });
}
