export { createContext, extensions } from './context.ts';
export { main } from './main.ts';
export { runTool, toolNames } from './run-tool.ts';
