import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Buffer } from 'node:buffer';
import { toByteString } from '../byte-string.ts';
import { type ToolInput, type ToolResult, succeeded } from '../tool.ts';
import { parseOptions } from './options.ts';
import { type SedAddress, type SedCommand, parseSed } from './sed-script.ts';
import { readOperands, splitLines } from './text-input.ts';

/** Whether each command's range of lines is open, while the lines of a text go by. */
class Ranges {
  private readonly open = new Map<SedCommand, boolean>();

  selects(command: SedCommand, line: string, number: number, last: number): boolean {
    const { from, to, negated } = command;
    const matches = (address: SedAddress): boolean => {
      if (address.kind === 'line') return number === address.number;
      return address.kind === 'last' ? number === last : address.regex.test(line);
    };
    if (!from) return !negated;
    if (!to) return matches(from) !== negated;
    if (this.open.get(command)) {
      const ends = to.kind === 'line' ? number >= to.number : matches(to);
      this.open.set(command, !ends);
      const past = to.kind === 'line' && number > to.number;
      return !past !== negated;
    }
    const begins = matches(from);
    if (begins) this.open.set(command, !(to.kind === 'line' && to.number <= number));
    return begins !== negated;
  }
}

function edit(text: string, commands: readonly SedCommand[], quiet: boolean): string {
  const lines = splitLines(text);
  const ranges = new Ranges();
  let output = '';
  for (const [index, original] of lines.entries()) {
    const end = index === lines.length - 1 && !text.endsWith('\n') ? '' : '\n';
    let line = original;
    let deleted = false;
    let quit = false;
    for (const command of commands) {
      if (!ranges.selects(command, line, index + 1, lines.length)) continue;
      const { action } = command;
      if (action.kind === 'substitute') {
        const changed = line.replace(action.regex, action.replace);
        if (action.print && changed !== line) output += changed + end;
        line = changed;
      } else if (action.kind === 'print') {
        output += line + end;
      } else {
        deleted = action.kind === 'delete';
        quit = action.kind === 'quit';
        break;
      }
    }
    if (!deleted && !quiet) output += line + end;
    if (quit) break;
  }
  return output;
}

/** `sed [-nEri] [-e SCRIPT] SCRIPT FILE...` with the commands `s`, `d`, `p` and `q`. */
export function sed(args: readonly string[], input: ToolInput): ToolResult {
  const { given, operands } = parseOptions(args, ['n', 'E', 'r', 'i', 's', 'u'], ['e']);
  const scripts = (given.get('e') ?? []).map(String);
  const [first = '', ...others] = operands;
  const files = scripts.length > 0 ? operands : others;
  const script = toByteString((scripts.length > 0 ? scripts : [first]).join('\n'));
  const commands = parseSed(script, given.has('E') || given.has('r'));
  const texts = readOperands(files, input);
  if (given.has('i')) {
    for (const [index, text] of texts.entries()) {
      const path = resolve(input.cwd, files[index]!);
      writeFileSync(path, Buffer.from(edit(text, commands, given.has('n')), 'latin1'));
    }
    return succeeded();
  }
  return succeeded(Buffer.from(edit(texts.join(''), commands, given.has('n')), 'latin1'));
}
