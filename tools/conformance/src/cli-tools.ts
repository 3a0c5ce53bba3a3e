import { runTool } from '@shardform/cli';
import type { Tool, ToolTable } from '@shardform/lit';
import { upstreamTools } from './tool-names.ts';

/** The command under the names of the tools that it replaces. */
export const cliTools: ToolTable = new Map(
  upstreamTools.map((name): [string, Tool] => [name, (args, input) => runTool(name, args, input)]),
);
