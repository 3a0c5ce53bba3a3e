/** The input of a tool. */
export interface ToolInput {
  /** Everything on the standard input; empty when nothing is piped in. */
  readonly stdin: Uint8Array;
  /** The absolute folder against which the tool resolves the paths among its arguments. */
  readonly cwd: string;
}

/** The output and exit code of a tool. */
export interface ToolResult {
  readonly stdout: Uint8Array | string;
  readonly stderr: string;
  /** 0 for success. */
  readonly exitCode: number;
}

/**
 * A command that runs inside this process. `args` are the words after the command's name. A tool that
 * throws has crashed, which `not --crash` expects and everything else takes for a failure.
 */
export type Tool = (args: readonly string[], input: ToolInput) => ToolResult | Promise<ToolResult>;

/** The tools a script may use, by the name it calls them. */
export type ToolTable = ReadonlyMap<string, Tool>;

/** A successful result that wrote `stdout`. */
export function succeeded(stdout: Uint8Array | string = ''): ToolResult {
  return { stdout, stderr: '', exitCode: 0 };
}

/** A failed result that wrote `stderr`. */
export function failed(stderr: string, exitCode = 1): ToolResult {
  return { stdout: '', stderr, exitCode };
}
