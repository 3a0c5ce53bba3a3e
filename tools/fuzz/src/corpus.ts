import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBytecode, parseModule, verifyOp, writeBytecode } from '@shardform/ir-core';
import { fuzzContext } from './execute.ts';

/** What is mutated: texts in pieces that are read within a millisecond, and whole bytecode files. */
export interface Corpus {
  readonly texts: readonly string[];
  readonly files: readonly Uint8Array[];
}

/** Characters of a piece of text. */
const PIECE_LENGTH = 3000;

/** Reads all programs below some files and folders. Those that are right are mutated as bytecode too. */
export function readCorpus(paths: readonly string[]): Corpus {
  const texts: string[] = [];
  const files: Uint8Array[] = [];
  for (const path of paths.flatMap(programsIn)) {
    const bytes = readFileSync(path);
    if (isBytecode(bytes)) files.push(new Uint8Array(bytes));
    else {
      const parts = bytes.toString('utf8').split(/^\/\/ -----.*$/m);
      texts.push(...parts.flatMap(pieces));
      files.push(...parts.flatMap((part) => bytecodeOf(part, files.length)));
    }
  }
  return { texts, files };
}

/** The oldest, a middle and the newest version. */
const VERSIONS = [0, 3, 6];

/** A text as bytecode, when it is a program. */
function bytecodeOf(text: string, number: number): Uint8Array[] {
  const context = fuzzContext();
  const { result } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    if (module === null || !verifyOp(module, context)) return [];
    return [writeBytecode(module, context, { version: VERSIONS[number % VERSIONS.length]! })];
  });
  return result;
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

/** A text without its comment lines; longer ones are cut at ends of lines. */
function pieces(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line));
  const found: string[] = [];
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE_LENGTH) continue;
    found.push(piece);
    piece = '';
  }
  return piece === '' ? found : [...found, piece];
}
