import { type ParseArgsConfig, parseArgs } from 'node:util';
import { closestName } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';

/**
 * Reads a command line with `parseArgs`; mistakes are told as other commands tell them.
 *
 * @param command whose help tells the flags, such as `dist search`.
 * @throws UsageError
 */
export function parseFlags<const T extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  options: T,
  args: readonly string[],
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: T }>> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(mistakeText(command, Object.keys(options), (error as Error).message));
  }
}

function mistakeText(command: string, flags: readonly string[], message: string): string {
  const [, given] = /'(?:-\w, )?-{1,2}([^\s'=]*)/.exec(message) ?? [];
  if (given === undefined) return message;
  if (message.startsWith('Unknown option')) {
    const close = closestName(given, flags);
    const hint =
      close === null ? `run 'shardform ${command} --help' for the flags` : `did you mean '--${close}'?`;
    return `unknown flag '--${given}'; ${hint}`;
  }
  return message.includes('does not take an argument')
    ? `flag '--${given}' is a switch and takes no value`
    : `flag '--${given}' requires a value`;
}
