/**
 * Bundles scripts of a tool with the packages' sources.
 *
 * @param tool the URL of a module in the tool's folder.
 * @param names of scripts in its `src`.
 * @returns a folder with `NAME.mjs` for each, which lasts as long as the process.
 */
export function bundleTool(tool: string, names: readonly string[]): Promise<string>;
