import {
  builtinPasses,
  Context,
  type Operation,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { stablehloPipeline } from '../src/index.ts';

/*
 * The thirteen passes of the pipeline's first description (`docs/seed-notes.md`) on its six programs. A file gives the
 * options in its first line, then the program, then the program after each pass that changes it.
 */
const folder = path.join(import.meta.dirname, 'first-description');

describe.each(readdirSync(folder))('%s', (file) => {
  const { options, program, afterPass } = readListings(path.join(folder, file));
  const texts = textsAfterPasses(program, `stablehlo-pipeline{compat=seed ${options}}`);
  let expected = program;
  it.each([...texts])('after %s', (pass, text) => {
    expected = afterPass.get(pass) ?? expected;
    expect(text).toBe(expected);
  });

  it('names only passes that run', () => {
    expect([...texts.keys()]).toEqual(expect.arrayContaining([...afterPass.keys()]));
  });
});

interface Listings {
  readonly options: string;
  readonly program: string;
  readonly afterPass: ReadonlyMap<string, string>;
}

function readListings(file: string): Listings {
  const [head = '', ...rest] = readFileSync(file, 'utf8').split(/^\/\/ -----\n/m);
  const [, options = '', program = ''] = /^\/\/ options:(.*)\n([^]*)$/m.exec(head) ?? [];
  const afterPass = rest.map((part): [string, string] => {
    const [, pass = '', text = ''] = /^\/\/ after (\S+)\n([^]*)$/.exec(part) ?? [];
    return [pass, text];
  });
  return { options: options.trim(), program, afterPass: new Map(afterPass) };
}

/** The whole program after each pass, by the pass's name. */
function textsAfterPasses(program: string, pipeline: string): ReadonlyMap<string, string> {
  const context = new Context([builtinPasses, stablehloPipeline]);
  const module = parseModule(new SourceText('program.mlir', program), context)!;
  const texts = new Map<string, string>();
  const afterPass = ({ pass }: { pass: { name: string } }): void => {
    // Canonicalization runs inside the inliner too; what counts is its own turn, the last.
    texts.delete(pass.name);
    texts.set(pass.name, `${functionsOf(module, context)}\n`);
  };
  runPasses(module, parsePipeline(`builtin.module(${pipeline})`, context), context, {
    instrumentations: [{ afterPass }],
  });
  return texts;
}

/** The operations of the module as they are written at the top of a file, without the module around them. */
function functionsOf(module: Operation, context: Context): string {
  const lines = printOp(module, context).trimEnd().split('\n');
  return lines
    .slice(1, -1)
    .map((line) => line.replace(/^ {2}/, ''))
    .join('\n');
}
