import { mutateJson } from '../mutate-json.ts';
import { mutateText } from '../mutate.ts';
import type { Random } from '../random.ts';
import type { Chunk } from '../server-session.ts';

/** A client's messages with changes, as the bytes of one file: a JSON list of what stands before bodies, and bodies. */
export function sessionInput(
  random: Random,
  messages: readonly unknown[],
  texts: readonly string[],
  headers: readonly string[],
): Uint8Array {
  const hasWrongHeaders = random.below(6) === 0;
  const chunks = messages.map((message): Chunk => {
    const changed = random.below(3) === 0 ? mutateJson(random, message) : message;
    const json = (JSON.stringify(changed) as string | undefined) ?? '';
    const body = random.below(12) === 0 ? mutateText(random, json, texts) : json;
    const isWrong = hasWrongHeaders && random.below(3) === 0;
    // What is a client's leave is no finding.
    return { header: isWrong ? random.pick(headers) : null, body: body.replaceAll('"exit"', '"exits"') };
  });
  if (random.below(12) === 0)
    chunks.push({ header: null, body: `[${chunks.map(({ body }) => body).join(',')}]` });
  if (random.below(60) === 0) {
    const depth = random.pick([1000, 10_000, 200_000]);
    const params = `{"textDocument":{"uri":"file:///a.mlir"},"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const method = random.pick(['textDocument/codeLens', 'tools/call', 'initialize', 'nothing']);
    chunks.push({
      header: null,
      body: `{"jsonrpc":"2.0","id":"deep","method":"${method}","params":${params}}`,
    });
  }
  return new TextEncoder().encode(JSON.stringify(chunks));
}

/** The result of {@link sessionInput}. */
export function chunksOf(input: Uint8Array): Chunk[] {
  return JSON.parse(new TextDecoder().decode(input)) as Chunk[];
}
