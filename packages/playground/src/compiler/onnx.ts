import { decodeModel, importOnnx } from '@shardform/import-onnx';
import { Context, printOp } from '@shardform/ir-core';
import type { ReadFile } from './messages.ts';
import { extensionsFor } from './extensions.ts';

/** For sizes that a model only names, such as `batch`: many devices can share it. */
const NAMED_SIZE = 8;

/** Returns the program of an ONNX model. */
export async function programOfOnnx(bytes: Uint8Array): Promise<ReadFile> {
  const context = new Context(await extensionsFor(''));
  const { result: module, diagnostics } = context.diagnostics.capture(() =>
    importOnnx(bytes, context, { sizes: namedSizes(bytes) }),
  );
  return {
    text: module === null ? null : printOp(module, context),
    messages: diagnostics.map(({ message }) => message),
  };
}

/** Invalid models are reported by the import. */
function namedSizes(bytes: Uint8Array): ReadonlyMap<string, number> {
  try {
    const { inputs } = decodeModel(bytes).graph;
    const names = inputs.flatMap(({ shape }) => (shape ?? []).filter((size) => typeof size === 'string'));
    return new Map(names.map((name) => [name, NAMED_SIZE]));
  } catch {
    return new Map();
  }
}
