import { commandLines } from './arguments.ts';
import { arrays } from './arrays.ts';
import { commands } from './commands.ts';
import { hlo } from './hlo.ts';
import { interpreter } from './interpreter.ts';
import { lsp } from './lsp.ts';
import { mcp } from './mcp.ts';
import { onnx } from './onnx.ts';
import { passes } from './passes.ts';
import { read } from './read.ts';
import type { Target } from './target.ts';

export { type Target } from './target.ts';

/** The fuzz targets, by name. */
export const targets: Readonly<Record<string, Target>> = {
  read,
  passes,
  arrays,
  onnx,
  hlo,
  arguments: commandLines,
  interpreter,
  commands,
  lsp,
  mcp,
};
