export { fileCheck } from './file-check/file-check.ts';
export { type Tool, type ToolInput, type ToolResult, type ToolTable, failed, succeeded } from './tool.ts';
