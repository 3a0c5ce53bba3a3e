import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const tutorials = fileURLToPath(new URL('../../../docs/tutorials/', import.meta.url));

/** A command of a tutorial, with what the tutorial says that it prints. */
interface Step {
  readonly args: readonly string[];
  /** Lines that have to be in the output, in this order; `...` stands for any others. */
  readonly lines: readonly string[];
}

/** The commands of a page: lines that begin with `$ npx shardform` in blocks of the language `console`. */
function stepsOf(page: string): Step[] {
  const text = readFileSync(join(tutorials, page), 'utf8');
  return [...text.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block!
      .split(/^\$ npx shardform /m)
      .slice(1)
      .map((part) => {
        const [command, ...lines] = part.trimEnd().split('\n');
        const words = command!.split(/\s+#/)[0]!.match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? [];
        return { args: words.map(unquoted), lines };
      }),
  );
}

function unquoted(argument: string): string {
  return argument.replaceAll(/['"]/g, '');
}

describe.each(readdirSync(tutorials).filter((page) => page.endsWith('.md')))(
  'the commands of %s',
  { timeout: 180_000 },
  (page) => {
    const cwd = mkdtempSync(join(tmpdir(), 'shardform-tutorial-'));
    afterAll(() => {
      rmSync(cwd, { recursive: true });
    });

    test.each(stepsOf(page).map((step) => [step.args.join(' '), step] as const))(
      '%s',
      async (_, { args, lines }) => {
        const { stdout, stderr, exitCode } = await runTool('shardform', args, {
          stdin: new Uint8Array(),
          cwd,
        });
        expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
        let at = 0;
        for (const line of lines.filter((wanted) => wanted !== '...' && wanted.trim() !== '')) {
          const found = String(stdout).indexOf(line, at);
          expect(found, `'${line}' in\n${String(stdout).slice(at)}`).toBeGreaterThanOrEqual(0);
          at = found + line.length;
        }
      },
    );
  },
);
