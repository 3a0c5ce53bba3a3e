export { builtinTools } from './builtin/builtin-tools.ts';
export { fileCheck } from './file-check/file-check.ts';
export { type LitOptions, type LitResult, type LitStatus, runLitTest } from './script/lit-test.ts';
export { type CommandResult, Shell, type ShellOptions, type TraceEntry } from './shell/shell.ts';
export { type Tool, type ToolInput, type ToolResult, type ToolTable, failed, succeeded } from './tool.ts';
