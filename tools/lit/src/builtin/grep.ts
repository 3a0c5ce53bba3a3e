import { fromByteString, toByteString } from '../byte-string.ts';
import { escapeLiteral } from '../file-check/posix-regex.ts';
import type { ToolInput, ToolResult } from '../tool.ts';
import { compileGnuRegex } from './basic-regex.ts';
import { parseOptions } from './options.ts';
import { CommandFailure, readOperands, splitLines } from './text-input.ts';

/** `grep [-cEFinoqvwx] [-e PATTERN] PATTERN FILE...`: ends with 1 when no line is selected, 2 on errors. */
export function grep(args: readonly string[], input: ToolInput): ToolResult {
  const { given, operands } = parseOptions(
    args,
    ['c', 'E', 'F', 'G', 'i', 'n', 'o', 'q', 's', 'v', 'w', 'x', 'a', 'h'],
    ['e'],
  );
  const has = (option: string) => given.has(option);
  const named = (given.get('e') ?? []).map(String);
  const [first, ...others] = operands;
  if (named.length === 0 && first === undefined) throw new CommandFailure('no pattern', 2);
  const patterns = (named.length > 0 ? named : [first ?? '']).flatMap((pattern) => pattern.split('\n'));
  const files = named.length > 0 ? operands : others;

  const flags = has('i') ? 'gi' : 'g';
  const regexes = patterns.map(toByteString).map((pattern) => {
    const { source } = has('F')
      ? new RegExp(escapeLiteral(pattern))
      : compileGnuRegex(pattern, has('E'), flags);
    const word = has('w') ? `(?<![0-9A-Za-z_])(?:${source})(?![0-9A-Za-z_])` : source;
    return new RegExp(has('x') ? `^(?:${word})$` : word, flags);
  });

  let selected = 0;
  let output = '';
  const texts = readOperands(files, input, 2);
  for (const [index, text] of texts.entries()) {
    const prefix = texts.length > 1 && !has('h') ? `${files[index]}:` : '';
    for (const [lineIndex, line] of splitLines(text).entries()) {
      const isSelected = regexes.some((regex) => line.search(regex) >= 0) !== has('v');
      if (!isSelected) continue;
      selected++;
      const place = prefix + (has('n') ? `${lineIndex + 1}:` : '');
      const shown = has('o')
        ? regexes.flatMap((regex) => line.match(regex) ?? []).filter((part) => part !== '')
        : [line];
      for (const part of shown) output += `${place}${part}\n`;
    }
  }
  const stdout = has('c') ? `${selected}\n` : has('q') ? '' : fromByteString(output);
  return { stdout, stderr: '', exitCode: selected > 0 ? 0 : 1 };
}
