import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../src/run-tool.ts';

/** A page of documentation whose programs are written and whose commands are executed, in the order of the page. */
export interface ConsolePage {
  /** The page with what its commands print now; lines that `...` stands for stay left out where the rest agrees. */
  readonly text: string;
  readonly commands: number;
}

/** A block with its language; words behind it say how the site shows it. */
const BLOCK = /^```([a-z]+)( [^\n]*)?\n([\s\S]*?)^```$/gm;

/**
 * Executes a page in a folder: a block is written there whose first line is a comment with a file's name, or whose
 * paragraph before ends with the name and a colon, since JSON has no comments; lines of `console` blocks that begin
 * with `$ ` are executed. A command that fails has to be followed by `$ echo $?`. Where the library is shown, `ts` blocks are
 * executed, too; a `text` block behind one holds what it logs.
 *
 * @param runScript executes a TypeScript program and returns what it logs.
 * @throws if a command is none of these, or fails without being said to.
 */
export async function executePage(
  page: string,
  cwd: string,
  runScript: (code: string) => Promise<string>,
): Promise<ConsolePage> {
  let text = '';
  let commands = 0;
  let at = 0;
  let logged: string | null = null;
  for (const block of page.matchAll(BLOCK)) {
    const [whole, language, words = '', content = ''] = block;
    const between = page.slice(at, block.index);
    text += between;
    at = block.index + whole.length;
    if (language === 'text' && logged !== null && between.trim() === '') {
      const shown = content.trimEnd().split('\n');
      text += `\`\`\`text${words}\n${withOmissions(shown, linesOf(logged))}\`\`\``;
      logged = null;
      continue;
    }
    logged = null;
    if (language === 'ts') {
      logged = await runScript(content);
      commands++;
      text += whole;
      continue;
    }
    if (language === 'console') {
      const executed = await executeBlock(content, cwd);
      commands += executed.commands;
      text += `\`\`\`console\n${executed.text}\`\`\``;
    } else {
      writeProgram(page.slice(0, block.index), content, cwd);
      text += whole;
    }
  }
  return { text: text + page.slice(at), commands };
}

/** Writes a block that says what it is called. @throws if the page has written another one of that name. */
function writeProgram(before: string, content: string, cwd: string): void {
  const [, name] = /^(?:\/\/|#) ([\w.-]+\.\w+)\n/.exec(content) ?? /`([\w-]+\.json)`:\s+$/.exec(before) ?? [];
  if (name === undefined) return;
  const file = join(cwd, name);
  if (existsSync(file)) throw new Error(`two programs of the page are called '${name}'`);
  writeFileSync(file, content);
}

async function executeBlock(content: string, cwd: string): Promise<ConsolePage> {
  let text = '';
  let commands = 0;
  let exitCode = 0;
  for (const part of content.split(/^(?=\$ )/m)) {
    const [line = '', ...shown] = part.replace(/\n+$/, '').split('\n');
    const words = wordsOf(line.replace(/^\$ /, '').replace(/\s+# .*$/, ''));
    let printed: string;
    if (words.join(' ') === 'echo $?') {
      printed = `${exitCode}\n`;
      exitCode = 0;
    } else {
      if (exitCode !== 0) throw new Error(`the command before '${line}' fails, and no 'echo $?' says so`);
      ({ printed, exitCode } = await execute(words, cwd));
      commands++;
    }
    text += `${line}\n${withOmissions(shown, linesOf(printed))}`;
  }
  if (exitCode !== 0)
    throw new Error(`the last command of a block fails, and no 'echo $?' says so:\n${text}`);
  return { text, commands };
}

async function execute(
  words: readonly string[],
  cwd: string,
): Promise<{ printed: string; exitCode: number }> {
  const [program, ...args] = words;
  if (program === 'cat') return { printed: readFileSync(join(cwd, ...args), 'utf8'), exitCode: 0 };
  const [tool = '', ...rest] = args;
  if (program !== 'npx') throw new Error(`'${words.join(' ')}' is no command that pages are tested with`);
  const { stdout, stderr, exitCode } = await runTool(tool, rest, { stdin: new Uint8Array(), cwd });
  return { printed: String(stdout) + stderr, exitCode };
}

/** The words of a command, as a shell divides them. */
function wordsOf(command: string): string[] {
  return (command.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

/** Without blanks at the ends of lines, which editors of pages remove. */
function linesOf(printed: string): string[] {
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** What was shown if it is what was printed but for lines that `...` stands for; otherwise what was printed. */
function withOmissions(shown: readonly string[], printed: readonly string[]): string {
  const lines = agrees(shown, printed) ? shown : printed;
  return lines.map((line) => `${line}\n`).join('');
}

function agrees(shown: readonly string[], printed: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return printed.every((line) => line === '');
  if (first !== '...') return first === printed[0] && agrees(rest, printed.slice(1));
  return printed.some((_, skipped) => agrees(rest, printed.slice(skipped))) || rest.length === 0;
}
