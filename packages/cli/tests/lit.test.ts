import { fileURLToPath } from 'node:url';
import type { Tool } from '@shardform/lit';
import { defineLitTests } from '@shardform/lit/vitest';
import { runTool, toolNames } from '../src/index.ts';

const tools = Object.fromEntries(
  toolNames.map((name): [string, Tool] => [name, (args, input) => runTool(name, args, input)]),
);

defineLitTests(fileURLToPath(new URL('.', import.meta.url)), tools);
