import { expect, test } from 'vitest';
import type { ToolInput } from '../tool-io.ts';
import { SUMMARIES } from './briefs.ts';
import { ProgramStore, uploadTool } from './program-store.ts';
import { argumentProblem, inputSchema } from './tool.ts';
import { listedTool } from './tool-list.ts';
import { mcpTools } from './tools.ts';

const input: ToolInput = { stdin: () => new Uint8Array(), cwd: '.', colour: false };

/** What an agent reads before its first call. */
const MOST_CHARACTERS = 12_000;

test.each([null, '.'])('the list of tools is short, with files of the root %s', async (root) => {
  const tools = [uploadTool(new ProgramStore()), ...(await mcpTools({ ...input, root }))];
  const list = JSON.stringify({ tools: tools.map(listedTool) });
  expect(list.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  expect(list).not.toContain('outputSchema');
  // All tools have a short description, and none is described that there is not.
  expect(Object.keys(SUMMARIES).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

test('the list has all parameters of a tool, with their types and choices', async () => {
  const tools = await mcpTools({ ...input, root: null });
  for (const tool of tools) {
    const [listed, full] = [listedTool(tool), inputSchema(tool)] as [
      { inputSchema: { properties: Record<string, object>; required?: string[] } },
      { properties: Record<string, { type: string; enum?: string[]; items?: object }>; required: string[] },
    ];
    const { properties, required = [] } = listed.inputSchema;
    expect(Object.keys(properties)).toEqual(Object.keys(full.properties));
    expect(required).toEqual(full.required);
    for (const [name, { type, enum: choices, items }] of Object.entries(full.properties))
      expect(properties[name]).toMatchObject({
        type,
        ...(choices === undefined ? {} : { enum: choices }),
        ...(items === undefined ? {} : { items }),
      });
  }
});

test('a handle stands for the program that was uploaded, until it is forgotten', async () => {
  const store = new ProgramStore();
  const program = 'func.func @f() { return }';
  const { data, text, isError } = await uploadTool(store).run({ program });
  const { handle } = data as { handle: string };
  expect([isError, text]).toEqual([
    false,
    `kept ${program.length} characters: give '${handle}' in place of the program`,
  ]);
  expect(handle).toMatch(/^mlir:[0-9a-f]{12}$/);
  expect(store.keep(program)).toBe(handle);
  const verify = (await mcpTools({ ...input, root: null })).find(({ name }) => name === 'verify')!;
  expect(argumentProblem(verify, { program: handle })).toBeNull();
  expect(store.resolved(verify, { program: handle })).toEqual({ program });
  // Only programs have handles.
  const explain = (await mcpTools({ ...input, root: null })).find(({ name }) => name === 'explain')!;
  expect(store.resolved(explain, { program, value: handle })).toEqual({ program, value: handle });
  for (let i = 0; i < 64; i++) store.keep(`module @m${i} {}`);
  expect(() => store.resolved(verify, { program: handle })).toThrow(
    `no program is kept under the handle '${handle}': upload it again`,
  );
  expect(() => store.keep('demo/step.mlir')).toThrow(
    "'demo/step.mlir' is a path, which needs no handle: give it as 'program'",
  );
});
