import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from './verdict.ts';

/** Programs that are mutated. */
export interface Programs {
  /** Texts that are programs before they are changed. */
  readonly accepted: readonly string[];
  /** Texts that are wrong in one place, as tests of messages have them. */
  readonly refused: readonly string[];
}

/** Changes of longer texts are mostly far from anything else that is interesting. */
const LONGEST = 3000;

/** Dialects that the reference doesn't have, of this project's own or of others. */
const OWN_DIALECTS =
  /\b(tt\w*|d2m|dist|check|interpreter|mpmd|vhlo|test|llvm|quant|sparse_tensor)\.|[!#](tt\w*|dist)\b/;

/**
 * Finds texts below some files and folders: `.mlir` files in pieces between `// -----` and at functions, and the
 * template literals of TypeScript tests, which show each operation, attribute and type.
 */
export function readPrograms(paths: readonly string[], read: (text: string) => Verdict): Programs {
  const accepted = new Set<string>();
  const refused = new Set<string>();
  for (const path of paths.flatMap(filesIn)) {
    const text = readFileSync(path, 'utf8');
    const found = path.endsWith('.ts') ? literals(text) : text.split(/^\s*\/\/ -----.*$/m).flatMap(pieces);
    for (const piece of found.map(withoutComments)) {
      if (piece.length > LONGEST || piece.trim() === '' || OWN_DIALECTS.test(piece)) continue;
      const verdict = read(piece);
      if (verdict.isAccepted) accepted.add(piece);
      // What isn't MLIR at all teaches nothing.
      else if (verdict.step === 'verifier') refused.add(piece);
    }
  }
  return { accepted: [...accepted], refused: [...refused] };
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && name !== 'out-tsc')
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return filesIn(inner);
      return /\.(mlir|test\.ts)$/.test(entry.name) ? [inner] : [];
    })
    .sort();
}

/** Template literals and strings without substitutions. */
function literals(text: string): string[] {
  return [...text.matchAll(/`((?:[^`\\$]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g)].map(([, template, quoted]) =>
    (template ?? quoted ?? '').replace(/\\(n|.)/gs, (_, c: string) => (c === 'n' ? '\n' : c)),
  );
}

/** A text, or its functions when it is long, each with the meshes of the text. */
function pieces(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  const meshes = text.match(/^\s*sdy\.mesh .*$/gm)?.join('\n') ?? '';
  const functions = text.match(/^( *)func\.func (?:.*\}|[^]*?^\1\})$/gm) ?? [];
  return functions.map((body) => `${meshes}\n${body}`);
}

function withoutComments(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/.*$/, '').trimEnd())
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}
