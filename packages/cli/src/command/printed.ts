import type { ToolInput, ToolResult } from '../tool-io.ts';
import type { Command, Rendered } from './command.ts';
import { jsonLine } from '../json-text.ts';

/** Returns the output of an answer: JSON if the command line requests it, else text. */
export function printed(rendered: Rendered, { colour }: Pick<ToolInput, 'colour'>): ToolResult {
  const { exitCode, wantsJson, messages } = rendered;
  if (wantsJson) return { stdout: rendered.json().map(jsonLine).join(''), stderr: messages, exitCode };
  const { stdout, stderr } = rendered.text({ colour });
  return { stdout, stderr: messages + stderr, exitCode };
}

/** Runs a command and prints its answer. @throws what the command throws. */
export async function runAndPrint(
  command: Command,
  args: readonly string[],
  input: ToolInput,
): Promise<ToolResult> {
  return printed(await command.run(args, input), input);
}
