export { main } from './main.ts';
export { runTool, toolNames } from './run-tool.ts';
