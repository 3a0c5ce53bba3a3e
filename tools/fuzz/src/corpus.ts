import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBytecode, parseModule, verifyOp, writeBytecode } from '@shardform/ir-core';
import { fuzzContext } from './context.ts';

/** The inputs to mutate: texts in pieces that are read within a millisecond, and whole bytecode files. */
export interface Corpus {
  readonly texts: readonly string[];
  readonly files: readonly Uint8Array[];
  /** Whole texts that verify, for what works on programs. */
  readonly programs: readonly string[];
  /** npz and safetensors files. */
  readonly archives: readonly Uint8Array[];
  /** ONNX models. */
  readonly models: readonly Uint8Array[];
  /** Modules of HLO, as text and as protobuf. */
  readonly modules: { readonly texts: readonly string[]; readonly files: readonly Uint8Array[] };
}

/** Characters of a piece of text. */
const PIECE_LENGTH = 3000;

/** Characters of a program that passes and commands are fed. */
const LONGEST_PROGRAM = 6000;

/** Reads all programs below some files and folders. Those that are right are mutated as bytecode too. */
export function readCorpus(paths: readonly string[]): Corpus {
  const texts: string[] = [];
  const files: Uint8Array[] = [];
  const programs: string[] = [];
  const [archives, models]: Uint8Array[][] = [[], []];
  const modules: { texts: string[]; files: Uint8Array[] } = { texts: [], files: [] };
  for (const path of paths.flatMap(programsIn)) {
    const bytes = readFileSync(path);
    if (/\.(npz|safetensors)$/.test(path)) archives!.push(new Uint8Array(bytes));
    else if (path.endsWith('.onnx')) models!.push(new Uint8Array(bytes));
    else if (path.endsWith('.hlo.pb')) modules.files.push(new Uint8Array(bytes));
    else if (path.endsWith('.hlo')) modules.texts.push(bytes.toString('utf8'));
    else if (isBytecode(bytes)) files.push(new Uint8Array(bytes));
    else {
      const parts = bytes.toString('utf8').split(/^\/\/ -----.*$/m);
      texts.push(...parts.flatMap(pieces));
      for (const part of parts) {
        const bytecode = bytecodeOf(part, files.length);
        files.push(...bytecode);
        if (bytecode.length > 0 && part.length < LONGEST_PROGRAM) programs.push(part);
      }
    }
  }
  return { texts, files, programs, archives: archives!, models: models!, modules };
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
      return /\.(mlir|mlirbc|bc|npz|safetensors|onnx|hlo|hlo\.pb)$/.test(entry.name) ? [inner] : [];
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
